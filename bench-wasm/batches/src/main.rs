//! The same natively, on the algorithms of arkworks: a program that reads what to do, a line each, and answers each with
//! a line: bytes as hexadecimal digits, or `error` and why.

use batches::{Arkworks, Sum, Transform};
use fqmul::bench::arkworks_batches;
use fqmul::bench::timed::{TimedBytes, TimedMsm};
use std::io::{BufRead, Write, stdin, stdout};

/// What is kept between lines.
#[derive(Default)]
struct State {
    sum: Option<Box<dyn TimedMsm>>,
    transform: Option<Box<dyn TimedBytes>>,
}

/// Over BN254.
struct Own<T>(T);

impl TimedMsm for Own<Sum<Arkworks>> {
    fn sum(&self) -> Vec<u8> {
        self.0.sum()
    }
}

impl TimedBytes for Own<Transform<Arkworks>> {
    fn forward(&mut self) {
        self.0.forward();
    }

    fn values(&self) -> Vec<u8> {
        self.0.values()
    }
}

fn main() {
    let mut state = State::default();
    let mut out = stdout().lock();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let answer = match obey(&line, &mut state) {
            Ok(bytes) => hex::encode(bytes),
            Err(reason) => format!("error {reason}"),
        };
        // Whoever does not read any more has ended.
        if writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .is_err()
        {
            break;
        }
    }
}

fn obey(line: &str, State { sum, transform }: &mut State) -> Result<Vec<u8>, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let (no_operands, no_values) = ("there are no operands", "there are no values");
    match words[..] {
        ["take-sum", points, scalars] => {
            *sum = Some(Box::new(Own(Sum::new(
                &decoded(points)?,
                &decoded(scalars)?,
            )?)));
            Ok(Vec::new())
        }
        ["take-sum-over", curve, points, scalars] => {
            let over = arkworks_batches::sum(curve, &decoded(points)?, &decoded(scalars)?);
            *sum = Some(over.map_err(|error| error.to_string())?);
            Ok(Vec::new())
        }
        ["sum"] => Ok(sum.as_ref().ok_or(no_operands)?.sum()),
        ["take-values", values] => {
            *transform = Some(Box::new(Own(Transform::new(&decoded(values)?)?)));
            Ok(Vec::new())
        }
        ["take-values-over", field, values] => {
            let over = arkworks_batches::transform(field, &decoded(values)?);
            *transform = Some(over.map_err(|error| error.to_string())?);
            Ok(Vec::new())
        }
        ["forward", times] => {
            let times: u32 = times.parse().map_err(|_| "how often is a number")?;
            let transform = transform.as_mut().ok_or(no_values)?;
            for _ in 0..times {
                transform.forward();
            }
            Ok(Vec::new())
        }
        ["values"] => Ok(transform.as_ref().ok_or(no_values)?.values()),
        _ => Err(format!("there is no \"{line}\"")),
    }
}

fn decoded(digits: &str) -> Result<Vec<u8>, String> {
    hex::decode(digits).map_err(|error| error.to_string())
}
