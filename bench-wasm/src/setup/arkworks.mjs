/**
 * Builds of the crate around one arkworks of the user's choice: a published version, a checkout that
 * somebody is editing, or a published version with copies of some of its crates that somebody has
 * changed. Its product is the kernel `subject` of the module.
 */

import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'smol-toml'; // The TOML reader of the npm world: no parser of our own.
import { WITHOUT_CURVES, VARIANTS, buildPackage } from './builds.mjs';
import { standingAlone } from './manifest.mjs';
import { ROOT } from './toolchain.mjs';

/** The id of the arkworks product in such a module. */
export const SUBJECT = 'subject';

/**
 * @typedef {object} Arkworks
 * @property {string} id of its row, e.g. `ark-0.4.2`, `ark-algebra`
 * @property {string} [version] of ark-ff, published; of a checkout without curves, that of its ark-ff
 * @property {string} [checkout] folder of arkworks-rs/algebra
 * @property {string} [copies] folder of crates in whose place they stand, such as ark-ff
 */

/**
 * @param {string} spec `0.6.0`, `0.5.0-alpha.0`, or `path:FOLDER` of a checkout or of copies
 * @param {string} from the folder that a path is relative to
 * @returns {Arkworks}
 * @throws {RangeError} that says what is allowed
 */
export function parseArkworks(spec, from) {
  if (/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(spec)) return { id: `ark-${slug(spec)}`, version: spec };
  if (!spec.startsWith('path:')) {
    throw new RangeError(
      `--ark ${spec}: a version of ark-ff such as 0.6.0, or path:FOLDER of arkworks-rs/algebra, or of copies of its ` +
        'crates, is needed.',
    );
  }
  const folder = resolve(from, spec.slice('path:'.length));
  const id = `ark-${partsOf(folder, 1)}`;
  if (existsSync(join(folder, 'ark-ff/Cargo.toml')))
    return { id, version: versionIn(folder, 'ark-ff', spec), copies: folder };
  if (!existsSync(join(folder, 'ff/Cargo.toml'))) {
    throw new RangeError(
      `--ark ${spec}: ${join(folder, 'ff')} is no crate; a checkout of arkworks-rs/algebra is needed.`,
    );
  }
  if (existsSync(join(folder, 'curves/bn254/Cargo.toml'))) return { id, checkout: folder };
  // Before 0.5 curves had a repository of their own: the published one is built on the checkout.
  return { id, version: versionIn(folder, 'ff', spec), checkout: folder };
}

/** @param {string} folder @param {string} crate in it @param {string} spec @returns {string} */
function versionIn(folder, crate, spec) {
  const manifest = (/** @type {string} */ path) =>
    /** @type {any} */ (parse(readFileSync(join(folder, path, 'Cargo.toml'), 'utf8')));
  const { version } = manifest(crate).package ?? {};
  const own = version?.workspace ? manifest('.').workspace?.package?.version : version;
  if (typeof own === 'string') return own;
  throw new RangeError(`--ark ${spec}: ${join(folder, crate, 'Cargo.toml')} says no version.`);
}

/** @param {string} text @returns {string} as ids of results are */
const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9.+-]+/g, '-');

/** @param {string} folder @param {number} count @returns {string} its last parts, as many of them as there are */
const partsOf = (folder, count) =>
  slug(
    folder
      .split(/[\\/]+/)
      .filter(Boolean)
      .slice(-count)
      .join('-'),
  ) || 'root';

/**
 * @param {Arkworks[]} arks
 * @returns {Arkworks[]} with ids of their own: of folders with the same name, the folder that each lies in, or a number
 */
export function toldApart(arks) {
  /** @param {string[]} ids @param {(ark: Arkworks, at: number) => string} longer */
  const where = (ids, longer) =>
    ids.map((id, at) => {
      const folder = arks[at].checkout ?? arks[at].copies;
      return folder !== undefined && ids.filter((other) => other === id).length > 1 ? longer(arks[at], at) : id;
    });
  const named = where(
    arks.map(({ id }) => id),
    ({ checkout, copies }) => `ark-${partsOf(String(checkout ?? copies), 2)}`,
  );
  const numbered = where(named, (_, at) => `${named[at]}-${at + 1}`);
  return arks.map((ark, at) => ({ ...ark, id: numbered[at] }));
}

