"""Runs a WASI program in wasm3, with this process's standard input and output.

The Python package of wasm3 has no WASI. What a program of Rust that reads lines, writes lines and asks for the time
needs of it stands here; anything else that it imports stops it with its name.
"""

import os
import struct
import sys
import time
from importlib.metadata import version

import wasm3

STACK_BYTES = 1 << 20
# Numbers of WASI's first preview.
SUCCESS, BAD_DESCRIPTOR = 0, 8
MONOTONIC = 1


def u32(memory, at):
    return struct.unpack_from("<I", memory, at)[0]


class Wasi:
    """The functions of wasi_snapshot_preview1 by name, each with its type as wasm3 writes it."""

    def __init__(self, runtime):
        self.runtime = runtime
        self.exit_code = None
        self.functions = {
            "args_get": ("i(ii)", lambda *_: SUCCESS),
            "args_sizes_get": ("i(ii)", self.nothing),
            "environ_get": ("i(ii)", lambda *_: SUCCESS),
            "environ_sizes_get": ("i(ii)", self.nothing),
            "clock_time_get": ("i(iIi)", self.clock_time_get),
            "fd_read": ("i(iiii)", self.fd_read),
            "fd_write": ("i(iiii)", self.fd_write),
            "random_get": ("i(ii)", self.random_get),
            "proc_exit": ("v(i)", self.proc_exit),
        }

    # Asked for in every call: it is another one after it has grown.
    def memory(self):
        return self.runtime.get_memory(0)

    def nothing(self, count, size):
        memory = self.memory()
        struct.pack_into("<I", memory, count & 0xFFFFFFFF, 0)
        struct.pack_into("<I", memory, size & 0xFFFFFFFF, 0)
        return SUCCESS

    def clock_time_get(self, clock, _precision, out):
        now = time.perf_counter_ns() if clock == MONOTONIC else time.time_ns()
        struct.pack_into("<Q", self.memory(), out, now)
        return SUCCESS

    def parts(self, vectors, count):
        memory = self.memory()
        for at in range(vectors, vectors + 8 * count, 8):
            start = u32(memory, at)
            yield memory[start : start + u32(memory, at + 4)]

    def fd_read(self, descriptor, vectors, count, out):
        if descriptor != sys.stdin.fileno():
            return BAD_DESCRIPTOR
        first = next(self.parts(vectors, count), b"")
        data = os.read(descriptor, len(first))
        first[: len(data)] = data
        struct.pack_into("<I", self.memory(), out, len(data))
        return SUCCESS

    def fd_write(self, descriptor, vectors, count, out):
        if descriptor not in (sys.stdout.fileno(), sys.stderr.fileno()):
            return BAD_DESCRIPTOR
        data = b"".join(bytes(part) for part in self.parts(vectors, count))
        written = os.write(descriptor, data)
        struct.pack_into("<I", self.memory(), out, written)
        return SUCCESS

    def random_get(self, start, length):
        self.memory()[start : start + length] = os.urandom(length)
        return SUCCESS

    def proc_exit(self, code):
        self.exit_code = code
        # wasm3 has no other way to leave a program.
        raise SystemExit(code)


def load(path):
    environment = wasm3.Environment()
    runtime = environment.new_runtime(STACK_BYTES)
    with open(path, "rb") as file:
        module = environment.parse_module(file.read())
    runtime.load(module)
    return runtime, module


def run(path):
    runtime, module = load(path)
    wasi = Wasi(runtime)
    for name, (signature, function) in wasi.functions.items():
        try:
            module.link_function("wasi_snapshot_preview1", name, signature, function)
        except RuntimeError as error:
            # The program does not import it.
            if "function lookup failed" not in str(error):
                raise
    try:
        runtime.find_function("_start")()
    except BaseException:
        if wasi.exit_code is None:
            raise
    sys.exit(wasi.exit_code or 0)


match sys.argv[1:]:
    case ["--version"]:
        print(version("pywasm3"))
    case ["--validate", path]:
        load(path)
    case [path]:
        run(path)
    case _:
        sys.exit("one program is needed, or --version, or --validate MODULE")
