/** The environment in which Go compiles what is measured. */

/** What `go env -w` of a user may have set otherwise; an empty variable would not go before that. */
const STATED = { GOAMD64: 'v1', GOARM64: 'v8.0', GOFLAGS: '-trimpath', GOWORK: 'off', GO111MODULE: 'on' };

/** @param {import('./toolchain.mjs').Environment} env @returns {import('./toolchain.mjs').Environment} */
export const goEnvironment = (env) => ({ ...env, ...STATED });
