/** A member of the workspace as a crate of its own, somewhere else: with another arkworks than the lock file has. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml'; // The TOML reader of the npm world: no parser of our own.
import { ROOT } from './toolchain.mjs';

/** Tables of dependencies in a manifest. */
const DEPENDENCIES = /** @type {const} */ (['dependencies', 'dev-dependencies', 'build-dependencies']);

/**
 * What cargo would read of the workspace's root is written out, paths begin at the root of the file system, and what
 * only a member's own tests and examples need is left out.
 *
 * @param {string} file the member's Cargo.toml
 * @param {string} [root] the Cargo.toml of the workspace
 * @returns {any} for a Cargo.toml that stands alone, with the profiles of the workspace
 */
export function standingAlone(file, root = join(ROOT, 'Cargo.toml')) {
  const folder = dirname(file);
  const { workspace, profile } = manifestIn(root);
  const {
    dependencies: ofCrate,
    'build-dependencies': ofScript,
    'dev-dependencies': _,
    test: __,
    example: ___,
    workspace: ____,
    lints,
    lib,
    target = {},
    ...manifest
  } = manifestIn(file);
  const place = (/** @type {string} */ path) => join(folder, path);
  /** @param {Record<string, any>} [table] */
  const dependencies = (table = {}) =>
    Object.fromEntries(
      Object.entries(table).map(([name, own]) => {
        if (!own.workspace) return [name, own.path === undefined ? own : { ...own, path: place(own.path) }];
        const { workspace: _, features = [], ...rest } = own;
        const shared = detailed(workspace.dependencies[name]);
        return [
          name,
          {
            ...shared,
            ...(shared.path !== undefined && { path: join(dirname(root), shared.path) }),
            ...rest,
            features: [...(shared.features ?? []), ...features],
          },
        ];
      }),
    );
  return {
    ...manifest,
    package: Object.fromEntries(
      Object.entries(manifest.package).map(([key, own]) => [key, own?.workspace ? workspace.package[key] : own]),
    ),
    lib: { ...lib, path: place(lib?.path ?? 'src/lib.rs') },
    dependencies: dependencies(ofCrate),
    ...(ofScript && { 'build-dependencies': dependencies(ofScript) }),
    ...(Object.keys(target).length > 0 && {
      target: Object.fromEntries(
        Object.entries(target).map(([name, tables]) => [
          name,
          Object.fromEntries(
            DEPENDENCIES.flatMap((table) => (tables[table] ? [[table, dependencies(tables[table])]] : [])),
          ),
        ]),
      ),
    }),
    ...(lints && { lints: lints.workspace ? workspace.lints : lints }),
    profile,
    // A workspace of its own, wherever it lies.
    workspace: {},
  };
}

/** @param {any} dependency @returns {any} as a table */
const detailed = (dependency) => (typeof dependency === 'string' ? { version: dependency } : dependency);

/** @param {string} file @returns {any} */
const manifestIn = (file) => parse(readFileSync(file, 'utf8'));
