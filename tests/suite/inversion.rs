//! The loops of inversions, step by step on num-bigint.

use super::oracle;
use fqmul::bench::batch::SLOTS;
use fqmul::bench::generator::Generator;
use fqmul::bench::info::Field;
use fqmul::bench::inversion::{BATCH, find, ids};
use fqmul::bench::selection;
use fqmul::field::Element;

/// So many slots that take turns: the fold of them after n steps.
fn plain(seed: u64, n: usize, slots: usize) -> Element<Field> {
    let p = oracle::modulus::<Field, 4>();
    let mut generator = Generator::new(seed);
    let mut drawn: Vec<[Element<Field>; 2]> = (0..slots)
        .map(|_| [(); 2].map(|()| generator.element()))
        .collect();
    for i in 0..n {
        let [a, b] = &mut drawn[i % slots];
        let difference = oracle::value(oracle::difference(*a, *b));
        *a = oracle::element(&difference.modinv(&p).expect("not 0"));
    }
    oracle::fold(drawn.into_iter().map(|[a, _]| a))
}

#[test]
fn loops_do_exactly_n_inversions() {
    for (seed, n) in [(0, 1), (1, 2), (2, 129), (3, 1023), (u64::MAX, 2051)] {
        let [single, batch] = [SLOTS, BATCH].map(|slots| plain(seed, n, slots));
        for id in ids().filter(|id| selection::find(id).is_ok()) {
            let inversion = find(id).expect("it inverts");
            assert_eq!(
                (inversion.single)(seed, n as u32),
                single,
                "{id} {seed} {n}"
            );
            assert_eq!((inversion.batch)(seed, n as u32), batch, "{id} {seed} {n}");
        }
    }
    assert!(find("multi3").is_ok() && find("limbs29").is_ok());
    assert!(find("limbs29-dropin").is_err());
}
