/**
 * The check of a value against the schema of results. Ajv compiles it to JavaScript, which a page
 * with a strict policy may not do: web.mjs puts the compiled text in this module's place.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MODELS } from '../models/index.mjs';

const require = createRequire(import.meta.url);

/** @param {import('ajv').CodeOptions} [code] */
export function compileSchema(code) {
  // Read when it is needed: every command and every session starts with this file.
  /** @type {typeof import('ajv/dist/2020.js')} */
  const { Ajv2020 } = require('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: false, strict: true, allowUnionTypes: true, code });
  const schema = JSON.parse(readFileSync(new URL('../../schema/result-1.json', import.meta.url), 'utf8'));
  // Which models there are, and their units, their own files say.
  schema.$defs.model.enum = MODELS.map(({ id }) => id);
  schema.$defs.unit.enum = [...new Set(MODELS.map(({ unit }) => unit.id))];
  const validate = ajv.compile(schema);
  return { ajv, validate };
}

/** @type {import('ajv').ValidateFunction | undefined} */
let compiled;

/** @returns {import('ajv').ValidateFunction} compiled when it is first asked for, which takes 0.1 s */
export const schemaCheck = () => (compiled ??= compileSchema().validate);
