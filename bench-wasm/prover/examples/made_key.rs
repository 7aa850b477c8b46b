//! A key and a witness of any size, as snarkjs and circom write them: `made_key FOLDER LOG2` makes `key.zkey` and
//! `witness.wtns` for a circuit of 2^LOG2 rows. Whoever has such a key can forge proofs of it: its secrets are computed
//! from the size.
//!
//! A row is a step of v -> v² + i. The last value is public.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use arkworks::ark_bn254::{Fq, Fq2, Fr, G1Projective, G2Projective};
use arkworks::ark_ec::scalar_mul::BatchMulPreprocessing;
use arkworks::ark_ec::{AffineRepr, PrimeGroup};
use arkworks::ark_ff::{BigInt, FftField, Field, One, PrimeField, Zero, batch_inversion};

/// Variables: the one, the last value, which is public, and all before it.
const LAST: usize = 1;
/// Rows of public values, the one among them.
const INPUTS: usize = 2;

fn main() -> std::io::Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [folder, log2] = &args[..] else {
        eprintln!("made_key FOLDER LOG2");
        std::process::exit(2);
    };
    let Some(log2) = log2.parse().ok().filter(|log2| (2..=24).contains(log2)) else {
        eprintln!("LOG2: {log2}; 2 to 24 is needed");
        std::process::exit(2);
    };
    let rows = 1usize << log2;
    std::fs::create_dir_all(folder)?;
    write_key(&Path::new(folder).join("key.zkey"), rows)?;
    write_witness(&Path::new(folder).join("witness.wtns"), rows)
}

/// The variable of the value after so many steps.
const fn variable(step: usize, steps: usize) -> usize {
    if step == steps { LAST } else { step + 2 }
}

/// The Lagrange polynomials of 2^k roots at a point.
fn lagrange(size: usize, at: Fr) -> Vec<Fr> {
    let root = Fr::get_root_of_unity(size as u64).expect("there are 2^28");
    let scale = (at.pow([size as u64]) - Fr::one()) / Fr::from(size as u64);
    let mut roots = Vec::with_capacity(size);
    let mut power = Fr::one();
    for _ in 0..size {
        roots.push(power);
        power *= root;
    }
    let mut below: Vec<_> = roots.iter().map(|root| at - root).collect();
    batch_inversion(&mut below);
    roots
        .iter()
        .zip(below)
        .map(|(root, inverse)| scale * root * inverse)
        .collect()
}

