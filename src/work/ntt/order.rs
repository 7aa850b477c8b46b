//! The order in which a transform goes through memory.
//!
//! A block of m values is the input of a transform of size m, and its first layer makes two blocks of
//! half the size of it. Block b has the factor w\[b\] whatever its size, and its halves are the blocks
//! 2b and 2b + 1; two layers are one pass here, and make blocks 4b to 4b + 3. The results are in the
//! order of their reversed bits, and the last pass brings them back.
//!
//! Depth first: a block that the second-level cache does not hold is passed once, and each quarter of
//! it is finished before the next one begins. So a transform of any size loads it once for each factor of
//! four that it is larger than the cache.

use super::butterfly::{
    Butterflies, PreparedTwiddle, Twiddles, first_radix2, first_radix4, radix2_loop, radix4_block,
    radix4_loop,
};
use super::lazy::{Lazy, Loose, Sum};
use super::reversal::{ROW, in_tiles};
use super::roots::Roots;
use crate::work::prefetch::prefetch;
use core::cell::Cell;

/// Bytes of a block that is passed layer by layer: a part of the second-level cache of any processor that
/// is measured.
const CACHED: usize = 1 << 18;

/// The transform of `values`, in natural order. `scratch` is as long as `values`.
pub fn transform<K: Butterflies>(
    roots: &Roots<K>,
    values: &mut [K::Packed],
    scratch: &mut [Loose<K>],
) {
    first_pass(roots, values, scratch);
    let quarter = scratch.len() / 4;
    if quarter > 1 {
        for (block, x) in scratch.chunks_exact_mut(quarter).enumerate() {
            depth_first(roots, block, x);
        }
    }
    if roots.lanes().is_empty() {
        last_pass(scratch, values);
    } else {
        last_pass_in_lanes(roots, scratch, values);
    }
}

/// The first two layers, from `values` to `scratch`: nearly all their factors are 1.
#[inline(never)]
fn first_pass<K: Butterflies>(roots: &Roots<K>, values: &[K::Packed], scratch: &mut [Loose<K>]) {
    match values {
        // The only layer is within the packed element.
        [x] => scratch[0] = K::settle(&Sum(*x)),
        [x, y] => scratch.copy_from_slice(&first_radix2::<K>([*x, *y])),
        _ => {
            let quarter = values.len() / 4;
            let [x0, x1, x2, x3] = quarters(scratch);
            for (i, (((x0, x1), x2), x3)) in x0.iter_mut().zip(x1).zip(x2).zip(x3).enumerate() {
                let x = [0, 1, 2, 3].map(|k| values[k * quarter + i]);
                [*x0, *x1, *x2, *x3] = first_radix4(x, roots.block(1));
            }
        }
    }
}

/// All layers of a block, until what is left is one value each.
fn depth_first<K: Butterflies>(roots: &Roots<K>, block: usize, x: &mut [Loose<K>]) {
    if size_of_val(x) <= CACHED {
        return layer_by_layer(roots, block, x);
    }
    pass(roots, block, x.len(), x);
    let quarter = x.len() / 4;
    for (i, x) in x.chunks_exact_mut(quarter).enumerate() {
        depth_first(roots, 4 * block + i, x);
    }
}

fn layer_by_layer<K: Butterflies>(roots: &Roots<K>, block: usize, x: &mut [Loose<K>]) {
    let (mut block, mut size) = (block, x.len());
    while size >= 4 {
        pass(roots, block, size, x);
        (block, size) = (4 * block, size / 4);
    }
    if size == 2 {
        single_layer(&roots.blocks()[block..], x);
    }
}

/// Two layers of blocks of `size` values, at least four, from block `block` on.
fn pass<K: Butterflies>(roots: &Roots<K>, block: usize, size: usize, x: &mut [Loose<K>]) {
    let (first, others) = x.split_at_mut(if block == 0 { size } else { 0 });
    if block == 0 {
        first_block_pass(roots.block(1), first);
    }
    if others.is_empty() {
        return;
    }
    let block = block.max(1);
    if size / 4 < K::Prepared::FROM {
        return blocks_pass(roots, block, size, others);
    }
    for (b, x) in (block..).zip(others.chunks_exact_mut(size)) {
        let second = [roots.prepared(2 * b), roots.prepared(2 * b + 1)];
        let first = roots.prepared(b);
        radix4_block(quarters(x), &Twiddles { first, second });
    }
}

