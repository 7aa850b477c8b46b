//! The columns of products and squares of limbs, before any reduction.
//!
//! Source: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the form of Karatsuba.

use super::accumulator::Accumulator;
use super::packing::unrolled;

/// The columns of a·b: column k is the sum of all a\[i\]·b\[k-i\]. Differences on the way may be negative,
/// and wrap.
#[inline(always)]
pub fn product<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    b: &[W::Limb; L],
) -> [W; C] {
    if L == 9 {
        return three_blocks::<W, 3, 5, C, 1>([a], [b]);
    }
    // The highest limb beside the three blocks.
    let mut columns = three_blocks::<W, 4, 7, C, 1>([a], [b]);
    let last = L - 1;
    unrolled!(L - 1, |i| {
        let both = W::product(a[last], b[i]).plus(W::product(a[i], b[last]));
        columns[last + i] = columns[last + i].plus(both);
    });
    columns[2 * last] = columns[2 * last].plus(W::product(a[last], b[last]));
    columns
}

/// The columns of a square: each product of two limbs once. `diagonal` multiplies a limb by itself,
/// `cross` by the ones above it: a and 2a, or twice these for twice the square.
///
/// Of nine limbs 45 multiplications; Karatsuba would need 36, and more additions than that saves.
#[inline(always)]
pub fn squared<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    diagonal: &[W::Limb; L],
    cross: &[W::Limb; L],
) -> [W; C] {
    let mut columns = [W::zero(); C];
    unrolled!(L, |i| {
        columns[2 * i] = columns[2 * i].plus(W::product(diagonal[i], a[i]));
        for j in i + 1..L {
            columns[i + j] = columns[i + j].plus(W::product(cross[i], a[j]));
        }
    });
    columns
}

/// The columns of a sum of products of two elements of three blocks of H limbs each; HC is 2H-1. Of one product:
///
/// With z = 2^(H·w) and A = A0 + A1·z + A2·z^2, B alike, and pairs of blocks as
/// Ai·Bj + Aj·Bi = (Ai - Aj)(Bj - Bi) + Ai·Bi + Aj·Bj, the product is
/// D(1 + z + z^2) + (A0-A1)(B1-B0)z + (A0-A2)(B2-B0)z^2 + (A1-A2)(B2-B1)z^3
/// with D = A0·B0 + A1·B1·z + A2·B2·z^2.
#[inline(always)]
pub fn three_blocks<
    W: Accumulator,
    const H: usize,
    const HC: usize,
    const C: usize,
    const TERMS: usize,
>(
    a: [&[W::Limb]; TERMS],
    b: [&[W::Limb]; TERMS],
) -> [W; C] {
    let block =
        |x: &[W::Limb], first: usize| -> [W::Limb; H] { core::array::from_fn(|i| x[first + i]) };
    let blocks = |x: &[W::Limb]| (block(x, 0), block(x, H), block(x, 2 * H));
    let mut d = [W::zero(); C];
    unrolled!(TERMS, |term| {
        let ((a0, a1, a2), (b0, b1, b2)) = (blocks(a[term]), blocks(b[term]));
        add_all(&mut d, 0, block_product::<W, H, HC>(&a0, &b0));
        add_all(&mut d, H, block_product::<W, H, HC>(&a1, &b1));
        add_all(&mut d, 2 * H, block_product::<W, H, HC>(&a2, &b2));
    });
    // D(1 + z + z^2): the low half from below, the high half from above.
    let mut columns = d;
    unrolled!(2 * H, |k| columns[H + k] = d[H + k].plus(columns[k]));
    unrolled!(H, |k| columns[5 * H - 1 + k] = d[3 * H - 1 + k]);
    unrolled!(2 * H - 1, |k| {
        let k = 5 * H - 2 - k;
        columns[k] = d[k - 2 * H].plus(columns[k + H]);
    });
    unrolled!(TERMS, |term| {
        let ((a0, a1, a2), (b0, b1, b2)) = (blocks(a[term]), blocks(b[term]));
        add_cross::<W, H, HC>(&mut columns, H, [&a0, &a1], [&b0, &b1]);
        add_cross::<W, H, HC>(&mut columns, 2 * H, [&a0, &a2], [&b0, &b2]);
        add_cross::<W, H, HC>(&mut columns, 3 * H, [&a1, &a2], [&b1, &b2]);
    });
    columns
}

/// Adds (x - y)(w - z) to columns, from the first on.
#[inline(always)]
fn add_cross<W: Accumulator, const H: usize, const HC: usize>(
    columns: &mut [W],
    first: usize,
    [x, y]: [&[W::Limb; H]; 2],
    [z, w]: [&[W::Limb; H]; 2],
) {
    let (x, y) = (differences::<W, H>(x, y), differences::<W, H>(w, z));
    add_all(columns, first, block_product::<W, H, HC>(&x, &y));
}

/// Adds words to columns, from the first on.
#[inline(always)]
pub fn add_all<W: Accumulator, const HC: usize>(columns: &mut [W], first: usize, words: [W; HC]) {
    for (i, word) in words.into_iter().enumerate() {
        columns[first + i] = columns[first + i].plus(word);
    }
}

#[inline(always)]
fn differences<W: Accumulator, const H: usize>(x: &[W::Limb; H], y: &[W::Limb; H]) -> [W::Limb; H] {
    core::array::from_fn(|i| W::difference(x[i], y[i]))
}

/// The columns of a product of blocks of H limbs: of three limbs nine multiplications, or six and the
/// same identity once more where a multiplication costs more than two additions.
///
/// Limbs are in (-2^30, 2^30), so that their differences are in (-2^31, 2^31).
#[inline(always)]
fn block_product<W: Accumulator, const H: usize, const HC: usize>(
    x: &[W::Limb; H],
    y: &[W::Limb; H],
) -> [W; HC] {
    let product = |i: usize, j: usize| W::product(x[i], y[j]);
    let mut columns = [W::zero(); HC];
    if W::KARATSUBA_BLOCKS && H == 3 {
        let cross =
            |i: usize, j: usize| W::product(W::difference(x[i], x[j]), W::difference(y[j], y[i]));
        let (p, q, r) = (product(0, 0), product(1, 1), product(2, 2));
        let low = p.plus(q);
        columns[0] = p;
        columns[1] = low.plus(cross(0, 1));
        columns[2] = low.plus(r).plus(cross(0, 2));
        columns[3] = q.plus(r).plus(cross(1, 2));
        columns[4] = r;
    } else {
        unrolled!(H, |i| for j in 0..H {
            columns[i + j] = columns[i + j].plus(product(i, j));
        });
    }
    columns
}
