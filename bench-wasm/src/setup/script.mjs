/** JavaScript and the npm packages that it imports as one script, for engines and pages that find no packages. */

/**
 * @param {Pick<import('esbuild').BuildOptions, 'entryPoints' | 'outfile' | 'stdin' | 'define' | 'alias' | 'banner' |
 *   'external'>} of where it begins, and what else is particular to it; nothing is written to the outfile
 * @returns {Promise<import('esbuild').OutputFile>} an ES module
 */
export async function bundled(of) {
  // The bundler of the field, and one program: nothing is configured here but what is below. Read when it is needed:
  // every command starts with this file.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...of,
  });
  return outputFiles[0];
}
