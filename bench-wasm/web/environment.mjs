/** What a browser says of itself and of the machine: little, and "unknown" is written where it says nothing. */

/** Brands of Client Hints that are no plain word, and those that say no more than the engine. */
const BRANDS = /** @type {Record<string, string>} */ ({
  'Microsoft Edge': 'edge',
  'Google Chrome': 'chrome',
  'Samsung Internet': 'samsung',
  HeadlessChrome: 'chromium',
});
/** The same from the user agent's string, the most special first. @type {[string, RegExp][]} */
const AGENTS = [
  ['edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['opera', /OPR\/([\d.]+)/],
  ['samsung', /SamsungBrowser\/([\d.]+)/],
  // On iOS all are WebKit.
  ['safari-chrome', /CriOS\/([\d.]+)/],
  ['safari-firefox', /FxiOS\/([\d.]+)/],
  ['firefox', /Firefox\/([\d.]+)/],
  ['chromium', /Chrom(?:e|ium)\/([\d.]+)/],
  ['safari', /Version\/([\d.]+).*Safari/],
];
const SYSTEMS = /** @type {[string, RegExp][]} */ ([
  ['Android', /Android ?([\d.]*)/],
  ['iOS', /(?:iPhone|iPad).* OS ([\d_]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]*)/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]);

/**
 * The parts of a `Navigator` that are read.
 *
 * @typedef {object} Navigating
 * @property {string} userAgent
 * @property {string} [platform]
 * @property {number} [hardwareConcurrency]
 * @property {{ brands: { brand: string, version: string }[], getHighEntropyValues: (hints: string[]) =>
 *   Promise<Record<string, any>> }} [userAgentData]
 */

/**
 * @param {Navigating} navigator
 * @returns {Promise<{ engine: { id: string, version: string, flags: string[], tier: string }, cpu: string, cpuFeatures:
 *   string[], cores: number, os: string, arch: string }>}
 */
export async function environmentOf({ userAgent, platform = '', hardwareConcurrency = 1, userAgentData }) {
  /** @type {Record<string, any>} */
  const hints =
    (await userAgentData
      ?.getHighEntropyValues(['architecture', 'bitness', 'fullVersionList', 'model', 'platformVersion'])
      .catch(() => undefined)) ?? {};
  const { id, version } = branded(hints.fullVersionList ?? userAgentData?.brands ?? []) ?? named(userAgent);
  return {
    // What a page cannot choose it does not know.
    engine: { id, version, flags: [], tier: 'as the browser tiers up' },
    // No browser names the processor; some name the device.
    cpu: hints.model ? `unknown (${hints.model})` : 'unknown',
    cpuFeatures: [],
    cores: Math.max(1, hardwareConcurrency),
    os: hints.platform ? `${hints.platform} ${hints.platformVersion ?? ''}`.trim() : systemOf(userAgent),
    arch: hints.architecture ? architecture(hints.architecture, hints.bitness) : archOf(`${platform} ${userAgent}`),
  };
}

/** @param {{ brand: string, version: string }[]} brands */
function branded(brands) {
  // One brand is made up on purpose, and Chromium is the one that all of them share.
  const real = brands.filter(({ brand }) => !/not.*brand/i.test(brand));
  const own = real.find(({ brand }) => brand !== 'Chromium') ?? real[0];
  if (!own) return null;
  return {
    id:
      BRANDS[own.brand] ??
      (own.brand
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') ||
        'browser'),
    version: own.version,
  };
}

/** @param {string} userAgent */
function named(userAgent) {
  for (const [id, pattern] of AGENTS) {
    const found = pattern.exec(userAgent);
    if (found) return { id, version: found[1] };
  }
  return { id: 'browser', version: 'unknown' };
}

/** @param {string} userAgent */
function systemOf(userAgent) {
  for (const [name, pattern] of SYSTEMS) {
    const found = pattern.exec(userAgent);
    if (found) return `${name} ${(found[1] ?? '').replaceAll('_', '.')}`.trim();
  }
  return 'unknown';
}

/** As Node names them. @param {string} family @param {string} [bitness] */
const architecture = (family, bitness) =>
  family === 'x86' && bitness === '64' ? 'x64' : family === 'arm' && bitness === '64' ? 'arm64' : family;

/** @param {string} words */
function archOf(words) {
  if (/x86_64|Win64|WOW64|x64|amd64/i.test(words)) return 'x64';
  if (/aarch64|arm64|armv8/i.test(words)) return 'arm64';
  return 'unknown';
}
