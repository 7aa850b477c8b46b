//! A kernel that was not verified is not timed: this is the part of the verification that the
//! reader of the checksums cannot do.

use crate::oracle;
use fqmul::bench::info::Field;
use fqmul::bench::row::Operations;
use fqmul::field::Element;

type Fq = Element<Field>;

/// All ordered pairs of edge values, with their products by num-bigint.
pub struct Verifier {
    values: Vec<Fq>,
    pairs: Vec<(Fq, Fq, Fq)>,
}

impl Verifier {
    /// The products are computed once and serve every kernel.
    pub fn new() -> Self {
        let values = oracle::edge_values::<Field>();
        let pairs = values
            .iter()
            .flat_map(|&a| values.iter().map(move |&b| (a, b, oracle::product(a, b))))
            .collect();
        Self { values, pairs }
    }

    /// # Errors
    /// The first product or conversion that is wrong, in words.
    pub fn verify(&self, operations: &Operations) -> Result<(), String> {
        let hex = |x: Fq| format!("0x{:x}", oracle::value(x));
        let multiplier = (operations.multiplier)();
        for &(a, b, product) in &self.pairs {
            let got = multiplier.mul(a, b);
            if got != product {
                let [a, b, got, product] = [a, b, got, product].map(hex);
                return Err(format!(
                    "WRONG PRODUCT: {a} * {b} gave {got}, not {product}"
                ));
            }
        }
        for &value in &self.values {
            let got = multiplier.convert(value);
            if got != value {
                let [value, got] = [value, got].map(hex);
                return Err(format!("WRONG CONVERSION: {value} came back as {got}"));
            }
        }
        Ok(())
    }
}