fn write_key(path: &Path, rows: usize) -> std::io::Result<()> {
    let steps = rows - INPUTS;
    let variables = steps + 2;
    // Nobody can have drawn them: they are written here.
    let [tau, alpha, beta, gamma, delta] =
        [5u64, 7, 11, 13, 17].map(|base| Fr::from(base).pow([1_000_003 + rows as u64]));

    let at = lagrange(rows, tau);
    let [mut a, mut b, mut c] = std::array::from_fn(|_| vec![Fr::zero(); variables]);
    let mut terms = Vec::new();
    for (step, value) in at.iter().take(steps).enumerate() {
        let (from, to) = (variable(step, steps), variable(step + 1, steps));
        a[from] += value;
        b[from] += value;
        c[to] += value;
        c[0] -= Fr::from(step as u64) * value;
        terms.extend([(0, step, from), (1, step, from)]);
    }
    for (input, value) in at[steps..].iter().enumerate() {
        a[input] += value;
        terms.push((0, steps + input, input));
    }
    let over = |below: Fr| {
        let inverse = below.inverse().expect("it is not zero");
        move |i: usize, a: &[Fr], b: &[Fr], c: &[Fr]| (beta * a[i] + alpha * b[i] + c[i]) * inverse
    };
    let (of_input, of_private) = (over(gamma), over(delta));
    let inputs: Vec<_> = (0..INPUTS).map(|i| of_input(i, &a, &b, &c)).collect();
    let private: Vec<_> = (INPUTS..variables)
        .map(|i| of_private(i, &a, &b, &c))
        .collect();
    let inverse = delta.inverse().expect("it is not zero");
    let h: Vec<_> = lagrange(2 * rows, tau)
        .iter()
        .skip(1)
        .step_by(2)
        .map(|value| *value * inverse)
        .collect();

    let began = Instant::now();
    let in_g1 = BatchMulPreprocessing::new(G1Projective::generator(), variables);
    let in_g2 = BatchMulPreprocessing::new(G2Projective::generator(), variables);
    let g1 = |scalars: &[Fr]| {
        let mut bytes = Vec::with_capacity(64 * scalars.len());
        for point in in_g1.batch_mul(scalars) {
            let (x, y) = point.xy().unwrap_or_default();
            [x, y].iter().for_each(|part| push(&mut bytes, *part));
        }
        bytes
    };
    let g2 = |scalars: &[Fr]| {
        let mut bytes = Vec::with_capacity(128 * scalars.len());
        for point in in_g2.batch_mul(scalars) {
            let (x, y) = point.xy().unwrap_or_default();
            [x, y].iter().for_each(|part: &Fq2| {
                push(&mut bytes, part.c0);
                push(&mut bytes, part.c1);
            });
        }
        bytes
    };

    let mut head = Vec::new();
    prime::<Fq>(&mut head);
    prime::<Fr>(&mut head);
    for count in [variables, INPUTS - 1, rows] {
        head.extend((count as u32).to_le_bytes());
    }
    head.extend(g1(&[alpha, beta]));
    head.extend(g2(&[beta, gamma]));
    head.extend(g1(&[delta]));
    head.extend(g2(&[delta]));

    let mut coefficients = (terms.len() as u32).to_le_bytes().to_vec();
    // As the file has it: times R², with R = 2^256, so the residue of R.
    let mut one = Vec::new();
    push(&mut one, Fr::from(2u64).pow([256]));
    for (matrix, row, variable) in terms {
        for word in [matrix, row, variable] {
            coefficients.extend((word as u32).to_le_bytes());
        }
        coefficients.extend(&one);
    }
    let sections = [
        (1, 1u32.to_le_bytes().to_vec()),
        (2, head),
        (3, g1(&inputs)),
        (4, coefficients),
        (5, g1(&a)),
        (6, g1(&b)),
        (7, g2(&b)),
        (8, g1(&private)),
        (9, g1(&h)),
    ];
    eprintln!(
        "{rows} rows: points in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    write(path, "zkey", 1, &sections)
}

fn write_witness(path: &Path, rows: usize) -> std::io::Result<()> {
    let steps = rows - INPUTS;
    let mut values = vec![Fr::one(); steps + 2];
    let mut value = Fr::from(3u64);
    for step in 0..steps {
        values[variable(step, steps)] = value;
        value = value.square() + Fr::from(step as u64);
    }
    values[LAST] = value;
    let mut head = Vec::new();
    prime::<Fr>(&mut head);
    head.extend((values.len() as u32).to_le_bytes());
    let mut bytes = Vec::with_capacity(32 * values.len());
    for value in values {
        integer(&mut bytes, value.into_bigint());
    }
    write(path, "wtns", 2, &[(1, head), (2, bytes)])
}

fn write(
    path: &Path,
    kind: &str,
    version: u32,
    sections: &[(u32, Vec<u8>)],
) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(kind.as_bytes())?;
    file.write_all(&version.to_le_bytes())?;
    file.write_all(&(sections.len() as u32).to_le_bytes())?;
    for (number, bytes) in sections {
        file.write_all(&number.to_le_bytes())?;
        file.write_all(&(bytes.len() as u64).to_le_bytes())?;
        file.write_all(bytes)?;
    }
    file.flush()
}

fn integer(bytes: &mut Vec<u8>, value: BigInt<4>) {
    value
        .0
        .iter()
        .for_each(|limb| bytes.extend(limb.to_le_bytes()));
}

/// An element as a key has it: its residue, times 2^256.
fn push<F: PrimeField<BigInt = BigInt<4>>>(bytes: &mut Vec<u8>, element: F) {
    let r = F::from(2u64).pow([256]);
    integer(bytes, (element * r).into_bigint());
}

fn prime<F: PrimeField<BigInt = BigInt<4>>>(bytes: &mut Vec<u8>) {
    bytes.extend(32u32.to_le_bytes());
    integer(bytes, F::MODULUS);
}