/** Crates that others should be built with, where they are in a checkout, which has folders of its own for them. */
const CRATES = Object.entries({
  'ark-ff': 'ff',
  'ark-ff-asm': 'ff-asm',
  'ark-ff-macros': 'ff-macros',
  'ark-ec': 'ec',
  'ark-poly': 'poly',
  'ark-serialize': 'serialize',
  'ark-serialize-derive': 'serialize-derive',
});

/**
 * @param {string} version of ark-ff
 * @returns {string} versions of the curve: of the same minor version, whose patch versions are its own; a pre-release
 *   is met by itself alone, and all crates have the same
 */
const curveOf = (version) => (version.includes('-') ? `=${version}` : `~${version.split('.').slice(0, 2).join('.')}`);

/** What this arkworks replaces, and what is on another one. ark-std is on none. */
const OTHERS = /^(ark-(?!std$)|light-)/;

/**
 * The crate's manifest with this arkworks instead of the two that it is published with.
 *
 * @param {Arkworks} arkworks
 * @param {string} [manifest] of the crate, which is the root of the workspace
 * @returns {any}
 */
export function manifestFor({ version, checkout, copies }, manifest = join(ROOT, 'Cargo.toml')) {
  const { dependencies, features, ...rest } = standingAlone(manifest, manifest);
  const own = Object.entries(dependencies).filter(([name]) => !OTHERS.test(name));
  /** @param {string} folder */
  const at = (folder) => ({ path: join(String(checkout ?? copies), folder) });
  const changed = checkout ? CRATES : CRATES.map(([name]) => [name, name]);
  const patches = changed.filter(([, folder]) => existsSync(join(at(folder).path, 'Cargo.toml')));
  return {
    ...rest,
    // Without what is made for the two.
    features: Object.fromEntries(
      Object.entries(/** @type {Record<string, string[]>} */ (features)).map(([name, parts]) => [
        name,
        parts.filter((part) => !OTHERS.test(part.replace(/^dep:|\/.*/g, ''))),
      ]),
    ),
    dependencies: {
      ...Object.fromEntries(own),
      'ark-ff-subject': {
        package: 'ark-ff',
        ...(checkout ? at('ff') : { version: `=${version}` }),
      },
      'ark-bn254-subject': {
        package: 'ark-bn254',
        ...(version === undefined ? at('curves/bn254') : { version: curveOf(version) }),
      },
    },
    ...(patches.length > 0 && {
      patch: { 'crates-io': Object.fromEntries(patches.map(([name, folder]) => [name, at(folder)])) },
    }),
  };
}

/**
 * Builds into bench-wasm/pkg/compare-<id>.
 *
 * @param {Arkworks} arkworks
 * @param {import('./builds.mjs').VariantName} features of the build
 * @param {import('./cargo.mjs').Context} context
 * @returns {Promise<{ variant: string, sha256: string }>}
 * @throws {import('./toolchain.mjs').SetupError} when it does not exist or does not compile; cargo's output is in the
 *   message
 */
export async function buildArkworks(arkworks, features, context) {
  const crate = join(ROOT, 'bench-wasm/.cache/compare', arkworks.id);
  const manifest = join(crate, 'Cargo.toml');
  await mkdir(crate, { recursive: true });
  await writeFile(manifest, stringify(manifestFor(arkworks)));
  // Everything but arkworks stays as it is locked.
  await copyFile(join(ROOT, 'Cargo.lock'), join(crate, 'Cargo.lock'));
  const folder = arkworks.checkout ?? arkworks.copies;
  const names = Object.entries(CRATES).map(([, [name, path]]) => (arkworks.checkout ? path : name));
  return buildPackage(
    {
      variant: `compare-${arkworks.id}`,
      features: `compare-${features}`,
      rustflags: `${VARIANTS[features].rustflags} --cfg fqmul_subject`,
      target: 'web',
      manifest,
      ...WITHOUT_CURVES,
      ...(folder !== undefined && {
        others: {
          folder,
          paths: [...names, 'curves/bn254', 'ark-bn254'].filter((path) => existsSync(join(folder, path))),
        },
      }),
    },
    context,
  );
}