#[inline(never)]
fn blocks_pass<K: Butterflies>(roots: &Roots<K>, block: usize, size: usize, x: &mut [Loose<K>]) {
    let log2 = size.trailing_zeros() - 2;
    let quarter = 1 << log2;
    radix4_loop(x.len() / 4, x, |n| {
        let (b, i) = (n >> log2, n & (quarter - 1));
        let first = (b * size) + i;
        let b = block + b;
        let second = [roots.block(2 * b), roots.block(2 * b + 1)];
        let twiddles = Twiddles {
            first: roots.block(b),
            second,
        };
        ([0, 1, 2, 3].map(|k| first + k * quarter), twiddles)
    });
}

#[inline(never)]
fn first_block_pass<K: Lazy>(root: &K::Packed, x: &mut [Loose<K>]) {
    let [x0, x1, x2, x3] = quarters(x);
    for (((x0, x1), x2), x3) in x0.iter_mut().zip(x1).zip(x2).zip(x3) {
        let x = [&*x0, &*x1, &*x2, &*x3].map(K::reduce);
        [*x0, *x1, *x2, *x3] = first_radix4(x, root);
    }
}

/// The last layer of blocks of two values each.
#[inline(never)]
fn single_layer<K: Butterflies>(twiddles: &[K::Packed], x: &mut [Loose<K>]) {
    let x = Cell::from_mut(x.as_chunks_mut::<2>().0).as_slice_of_cells();
    let read = |n: usize| (x[n].get(), &twiddles[n]);
    radix2_loop(x.len(), read, |n, results| x[n].set(results));
}

#[inline(always)]
fn quarters<T>(x: &mut [T]) -> [&mut [T]; 4] {
    let quarter = x.len() / 4;
    let (x0, rest) = x.split_at_mut(quarter);
    let (x1, rest) = rest.split_at_mut(quarter);
    let (x2, x3) = rest.split_at_mut(quarter);
    [x0, x1, x2, x3]
}

/// From `scratch` to `values`, bits reversed.
#[inline(never)]
fn last_pass<K: Lazy>(scratch: &[Loose<K>], values: &mut [K::Packed]) {
    for n in 0..values.len() {
        let (i, from) = in_tiles(values.len(), n);
        values[i] = K::reduce(&scratch[from]);
    }
}

/// The same, and the last layer, whose two values are in one packed element. The partner of a packed
/// element is the one whose results stand beside its own.
#[inline(never)]
fn last_pass_in_lanes<K: Butterflies>(
    roots: &Roots<K>,
    scratch: &[Loose<K>],
    values: &mut [K::Packed],
) {
    let half = (scratch.len() / 2).max(1);
    // A single packed element is its own partner.
    let partner = scratch.len() - half;
    let values = Cell::from_mut(values).as_slice_of_cells();
    let read = |n: usize| {
        if n.is_multiple_of(ROW) {
            for n in n..(n + ROW).min(half) {
                let (i, from) = in_tiles(half, n);
                for offset in [0, partner] {
                    prefetch(&scratch[offset + from]);
                    prefetch(&values[offset + i]);
                }
            }
        }
        let (_, from) = in_tiles(half, n);
        let x = K::zip(&scratch[from], &scratch[partner + from]);
        (x, &roots.lanes()[n])
    };
    radix2_loop(half, read, |n, [x, y]: [Loose<K>; 2]| {
        if partner == 0 {
            values[0].set(K::reduce(&K::zip(&x, &y)[0]));
        } else {
            let (i, _) = in_tiles(half, n);
            values[i].set(K::reduce(&x));
            values[partner + i].set(K::reduce(&y));
        }
    });
}
