/**
 * Rust as this checkout pins it: found, or installed by rustup, which gets the toolchain that
 * rust-toolchain.toml names. And how a tool is run and its progress is shown.
 */

import { access, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { withLock } from './lock.mjs';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** How the name of a program ends that was compiled for this machine. */
export const EXE = process.platform === 'win32' ? '.exe' : '';
/** This processor, as rustc calls it. */
const MACHINE = { x64: 'x86_64', arm64: 'aarch64' }[/** @type {string} */ (process.arch)] ?? process.arch;
/** Where programs of npm packages lie: wasm-opt for this machine, where there is one, before that of the core. */
const TOOLS = [`packages/wasm-opt/node_modules/@wasm-opt/${process.platform}-${process.arch}/bin`, 'node_modules/.bin'];
const RUSTUP_HINT = 'Install Rust from https://rustup.rs and open a new shell.';
/** Variables that bend a build, or a tool of npm: cargo's own (profiles, targets, wrappers), rustc's and Node's. */
const BENDING = /^(CARGO_.*|RUSTFLAGS|RUSTDOCFLAGS|RUSTDOC|RUSTC|RUSTC_.*|NODE_OPTIONS|NODE_ENV)$/;
/** Of the C that a crate compiles by the crate cc; those of another machine's target bend nothing here. */
const BENDING_C = new RegExp(
  `^((HOST|TARGET)_)?(CC|CXX|AR|CFLAGS|CXXFLAGS|ARFLAGS)(_(wasm32|${MACHINE})[_-].*)?$|^CRATE_CC_.*$`,
  'i',
);
/** Of Go: flags, and what instructions and experiments it compiles for. */
const BENDING_GO = /^(GOFLAGS|GOARCH|GOOS|GO(386|AMD64|ARM|ARM64)|GOEXPERIMENT|GOWORK|GO111MODULE|CGO_.*)$/;
/** Of cargo's, where it finds what it downloads, how it writes, and how many processes it starts. */
const KEPT = /^CARGO_(HOME|HTTP_.*|NET_.*|REGISTRY_.*|REGISTRIES_.*|TERM_.*|BUILD_JOBS)$/;
/** Lines of a failed tool that are shown. */
const LAST_LINES = 20;

/**
 * @typedef {object} Progress
 * @property {string} what names the step
 * @property {'start' | 'running' | 'done' | 'failed'} state
 * @property {string} [detail] of a running step
 */
/** @typedef {(progress: Progress) => void} OnProgress */
/** @typedef {Record<string, string | undefined>} Environment */

/** A tool that is missing or failed. The message is all that a user needs to see. */
export class SetupError extends Error {
  name = 'SetupError';

  /**
   * @param {string} problem one line
   * @param {object} [more]
   * @param {string} [more.hint] what to do about it
   * @param {string} [more.output] of the tool that failed; its last lines are shown
   */
  constructor(problem, { hint = '', output = '' } = {}) {
    const said = output
      .trimEnd()
      .split('\n')
      .slice(-LAST_LINES)
      .map((line) => `  ${line}`)
      .join('\n');
    super([problem, said.trim() && said, hint].filter(Boolean).join('\n'));
    this.hint = hint;
    this.output = output;
  }
}

/**
 * The environment for cargo and the tools of npm. What the user has set to bend
 * builds elsewhere is left out: these builds are the same for everybody.
 *
 * @param {object} [options]
 * @param {OnProgress} [options.onProgress]
 * @param {Environment} [options.env]
 * @param {string} [options.root] the checkout
 * @returns {Promise<Environment>}
 * @throws {SetupError}
 */
export async function ensureToolchain({ onProgress = () => {}, env = process.env, root = ROOT } = {}) {
  if (root.includes(delimiter))
    throw new SetupError(`The path of this checkout has a "${delimiter}", which no PATH can hold: ${root}`, {
      hint: 'Move it to a folder without one.',
    });
  const toolchain = parseToolchain(await readFile(join(root, 'rust-toolchain.toml'), 'utf8'));
  const rest = Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      // Windows says Path, and two of them are one too many.
      const upper = name.toUpperCase();
      return upper !== 'PATH' && !isBending(upper);
    }),
  );
  const path = [...TOOLS.map((folder) => join(root, 'bench-wasm', folder)), env.PATH].join(delimiter);
  const toolEnv = { ...rest, PATH: path, RUSTUP_TOOLCHAIN: toolchain.channel };
  await ensureRust(toolchain, { root, env: toolEnv, onProgress });
  return toolEnv;
}

/** @param {string} name of a variable @returns {boolean} whether it would change what a build makes */
export const isBending = (name) =>
  [BENDING, BENDING_C, BENDING_GO].some((names) => names.test(name)) && !KEPT.test(name);

/**
 * @param {{ channel: string, components: string[], targets: string[] }} toolchain
 * @param {{ root: string, env: Environment, onProgress: OnProgress }} context
 */
