// Runs a WASI program that wasm2go has turned into Go (session.go), with this process's standard input and output.
//
// wasm2go has no WASI. What a program of Rust that reads lines, writes lines and asks for the time needs of it stands
// here; Go's compiler names anything else that it imports.
package main

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	"os"
	"time"
)

// Numbers of WASI's first preview.
const (
	success       = 0
	badDescriptor = 8
	ioError       = 29
	monotonic     = 1
)

var began = time.Now()

type wasi struct{ module *Module }

// Init is called before the program is started.
func (w *wasi) Init(module any) { w.module = module.(*Module) }

// Asked for in every call: the memory is another one after it has grown.
func (w *wasi) from(address int32) []byte { return w.module.memory[uint32(address):] }

func (w *wasi) u32(address int32) uint32 { return binary.LittleEndian.Uint32(w.from(address)) }

func (w *wasi) put(address int32, value uint32) {
	binary.LittleEndian.PutUint32(w.from(address), value)
}

// The bytes that a vector names.
func (w *wasi) vector(address int32) []byte {
	return w.from(int32(w.u32(address)))[:w.u32(address+4)]
}

func (w *wasi) Xenviron_get(_, _ int32) int32 { return success }

func (w *wasi) Xenviron_sizes_get(count, size int32) int32 {
	w.put(count, 0)
	w.put(size, 0)
	return success
}

func (w *wasi) Xclock_time_get(clock int32, _ int64, out int32) int32 {
	ns := time.Now().UnixNano()
	if clock == monotonic {
		ns = int64(time.Since(began))
	}
	binary.LittleEndian.PutUint64(w.from(out), uint64(ns))
	return success
}

func (w *wasi) Xfd_read(descriptor, vectors, count, out int32) int32 {
	if descriptor != 0 || count == 0 {
		return badDescriptor
	}
	read, err := os.Stdin.Read(w.vector(vectors))
	if err != nil && err != io.EOF {
		return ioError
	}
	w.put(out, uint32(read))
	return success
}

func (w *wasi) Xfd_write(descriptor, vectors, count, out int32) int32 {
	file, known := map[int32]*os.File{1: os.Stdout, 2: os.Stderr}[descriptor]
	if !known {
		return badDescriptor
	}
	total := 0
	for i := range count {
		written, err := file.Write(w.vector(vectors + 8*i))
		if err != nil {
			return ioError
		}
		total += written
	}
	w.put(out, uint32(total))
	return success
}

func (w *wasi) Xrandom_get(start, length int32) int32 {
	rand.Read(w.from(start)[:uint32(length)])
	return success
}

func (w *wasi) Xproc_exit(code int32) { os.Exit(int(code)) }

func main() { New(&wasi{}).X_start() }
