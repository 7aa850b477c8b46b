"""Runs a WASI program in wasmtime, with this process's standard input and output, and a kernel's module linked to it."""

import sys
from importlib.metadata import version

from wasmtime import Config, Engine, Linker, Module, Store, WasiConfig


def new_engine():
    config = Config()
    # A proposal that is off by default, like the flags of the JavaScript engines.
    config.wasm_wide_arithmetic = True
    return Engine(config)


def run(path, kernel=None):
    engine = new_engine()
    linker = Linker(engine)
    linker.define_wasi()
    wasi = WasiConfig()
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    store = Store(engine)
    store.set_wasi(wasi)
    if kernel:
        linker.define_instance(store, "emitted", linker.instantiate(store, Module.from_file(engine, kernel)))
    instance = linker.instantiate(store, Module.from_file(engine, path))
    instance.exports(store)["_start"](store)


match sys.argv[1:]:
    case ["--version"]:
        print(version("wasmtime"))
    case ["--validate", path]:
        with open(path, "rb") as file:
            Module.validate(new_engine(), file.read())
    case [path]:
        run(path)
    case [path, kernel]:
        run(path, kernel)
    case _:
        sys.exit("one program is needed, and a kernel's module where that is emitted; or --version, or --validate MODULE")