async function ensureRust({ channel, components, targets }, { root, env, onProgress }) {
  const run = execa({ cwd: root, env, extendEnv: false, reject: false });
  const [cargo, rustup] = await Promise.all([run('cargo', ['--version']), run('rustup', ['show', 'home'])]);
  if (isMissing(cargo)) throw new SetupError('cargo was not found.', { hint: RUSTUP_HINT });
  const hasRustup = !isMissing(rustup);

  const lacking = async () => {
    const [{ stdout: version = '' }, { stdout: sysroot = '' }] = await Promise.all([
      run('rustc', ['--version']),
      run('rustc', ['--print', 'sysroot']),
    ]);
    const release = /\d+\.\d+\.\d+/.exec(version)?.[0] ?? '0';
    if (release.localeCompare(channel, 'en', { numeric: true }) < 0) return [`rustc ${channel}`];
    const parts = [
      ...targets.map((name) => ({ name, file: join('lib/rustlib', name) })),
      // Only tests need the components: they are no reason to refuse a Rust that is not rustup's.
      ...(hasRustup
        ? components.map((name) => ({ name, file: join('bin', (COMPONENT_PROGRAMS[name] ?? name) + EXE) }))
        : []),
    ];
    const there = await Promise.all(parts.map(({ file }) => exists(join(sysroot, file))));
    return parts.filter((_, i) => !there[i]).map(({ name }) => name);
  };
  const lock = rustup.stdout && join(rustup.stdout, 'fqmul.lock');
  // While another command installs, a part may be there and not whole.
  if ((await lacking()).length === 0 && !(lock && (await exists(lock)))) return;

  if (lock) {
    const what = `install Rust ${channel}`;
    // Said in full: rustup may be told not to install anything by itself.
    const parts = ['--component', components.join(','), '--target', targets.join(',')];
    const args = ['toolchain', 'install', channel, '--profile', 'minimal', '--no-self-update', ...parts];
    // Two rustups at once take each other's files away.
    await withLock(
      lock,
      what,
      (line) => console.error(line),
      async () => {
        if ((await lacking()).length > 0) await runTool('rustup', args, { what, cwd: root, env, onProgress });
      },
    );
  }
  const missing = await lacking();
  if (missing.length > 0) {
    throw new SetupError(`The Rust on PATH lacks ${missing.join(', ')}.`, {
      hint: hasRustup ? "It is not rustup's: put the folder of rustup (~/.cargo/bin) first on PATH." : RUSTUP_HINT,
    });
  }
}

/** The program by which a component is seen to be there, where their names differ. */
const COMPONENT_PROGRAMS = /** @type {Record<string, string>} */ ({ clippy: 'cargo-clippy' });

/**
 * Runs a tool to its end, quietly: its output is shown when it fails.
 *
 * @param {string} file found on the PATH of `env`
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.what the step's name
 * @param {Environment} options.env all of the tool's environment
 * @param {string} [options.cwd]
 * @param {boolean} [options.yields] whether it, and what it starts, has what time others leave
 * @param {OnProgress} [options.onProgress]
 * @returns {Promise<string>} stdout and stderr
 * @throws {SetupError}
 */
