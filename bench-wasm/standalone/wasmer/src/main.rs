//! Runs a WASI program in wasmer, by one of its compilers, with the input and output of this process.
//!
//! `wasmer-host COMPILER FILE`, `wasmer-host COMPILER --validate FILE` or `wasmer-host --version`,
//! where COMPILER is `cranelift` or `singlepass`.

use std::io::{self, Read, Write};
use std::process::exit;
use std::time::Instant;
use wasmer::sys::{Cranelift, EngineBuilder, Singlepass};
use wasmer::{
    Engine, Function, FunctionEnv, FunctionEnvMut, Instance, Memory, MemoryView, Module, Store,
    imports,
};

const VERSION: &str = "7.4.2";
const USAGE: &str =
    "a compiler and a program are needed: cranelift or singlepass, then FILE or --validate FILE";

/// Error numbers of WASI.
const SUCCESS: i32 = 0;
const BAD_FILE: i32 = 8;
const FAULT: i32 = 21;
const IO: i32 = 29;

struct Host {
    memory: Option<Memory>,
    began: Instant,
}

type Env<'a> = FunctionEnvMut<'a, Host>;

fn engine(compiler: &str) -> Option<Engine> {
    let builder = match compiler {
        "cranelift" => EngineBuilder::new(Cranelift::new()),
        "singlepass" => EngineBuilder::new(Singlepass::new()),
        _ => return None,
    };
    Some(builder.engine().into())
}

/// What a function of WASI does to the memory of the program.
fn with_memory(env: &Env, act: impl FnOnce(&MemoryView) -> Result<(), i32>) -> i32 {
    let Some(memory) = &env.data().memory else {
        return FAULT;
    };
    act(&memory.view(env)).map_or_else(|error| error, |()| SUCCESS)
}

fn put(view: &MemoryView, at: i32, bytes: &[u8]) -> Result<(), i32> {
    view.write(u64::from(at as u32), bytes).map_err(|_| FAULT)
}

fn get<const N: usize>(view: &MemoryView, at: u64) -> Result<[u8; N], i32> {
    let mut bytes = [0; N];
    view.read(at, &mut bytes).map_err(|_| FAULT)?;
    Ok(bytes)
}

/// Each buffer of a list, as its address and its length.
fn buffers(view: &MemoryView, list: i32, count: i32) -> Result<Vec<(u64, usize)>, i32> {
    (0..u64::from(count as u32))
        .map(|i| {
            let entry = u64::from(list as u32) + 8 * i;
            let address = u32::from_le_bytes(get(view, entry)?);
            let length = u32::from_le_bytes(get(view, entry + 4)?);
            Ok((u64::from(address), length as usize))
        })
        .collect()
}

fn fd_read(env: Env, fd: i32, list: i32, count: i32, read: i32) -> i32 {
    with_memory(&env, |view| {
        if fd != 0 {
            return Err(BAD_FILE);
        }
        // As much as is there: the first buffer that has room takes it.
        let room = buffers(view, list, count)?;
        let mut taken = 0;
        if let Some((address, length)) = room.into_iter().find(|(_, length)| *length > 0) {
            let mut bytes = vec![0; length];
            taken = io::stdin().lock().read(&mut bytes).map_err(|_| IO)?;
            view.write(address, &bytes[..taken]).map_err(|_| FAULT)?;
        }
        put(view, read, &(taken as u32).to_le_bytes())
    })
}

fn fd_write(env: Env, fd: i32, list: i32, count: i32, written: i32) -> i32 {
    with_memory(&env, |view| {
        let mut text = Vec::new();
        for (address, length) in buffers(view, list, count)? {
            let begin = text.len();
            text.resize(begin + length, 0);
            view.read(address, &mut text[begin..]).map_err(|_| FAULT)?;
        }
        match fd {
            1 => io::stdout()
                .lock()
                .write_all(&text)
                .and_then(|()| io::stdout().flush()),
            2 => io::stderr().lock().write_all(&text),
            _ => return Err(BAD_FILE),
        }
        .map_err(|_| IO)?;
        put(view, written, &(text.len() as u32).to_le_bytes())
    })
}

/// Of any clock: nanoseconds since the program was started.
fn clock_time_get(env: Env, _clock: i32, _precision: i64, time: i32) -> i32 {
    let now = env.data().began.elapsed().as_nanos() as u64;
    with_memory(&env, |view| put(view, time, &now.to_le_bytes()))
}

/// No variables.
fn environ_sizes_get(env: Env, count: i32, bytes: i32) -> i32 {
    with_memory(&env, |view| {
        put(view, count, &[0; 4])?;
        put(view, bytes, &[0; 4])
    })
}

fn environ_get(_env: Env, _list: i32, _bytes: i32) -> i32 {
    SUCCESS
}

/// For the seeds of hash tables, which nothing here rests on.
fn random_get(env: Env, at: i32, length: i32) -> i32 {
    with_memory(&env, |view| put(view, at, &vec![0; length as u32 as usize]))
}

fn proc_exit(_env: Env, code: i32) {
    exit(code)
}

fn run(engine: Engine, bytes: &[u8]) -> Result<(), String> {
    let mut store = Store::new(engine);
    let module = Module::new(&store, bytes).map_err(|error| error.to_string())?;
    let host = Host {
        memory: None,
        began: Instant::now(),
    };
    let env = FunctionEnv::new(&mut store, host);
    let imports = imports! {
        "wasi_snapshot_preview1" => {
            "fd_read" => Function::new_typed_with_env(&mut store, &env, fd_read),
            "fd_write" => Function::new_typed_with_env(&mut store, &env, fd_write),
            "clock_time_get" => Function::new_typed_with_env(&mut store, &env, clock_time_get),
            "environ_get" => Function::new_typed_with_env(&mut store, &env, environ_get),
            "environ_sizes_get" => Function::new_typed_with_env(&mut store, &env, environ_sizes_get),
            "random_get" => Function::new_typed_with_env(&mut store, &env, random_get),
            "proc_exit" => Function::new_typed_with_env(&mut store, &env, proc_exit),
        },
    };
    let instance =
        Instance::new(&mut store, &module, &imports).map_err(|error| error.to_string())?;
    let memory = instance
        .exports
        .get_memory("memory")
        .map_err(|error| error.to_string())?;
    env.as_mut(&mut store).memory = Some(memory.clone());
    let start = instance
        .exports
        .get_function("_start")
        .map_err(|error| error.to_string())?;
    start
        .call(&mut store, &[])
        .map_err(|error| error.to_string())?;
    Ok(())
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (compiler, validated, file) = match words[..] {
        ["--version"] => return println!("{VERSION}"),
        [compiler, "--validate", file] => (compiler, true, file),
        [compiler, file] => (compiler, false, file),
        _ => ("", false, ""),
    };
    let Some(engine) = engine(compiler) else {
        eprintln!("{USAGE}");
        exit(2)
    };
    let done = std::fs::read(file)
        .map_err(|error| error.to_string())
        .and_then(|bytes| match validated {
            // Compiled, for a compiler may lack what is valid.
            true => Module::new(&engine, &bytes)
                .map(|_| ())
                .map_err(|error| error.to_string()),
            false => run(engine, &bytes),
        });
    if let Err(error) = done {
        eprintln!("{file}: {error}");
        exit(1)
    }
}
