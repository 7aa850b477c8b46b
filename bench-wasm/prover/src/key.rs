//! A key as snarkjs writes it, as arkworks has it.

use crate::sections::{ELEMENT, G1, G2, Reader, Refused, Sections, push, refuse, with_room};
use arkworks::ark_bn254::{Bn254, Fq, Fr};
use arkworks::ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use arkworks::ark_ff::One;
use arkworks::ark_groth16::{ProvingKey, VerifyingKey};
use arkworks::{Matrix, OwnedMatrices, Shape, matrices};

/// The only proof system whose keys are taken, as the file names it.
const GROTH16: u32 = 1;

pub struct Key {
    pub proving: ProvingKey<Bn254>,
    /// Of the constraints alone, without a row for each input.
    pub matrices: OwnedMatrices<Fr>,
    pub shape: Shape,
}

impl Key {
    /// Whether points are on their curves and in their subgroups is [`Key::check_points`].
    ///
    /// # Errors
    /// Where the file is not whole, or not of a Groth16 key over BN254.
    pub fn read(bytes: &[u8]) -> Result<Self, Refused> {
        let file = Sections::read("key", "zkey", 1, bytes)?;
        let protocol = file.section(1, "protocol")?.u32()?;
        if protocol != GROTH16 {
            refuse!(
                "the key is not of Groth16: its protocol has the number {protocol}, not {GROTH16}"
            );
        }
        let mut head = file.section(2, "head of the key")?;
        head.prime::<Fq>("prime")?;
        head.prime::<Fr>("order")?;
        let [variables, public, domain] = [head.count()?, head.count()?, head.count()?];
        // The one is an input, too.
        if public >= variables {
            refuse!("the key has {public} public variables, of {variables} in all");
        }
        let inputs = public + 1;
        let (alpha_g1, beta_g1) = (head.g1()?, head.g1()?);
        let (beta_g2, gamma_g2) = (head.g2()?, head.g2()?);
        let (delta_g1, delta_g2) = (head.g1()?, head.g2()?);
        let points = |number, name, count| file.section(number, name)?.all(count, G1, Reader::g1);

        let gamma_abc_g1 = points(3, "points of the inputs", inputs)?;
        let a_query = points(5, "points A", variables)?;
        let b_g1_query = points(6, "points B in G1", variables)?;
        let b_g2_query = file
            .section(7, "points B in G2")?
            .all(variables, G2, Reader::g2)?;
        let l_query = points(8, "points C", variables - inputs)?;
        let h_query = points(9, "points H", domain)?;
        let (a, b) = rows(file.section(4, "coefficients")?, inputs, variables, domain)?;
        let shape = Shape {
            inputs,
            variables,
            constraints: a.len(),
        };
        Ok(Self {
            proving: ProvingKey {
                vk: VerifyingKey {
                    alpha_g1,
                    beta_g2,
                    gamma_g2,
                    delta_g2,
                    gamma_abc_g1,
                },
                beta_g1,
                delta_g1,
                a_query,
                b_g1_query,
                b_g2_query,
                h_query,
                l_query,
            },
            matrices: matrices(a, b, shape),
            shape,
        })
    }

    /// The points that a proof is verified with. A pairing of others may be none at all.
    ///
    /// # Errors
    /// As those of [`Key::check_points`].
    pub fn check_verifying_points(&self) -> Result<(), Refused> {
        let ProvingKey { vk, .. } = &self.proving;
        check("head of the key", &[vk.alpha_g1])?;
        check("head of the key", &[vk.beta_g2, vk.gamma_g2, vk.delta_g2])?;
        check("points of the inputs", &vk.gamma_abc_g1)
    }

    /// Takes about as long as a proof: a key whose hash is known need not be asked.
    ///
    /// # Errors
    /// Where a point is not on its curve, or not in its subgroup.
    pub fn check_points(&self) -> Result<(), Refused> {
        let key = &self.proving;
        self.check_verifying_points()?;
        check("head of the key", &[key.beta_g1, key.delta_g1])?;
        check("points A", &key.a_query)?;
        check("points B in G1", &key.b_g1_query)?;
        check("points B in G2", &key.b_g2_query)?;
        check("points C", &key.l_query)?;
        check("points H", &key.h_query)
    }
}

fn check<C: SWCurveConfig>(name: &str, points: &[Affine<C>]) -> Result<(), Refused> {
    for (index, point) in points.iter().enumerate() {
        if !point.is_on_curve() {
            refuse!("the key is wrong: point {index} of its {name} is not on its curve");
        }
        if !point.is_in_correct_subgroup_assuming_on_curve() {
            refuse!("the key is wrong: point {index} of its {name} is not in its subgroup");
        }
    }
    Ok(())
}

/// The rows of A and B. The file has a row more of A for each input, which is that input alone; the reduction makes
/// those itself.
fn rows(
    mut section: Reader,
    inputs: usize,
    variables: usize,
    domain: usize,
) -> Result<(Matrix<Fr>, Matrix<Fr>), Refused> {
    let count = section.count()?;
    let terms = section.all(count, 3 * size_of::<u32>() + ELEMENT, |term| {
        let [matrix, row, variable] = [term.count()?, term.count()?, term.count()?];
        if matrix > 1 || row >= domain || variable >= variables {
            refuse!("the key has a coefficient of matrix {matrix}, row {row}, variable {variable}, which is none");
        }
        Ok((matrix, row, variable, term.coefficient()?))
    })?;
    let last = terms.iter().map(|&(_, row, ..)| row + 1).max().unwrap_or(0);
    let Some(constraints) = last.checked_sub(inputs) else {
        refuse!(
            "the key has {inputs} inputs, and coefficients of {last} rows: one for each input is needed"
        );
    };
    // snarkjs has two rows at least: of a circuit without a constraint or a public value the second is empty.
    if last.checked_next_power_of_two().map(|rows| rows.max(2)) != Some(domain) {
        refuse!("the key is for {domain} rows, and has coefficients of {last}");
    }
    let mut matrices: [Matrix<Fr>; 2] = [with_room(last)?, with_room(last)?];
    for matrix in &mut matrices {
        matrix.resize(last, Vec::new());
    }
    for (matrix, row, variable, coefficient) in terms {
        push(&mut matrices[matrix][row], (coefficient, variable))?;
    }
    let [mut a, mut b] = matrices;
    for input in 0..inputs {
        if a[constraints + input] != [(Fr::one(), input)] || !b[constraints + input].is_empty() {
            refuse!("the key has no row of its own for input {input}");
        }
    }
    a.truncate(constraints);
    b.truncate(constraints);
    Ok((a, b))
}