export async function runTool(file, args, { what, env, cwd = ROOT, yields, onProgress = () => {} }) {
  onProgress({ what, state: 'start' });
  const child = execa(file, args, {
    cwd,
    // Cargo then counts its crates into the pipe, too.
    env: { ...env, CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '80' },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
  });
  if (yields && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.all.on('data', (chunk) => {
    const detail = lastWord(String(chunk));
    if (detail) onProgress({ what, state: 'running', detail });
  });
  const result = await child;
  onProgress({ what, state: result.failed ? 'failed' : 'done' });
  const output = withoutBars(result.all ?? '');
  if (result.failed) {
    throw new SetupError(`${what} failed: ${result.escapedCommand}`, {
      output: output || result.shortMessage,
      hint: /linker `cc` not found/.test(output)
        ? 'Install a C compiler and linker (Debian: apt-get install build-essential).'
        : '',
    });
  }
  return output;
}

/** A line of rustc's words on the code, which say nothing of how far it is. */
const REMARK = /^(?:warning|note|help|error|-->|=|\||\d+ \||[\^~]+)/;

/**
 * What a piece of output says about how far the tool is.
 *
 * @param {string} chunk
 */
function lastWord(chunk) {
  const crates = chunk.match(/\d+\/\d+(?=: )/g)?.at(-1);
  const lines = withoutBars(chunk)
    .split('\n')
    .map((line) => line.trim());
  return crates ? `${crates} crates` : lines.findLast((line) => line && !REMARK.test(line))?.slice(0, 60);
}

/** @param {string} output @returns {string} without colours, and without the bars that cargo draws and erases */
function withoutBars(output) {
  return stripVTControlCharacters(output).replace(/[^\n]*\r(?!\n)/g, '');
}

/**
 * Shows what is running: a live line on a terminal, elsewhere a line now and then; and for each step a line that
 * stays, with the time it took, when it is over. Of steps that run side by side the first has the live line.
 *
 * @param {Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>} [stream]
 * @returns {OnProgress}
 */
export function showProgress(stream = process.stderr) {
  /** @type {Map<string, { start: number, line: string }>} */
  const running = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const seconds = (/** @type {number} */ start) => (performance.now() - start) / 1000;
  const erase = () => stream.isTTY && stream.write('\r\x1b[K');
  const draw = () => {
    erase();
    const shown = [...running.values()].slice(0, stream.isTTY ? 1 : undefined);
    for (const { start, line } of shown) {
      const now = `${line} (${seconds(start).toFixed(0)} s)`;
      stream.write(stream.isTTY ? now.slice(0, (stream.columns || 100) - 1) : `${now}\n`);
    }
  };
  return ({ what, state, detail }) => {
    const step = running.get(what);
    if (state === 'start') {
      running.set(what, { start: performance.now(), line: what });
      timer ??= setInterval(draw, stream.isTTY ? 250 : 10_000);
      if (!stream.isTTY) stream.write(`${what} ...\n`);
    } else if (step && state === 'running') {
      step.line = `${what}: ${detail}`;
    } else if (step) {
      running.delete(what);
      if (running.size === 0) timer = void clearInterval(timer);
      erase();
      stream.write(`${what}: ${state} in ${seconds(step.start).toFixed(1)} s\n`);
    }
  };
}

/**
 * By what they were asked with. A command asks for each of its builds, and rustup takes a moment to find rustc.
 *
 * @type {Map<string, ReturnType<typeof readVersions>>}
 */
const versions = new Map();

/**
 * The versions that a build is made by.
 *
 * @param {Environment} env from {@link ensureToolchain}
 * @param {string} [root] the checkout
 * @returns {ReturnType<typeof readVersions>}
 */
export function toolVersions(env, root = ROOT) {
  const key = JSON.stringify([root, env.PATH, env.RUSTUP_TOOLCHAIN]);
  const answer = versions.get(key) ?? readVersions(env, root);
  versions.set(key, answer);
  return answer;
}

/**
 * @param {Environment} env
 * @param {string} root
 * @returns {Promise<{ rustc: string, wasmPack: null, wasmBindgen: string, wasmOpt: string, arkFf: string[] }>}
 *   arkFf: all that are linked, oldest first; wasmPack: of older results, whose modules it made
 */
async function readVersions(env, root) {
  const [rustc, binaryen, lock] = await Promise.all([
    execa('rustc', ['--version'], { cwd: root, env, extendEnv: false }),
    // wasm-opt itself takes half a second to say this.
    readFile(new URL('../../node_modules/binaryen/package.json', import.meta.url), 'utf8').then(JSON.parse),
    readFile(join(root, 'Cargo.lock'), 'utf8'),
  ]);
  return {
    rustc: rustc.stdout,
    wasmPack: null,
    wasmBindgen: `wasm-bindgen ${lockedVersions(lock, 'wasm-bindgen')[0]}`,
    wasmOpt: `wasm-opt (binaryen ${binaryen.version})`,
    arkFf: linkedVersions(lock, 'fqmul', 'ark-ff'),
  };
}

/** @typedef {{ name: string, version: string, dependencies?: string[] }} Locked */

/** @param {string} lock text of a Cargo.lock @returns {Locked[]} */
function packagesIn(lock) {
  const { package: packages } = /** @type {{ package: Locked[] }} */ (/** @type {unknown} */ (parse(lock)));
  return packages;
}

/** @param {string} lock text of a Cargo.lock @param {string} name of a package in it @returns {string[]} */
export function lockedVersions(lock, name) {
  return packagesIn(lock)
    .filter((one) => one.name === name)
    .map(({ version }) => version);
}

/**
 * The workspace has more versions of a package than one crate links.
 *
 * @param {string} lock text of a Cargo.lock
 * @param {string} crate in it
 * @param {string} name of a package that the crate depends on
 * @returns {string[]} its versions, as the lock file sorts them
 */
export function linkedVersions(lock, crate, name) {
  const { dependencies = [] } = packagesIn(lock).find((one) => one.name === crate) ?? {};
  // Where there is one version, the lock file does not say which.
  return dependencies
    .map((dependency) => dependency.split(' '))
    .filter(([id]) => id === name)
    .flatMap(([, version]) => version ?? lockedVersions(lock, name));
}

/** @param {string} toml text of a rust-toolchain.toml */
function parseToolchain(toml) {
  const { toolchain } = /** @type {{ toolchain: { channel: string, components?: string[], targets?: string[] } }} */ (
    /** @type {unknown} */ (parse(toml))
  );
  const { channel, components = [], targets = [] } = toolchain;
  return { channel, components, targets };
}

/** @param {{ cause?: unknown }} result */
function isMissing(result) {
  return /** @type {NodeJS.ErrnoException | undefined} */ (result.cause)?.code === 'ENOENT';
}

/** @param {string} path */
function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
