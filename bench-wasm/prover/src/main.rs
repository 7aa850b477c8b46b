//! The same natively: a program that reads what to do, a word a line, and answers each with a line: the bytes of what
//! it computed as hexadecimal digits, or `error` and why.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;
use std::{env, fs};

use prover::session::{Computed, Session, element, proof};
use prover::{Fr, Refused};

fn main() -> ExitCode {
    let [key, witness] = env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_default();
    if witness.is_empty() {
        eprintln!("usage: prover KEY WITNESS");
        return ExitCode::from(2);
    }
    match run(&key, &witness) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Refused(reason)) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(key: &str, witness: &str) -> Result<(), Refused> {
    let (key, witness) = (read(key)?, read(witness)?);
    let session = loaded(&key, &witness)?;
    let mut out = stdout().lock();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let answer = match obey(&line, &session, (&key, &witness)) {
            Ok(bytes) => hex::encode(bytes),
            Err(Refused(reason)) => format!("error {reason}"),
        };
        // Whoever does not read any more has ended.
        if writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .is_err()
        {
            break;
        }
    }
    Ok(())
}

fn loaded(key: &[u8], witness: &[u8]) -> Result<Session, Refused> {
    let mut session = Session::new(key)?;
    session.take_witness(witness)?;
    Ok(session)
}

fn obey(line: &str, session: &Session, (key, witness): (&[u8], &[u8])) -> Result<Vec<u8>, Refused> {
    let words: Vec<&str> = line.split(' ').collect();
    let computed = match words[..] {
        ["load"] => {
            loaded(key, witness)?;
            return Ok(Vec::new());
        }
        ["check"] => {
            session.check_points()?;
            return Ok(Vec::new());
        }
        ["verify", bytes] => {
            session.verify(&proof(&decoded(bytes)?)?)?;
            return Ok(Vec::new());
        }
        ["prove", r, s] => {
            let [r, s]: [Fr; 2] = [element("r", &decoded(r)?)?, element("s", &decoded(s)?)?];
            Computed::Proof(Box::new(session.prove(&r, &s)?))
        }
        // Bytes that this process has had at most.
        ["memory"] => return Ok(high_water()?.to_be_bytes().to_vec()),
        ["fft"] => Computed::Scalars(session.fft()?),
        ["g1"] => Computed::G1(session.g1()?),
        ["g2"] => Computed::G2(session.g2()?),
        _ => return Err(Refused(format!("there is no \"{line}\""))),
    };
    Ok(computed.bytes())
}

fn high_water() -> Result<u64, Refused> {
    let status = read("/proc/self/status")?;
    let status = String::from_utf8_lossy(&status);
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes
        .map(|count| count * 1024)
        .ok_or_else(|| Refused("this system does not say".into()))
}

fn read(path: &str) -> Result<Vec<u8>, Refused> {
    fs::read(path).map_err(|error| Refused(format!("{path}: {error}")))
}

fn decoded(digits: &str) -> Result<Vec<u8>, Refused> {
    hex::decode(digits).map_err(|error| Refused(error.to_string()))
}
