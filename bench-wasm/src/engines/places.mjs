/**
 * Where an operating system has the engines, or what they run on, that are neither the program that runs this nor from
 * a registry. What is named in the variable is taken, or nothing; without it the first of the places where something
 * is.
 */

import { existsSync } from 'node:fs';

/** @typedef {{ variable: string, places: Partial<Record<NodeJS.Platform, string[]>> }} Program */

/** `%NAME%` is a variable of the environment, as Windows writes them. */
export const PROGRAMS = Object.freeze({
  /** @type {Program} */
  chromium: {
    variable: 'CHROMIUM_PATH',
    places: {
      linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
      darwin: [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ],
      win32: [
        '%ProgramFiles%\\Google\\Chrome\\Application\\chrome.exe',
        '%ProgramFiles(x86)%\\Google\\Chrome\\Application\\chrome.exe',
        '%LOCALAPPDATA%\\Google\\Chrome\\Application\\chrome.exe',
        '%LOCALAPPDATA%\\Chromium\\Application\\chrome.exe',
      ],
    },
  },
  /** @type {Program} */
  firefox: {
    variable: 'FIREFOX_PATH',
    places: {
      linux: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
      darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
      win32: [
        '%ProgramFiles%\\Mozilla Firefox\\firefox.exe',
        '%ProgramFiles(x86)%\\Mozilla Firefox\\firefox.exe',
        '%LOCALAPPDATA%\\Mozilla Firefox\\firefox.exe',
      ],
    },
  },
  /** @type {Program} */
  jsc: {
    variable: 'JSC_PATH',
    places: {
      linux: ['/usr/bin/jsc'],
      darwin: ['/System/Library/Frameworks/JavaScriptCore.framework/Versions/Current/Helpers/jsc'],
    },
  },
  /** @type {Program} */
  'qemu-aarch64': {
    variable: 'QEMU_AARCH64_PATH',
    places: { linux: ['/usr/bin/qemu-aarch64-static', '/usr/bin/qemu-aarch64'] },
  },
  /** @type {Program} */
  java: {
    variable: 'JAVA_PATH',
    places: {
      linux: ['/usr/lib/jvm/temurin-25-jdk-amd64/bin/java', '/usr/bin/java'],
      darwin: ['/usr/bin/java'],
    },
  },
});

/**
 * @param {keyof typeof PROGRAMS} id of the engine
 * @param {object} [machine] this one by default
 * @param {NodeJS.Platform} [machine.platform]
 * @param {Record<string, string | undefined>} [machine.env]
 * @param {(path: string) => boolean} [machine.exists]
 * @returns {string | null} the program; null where it is not
 */
export function placeOf(id, { platform = process.platform, env = process.env, exists = existsSync } = {}) {
  const { variable, places } = PROGRAMS[id];
  const named = env[variable];
  const candidates = named ? [named] : (places[platform] ?? []);
  return candidates.map((place) => place.replace(/^%(.+?)%/, (_, name) => env[name] ?? '')).find(exists) ?? null;
}
