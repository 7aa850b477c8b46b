//! Products in every field by every kernel that is for it, through their ids.

use super::fields::on_every_field;
use super::oracle;
use fqmul::bench::error::InputError;
use fqmul::bench::field_ids::{self, FIELDS};
use fqmul::bench::field_products::product;
use fqmul::bench::generator::Generator;
use fqmul::bench::registry::REGISTRY;
use fqmul::field::{Element, Modulus};
use num_bigint::BigUint;

/// Each field's ids are of this field.
fn products<M: Modulus>() {
    // Each of them, and each with some other ones on either side.
    let edges = oracle::edge_values::<M, 4>();
    let pairs = (0..edges.len()).flat_map(|i| [0, 1, 17, 40].map(|k| (i, (i + k) % edges.len())));
    let pairs: Vec<_> = pairs.map(|(i, j)| (edges[i], edges[j])).collect();
    let ids = field_ids::ids(&[M::NAME]);
    assert!(!ids.is_empty(), "{} has no id", M::NAME);
    for field in ids {
        let mut kernels = 0;
        for row in REGISTRY.iter().filter(|row| row.right_here().is_ok()) {
            let kernel = row.info.id;
            if !(row.info.fields)().contains(&M::NAME) {
                let refused = product(field, kernel, &[0; 32], &[0; 32]);
                assert!(matches!(refused, Err(InputError::UnknownKernel { .. })));
                continue;
            }
            kernels += 1;
            for &(a, b) in &pairs {
                let got = product(field, kernel, &a.to_bytes(), &b.to_bytes());
                let right = oracle::product(a, b).to_bytes().to_vec();
                assert_eq!(got, Ok(right), "{kernel} in {field}: {a:?} * {b:?}");
            }
        }
        // The drop-in and the kernel of its algorithm are for all, in all builds.
        assert!(kernels >= 2, "{field}");
    }
}

#[test]
fn every_kernel_in_every_field_gives_products() {
    on_every_field!(products);
}

/// The ends of a field of six words, and of its limbs of 30, 48 and 64 bits.
pub fn edge_values_of_six_words<M: Modulus<6>>() -> Vec<BigUint> {
    let p = oracle::modulus::<M, 6>();
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), &p - 1u32, (&p - 1u32) >> 1u32];
    for width in [30u32, 48, 64] {
        for bit in (width..p.bits() as u32).step_by(width as usize) {
            let power = (&one << bit) % &p;
            values.extend([&power - 1u32, power.clone(), &p - &power, &p - power + 1u32]);
        }
    }
    values.push((&one << 384u32) % &p);
    let mut generator = Generator::new(6);
    values.extend((0..20).map(|_| {
        let words: Vec<_> = (0..12).map(|_| generator.word() as u32).collect();
        BigUint::from_slice(&words) % &p
    }));
    values
}

fn products_of_six_words<M: Modulus<6>>() {
    let p = oracle::modulus::<M, 6>();
    let bytes = |x: &BigUint| {
        let mut bytes = x.to_bytes_le();
        bytes.resize(48, 0);
        bytes
    };
    let [field] = field_ids::ids(&[M::NAME])[..] else {
        panic!("{} has not one id", M::NAME);
    };
    let values = edge_values_of_six_words::<M>();
    let rows = REGISTRY.iter().filter(|row| row.right_here().is_ok());
    for info in rows.map(|row| row.info) {
        if !(info.fields)().contains(&M::NAME) {
            continue;
        }
        for (a, b) in values
            .iter()
            .flat_map(|a| values.iter().map(move |b| (a, b)))
        {
            let got = product(field, info.id, &bytes(a), &bytes(b));
            let right = bytes(&(a * b % &p));
            assert_eq!(got, Ok(right), "{}: {a} * {b} in {field}", info.id);
        }
    }
    let message = |a: &[u8]| {
        let error = product(field, "limbs29-dropin", a, &[0; 48]).expect_err("it is bad");
        error.to_string()
    };
    assert!(message(&bytes(&p)).starts_with("a: the value is not below the modulus"));
    assert!(message(&[0; 32]).starts_with("a: 32 bytes given, an element is 48 bytes"));
}

#[test]
fn every_kernel_in_fields_of_six_words_gives_products() {
    struct Template;
    impl fqmul::field::SixWordFieldVisitor for Template {
        fn visit<M: Modulus<6>>(&mut self) {
            products_of_six_words::<M>();
        }
    }
    fqmul::field::each_of_six_words(&mut Template);
}

#[test]
fn what_is_no_product_is_named() {
    let message = |field, kernel, a: &[u8], b: &[u8]| {
        let error = product(field, kernel, a, b).expect_err("it is bad");
        error.to_string()
    };
    let one = Element::<fqmul::field::bn254::Fq>::ONE.to_bytes();
    let unknown = message("nope", "limbs29", &one, &one);
    assert!(unknown.starts_with("field: unknown name \"nope\""));
    assert!(FIELDS.iter().all(|(id, _)| unknown.contains(id)));
    for (field, name) in FIELDS {
        let unknown = message(field, "nope", &one, &one);
        assert!(unknown.starts_with("kernel: unknown id \"nope\""));
        for row in REGISTRY {
            let for_it = (row.info.fields)().contains(name);
            let listed = unknown.split([' ', ',']).any(|word| word == row.info.id);
            assert_eq!(listed, for_it, "{} in {field}", row.info.id);
            if for_it && !row.is_built() {
                let refused = product(field, row.info.id, &one, &one);
                assert!(matches!(refused, Err(InputError::NotInBuild { .. })));
            }
        }
        if field.starts_with("bls12") && field.ends_with("fq") {
            continue;
        }
        let of = |a: &[u8], b: &[u8]| message(field, "limbs29", a, b);
        assert!(of(&one[1..], &one).starts_with("a: 31 bytes given"));
        assert!(of(&one, &[0; 33]).starts_with("b: 33 bytes given"));
        assert!(
            of(&[0xff; 32], &one)
                .starts_with(&format!("a: the value is not below the modulus of {name}"))
        );
        assert!(of(&one, &[0xff; 32]).starts_with("b: the value is not below"));
    }
    // p itself, of a field of 255 bits.
    let p = oracle::modulus::<fqmul::field::pasta::Fq, 4>();
    let bytes = |x: &BigUint| x.to_bytes_le();
    assert!(message("vesta-fq", "limbs29", &bytes(&p), &one).starts_with("a: the value"));
    let largest = bytes(&(&p - 1u32));
    let square = product("vesta-fq", "limbs29-dropin", &largest, &largest);
    assert_eq!(square, Ok(one.to_vec()));
}
