/*
 * Runs a WASI program that wasm2c has turned into C (session.c), with this process's standard input and output.
 *
 * wasm2c has no WASI. What a program of Rust that reads lines, writes lines and asks for the time needs of it stands
 * here; the linker names anything else that it imports.
 */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* It jumps to a handler, and here is none. */
#define wasm_rt_trap trap
#include "session.c"

/* Names are mangled in one way up to wabt 1.0.32, and in another from 1.0.33 on. */
#ifdef WASM_RT_SIGNAL_RECOVERY_SUPPORTED
#define WASI(name) Z_wasi_snapshot_preview1Z_##name
typedef struct Z_wasi_snapshot_preview1_instance_t Wasi;
typedef Z_session_instance_t Session;
static void instantiate(Session *session) {
  Z_session_init_module();
  Z_session_instantiate(session, NULL);
}
#define start Z_sessionZ__start
#define memory_of Z_sessionZ_memory
#else
#define WASI(name) w2c_wasi__snapshot__preview1_##name
typedef struct w2c_wasi__snapshot__preview1 Wasi;
typedef w2c_session Session;
static void instantiate(Session *session) { wasm2c_session_instantiate(session, NULL); }
#define start w2c_session_0x5Fstart
#define memory_of w2c_session_memory
#endif

/* Numbers of WASI's first preview. */
enum { SUCCESS = 0, BAD_DESCRIPTOR = 8, IO = 29 };
enum { MONOTONIC = 1 };

static Session session;

/* Bytes of the program, which stay where they are when its memory grows. */
static u8 *at(u32 address) { return memory_of(&session)->data + address; }

static u32 u32_at(u32 address) {
  u32 value;
  memcpy(&value, at(address), sizeof value);
  return value;
}

static u32 answer(u32 address, u32 value) {
  memcpy(at(address), &value, sizeof value);
  return SUCCESS;
}

u32 WASI(environ_get)(Wasi *wasi, u32 pointers, u32 bytes) { return SUCCESS; }

u32 WASI(environ_sizes_get)(Wasi *wasi, u32 count, u32 size) {
  answer(count, 0);
  return answer(size, 0);
}

u32 WASI(clock_time_get)(Wasi *wasi, u32 clock, u64 precision, u32 out) {
  struct timespec now;
  clock_gettime(clock == MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME, &now);
  u64 ns = (u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec;
  memcpy(at(out), &ns, sizeof ns);
  return SUCCESS;
}

u32 WASI(fd_read)(Wasi *wasi, u32 descriptor, u32 vectors, u32 count, u32 out) {
  if (descriptor != STDIN_FILENO || count == 0) return BAD_DESCRIPTOR;
  ssize_t read_bytes = read(STDIN_FILENO, at(u32_at(vectors)), u32_at(vectors + 4));
  return read_bytes < 0 ? IO : answer(out, (u32)read_bytes);
}

u32 WASI(fd_write)(Wasi *wasi, u32 descriptor, u32 vectors, u32 count, u32 out) {
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO) return BAD_DESCRIPTOR;
  u32 total = 0;
  for (; count > 0; vectors += 8, count--) {
    ssize_t written = write((int)descriptor, at(u32_at(vectors)), u32_at(vectors + 4));
    if (written < 0) return IO;
    total += (u32)written;
    /* The program writes the rest in another call. */
    if ((u32)written < u32_at(vectors + 4)) break;
  }
  return answer(out, total);
}

u32 WASI(random_get)(Wasi *wasi, u32 start_at, u32 length) {
  return getentropy(at(start_at), length) == 0 ? SUCCESS : IO;
}

/* A panic of the program has been written by now. */
void trap(wasm_rt_trap_t code) {
  fprintf(stderr, "%s\n", wasm_rt_strerror(code));
  exit(1);
}

void WASI(proc_exit)(Wasi *wasi, u32 code) { exit((int)code); }

int main(void) {
  wasm_rt_init();
  instantiate(&session);
  start(&session);
  return 0;
}
