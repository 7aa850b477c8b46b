//! A kernel that is no part of this program: its module is linked to it under the name `emitted`, and the loops of that
//! module are timed. Its memory is its own, and is reached word by word before and after a loop.

use crate::plan::{Model, Row};
use crate::subject::{Subject, element};
use core::marker::PhantomData;
use core::mem::{MaybeUninit, size_of};
use fqmul::bench::batch::{self, SLOTS};
use fqmul::bench::error::InputError;
use fqmul::bench::info::Field;
use fqmul::field::Element;
use fqmul::fma::{FmaPair, Fused, IfFused, if_fused};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::Limbs29;
use fqmul::wide::WideLazy;

// What `bench-wasm/src/emit/loops.mjs` writes.
#[link(wasm_import_module = "emitted")]
unsafe extern "C" {
    safe fn read(at: u32) -> u64;
    safe fn write(at: u32, word: u64);
    safe fn operation(out: u32, a: u32, b: u32);
    safe fn chain(previous: u32, current: u32, steps: u32) -> u32;
    safe fn stream(calls: u32);
}

/// Where the arrays of `stream` begin, as `bench-wasm/src/emit/layout.mjs` has it.
const ARRAYS: u32 = 16384;
/// Bytes of a word.
const WORD: usize = 8;

/// The module's product in the format of a kernel of the crate.
///
/// Conversions are by the module's own product, whose ranges `bench-wasm/test/bounds.test.mjs` proves.
struct Emitted<K>(PhantomData<K>);

impl<K: Kernel> Emitted<K> {
    /// Bytes of a packed element: no padding, words of 8 bytes alone.
    const BYTES: u32 = size_of::<K::Packed>() as u32;
    /// Bytes of one of the arrays of `stream`.
    const ARRAY: u32 = (SLOTS / K::LANES) as u32 * Self::BYTES;

    fn put(at: u32, packed: &K::Packed) {
        let words = core::ptr::from_ref(packed).cast::<u64>();
        for i in 0..size_of::<K::Packed>() / WORD {
            // SAFETY: the packed elements of the kernels below are arrays of u64 or of vectors, without padding, and
            // word i is inside.
            write(at + (WORD * i) as u32, unsafe { words.add(i).read() });
        }
    }

    fn get(at: u32) -> K::Packed {
        let mut packed = MaybeUninit::<K::Packed>::uninit();
        let words = packed.as_mut_ptr().cast::<u64>();
        for i in 0..size_of::<K::Packed>() / WORD {
            // SAFETY: word i is inside.
            unsafe { words.add(i).write(read(at + (WORD * i) as u32)) };
        }
        // SAFETY: all of its words are written, and any words are u64 or a vector.
        unsafe { packed.assume_init() }
    }
}

impl<K: Kernel> Kernel for Emitted<K> {
    type Modulus = K::Modulus;
    type Packed = K::Packed;
    const LANES: usize = K::LANES;
    const RADIX_BITS: u32 = K::RADIX_BITS;

    fn pack(lanes: &[Element<K::Modulus>]) -> K::Packed {
        K::pack(lanes)
    }

    fn unpack(packed: &K::Packed) -> [Element<K::Modulus>; MAX_LANES] {
        K::unpack(packed)
    }

    fn mul(a: &K::Packed, b: &K::Packed) -> K::Packed {
        let [x, y, out] = [0, 1, 2].map(|i| ARRAYS + i * Self::BYTES);
        Self::put(x, a);
        Self::put(y, b);
        operation(out, x, y);
        Self::get(out)
    }

    // Sums are not the module's: no loop here has one.
    fn add(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::add(a, b)
    }

    fn sub(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::sub(a, b)
    }
}

/// The subject of a row, if it is an emitted kernel.
///
/// # Errors
/// [`InputError::Unfused`].
pub fn find(row: &Row) -> Result<Option<Subject>, InputError> {
    Ok(match row.of.as_str() {
        "fma-pair-emitted" => {
            let id = "fma-pair-emitted";
            if_fused(OnPairs(row.model)).map_err(|_| InputError::Unfused { id })?
        }
        "limbs29-emitted" => subject::<Limbs29<Field>>(row.model),
        "wide-emitted" => subject::<WideLazy<Field>>(row.model),
        _ => None,
    })
}

/// The subject of a model on pairs of f64 lanes.
struct OnPairs(Model);

impl IfFused for OnPairs {
    type Output = Option<Subject>;

    fn run<F: Fused>(self) -> Self::Output {
        subject::<FmaPair<Field, F>>(self.0)
    }
}

fn subject<K: Kernel<Modulus = Field>>(model: Model) -> Option<Subject> {
    let run = match model {
        Model::Chain => run_chain::<K>,
        Model::Stream => run_stream::<K>,
        Model::LimbChain | Model::LimbStream => return None,
    };
    let load = |a: &[u8]| Emitted::<K>::load(&[element(a); MAX_LANES][..K::LANES]);
    let store = |packed: &K::Packed| Emitted::<K>::store(packed)[0].to_bytes().into();
    Some(Subject {
        run: Box::new(move |seed, n| run(seed, n).to_bytes().into()),
        mul: Box::new(move |a, b| store(&Emitted::<K>::mul(&load(a), &load(b)))),
        convert: Box::new(move |a| store(&load(a))),
    })
}

fn run_chain<K: Kernel>(seed: u64, n: u32) -> Element<K::Modulus> {
    batch::over_pairs::<Emitted<K>, 4>(seed, n, |previous, current, steps| {
        let [x, y] = [ARRAYS, ARRAYS + Emitted::<K>::BYTES];
        Emitted::<K>::put(x, &previous);
        Emitted::<K>::put(y, &current);
        let newest = chain(x, y, steps);
        let before = if newest == x { y } else { x };
        (Emitted::<K>::get(before), Emitted::<K>::get(newest))
    })
}

fn run_stream<K: Kernel>(seed: u64, n: u32) -> Element<K::Modulus> {
    batch::over_slots::<Emitted<K>, 4, 2>(SLOTS, seed, n, |arrays, calls| {
        let places = |array: u32| {
            (0..).map(move |slot: u32| {
                ARRAYS + array * Emitted::<K>::ARRAY + slot * Emitted::<K>::BYTES
            })
        };
        for (array, values) in arrays.iter().enumerate() {
            for (at, value) in places(array as u32).zip(values) {
                Emitted::<K>::put(at, value);
            }
        }
        stream(calls as u32);
        for (at, value) in places(0).zip(&mut arrays[0]) {
            *value = Emitted::<K>::get(at);
        }
    })
}
