//! The same natively, on the algorithms of arkworks: a program that reads what to do, a line each, and answers each with a line: bytes as hexadecimal
//! digits, or `error` and why.

use batches::{Arkworks, Sum, Transform};
use std::io::{BufRead, Write, stdin, stdout};

fn main() {
    let (mut sum, mut transform) = (None, None);
    let mut out = stdout().lock();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let answer = match obey(&line, &mut sum, &mut transform) {
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

fn obey(
    line: &str,
    sum: &mut Option<Sum<Arkworks>>,
    transform: &mut Option<Transform<Arkworks>>,
) -> Result<Vec<u8>, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let (no_operands, no_values) = ("there are no operands", "there are no values");
    match words[..] {
        ["take-sum", points, scalars] => {
            *sum = Some(Sum::new(&decoded(points)?, &decoded(scalars)?)?);
            Ok(Vec::new())
        }
        ["sum"] => Ok(sum.as_ref().ok_or(no_operands)?.sum()),
        ["take-values", values] => {
            *transform = Some(Transform::new(&decoded(values)?)?);
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
