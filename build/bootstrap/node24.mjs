/** Selects the Node for Hookdesk's programs: they are TypeScript and use features of Node 24. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';

const LINE = 24;

/** The oldest Node that can run this folder's `.mjs` files, as major and minor. */
const OLDEST = /** @type {const} */ ([20, 19]);

/**
 * @typedef {{ run: 'here' }
 *   | { run: 'other', node: string }
 *   | { run: 'nowhere', message: string }} Choice
 */

/**
 * @param {string} version of the current Node, such as `v20.19.0`
 * @returns {string | null} an error message; `null` when the version is new enough
 */
export function tooOld(version) {
  const [major, minor] = numbersOf(version);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Hookdesk needs Node ${OLDEST.join('.')} or newer to start; this is ${version}. See https://nodejs.org.`;
}

/**
 * Selects a Node: the current one when it is Node 24, otherwise the one of the `node` npm package.
 * Without that package, the current one when it is newer.
 *
 * @param {string} version of the current Node
 * @param {() => { node: string, version: string | null }} packaged the one of the npm package, with
 *   its version; `null` when it does not run
 * @returns {Choice}
 */
export function chooseNode(version, packaged) {
  const [major] = numbersOf(version);
  if (major === LINE) return { run: 'here' };
  const { node, version: found } = packaged();
  if (found !== null && numbersOf(found)[0] === LINE) return { run: 'other', node };
  if (major > LINE) return { run: 'here' };
  return {
    run: 'nowhere',
    message: [
      `Hookdesk runs on Node ${LINE}; this is ${version}, and the npm package "node" did not bring it`,
      `(${found === null ? `${node} does not run` : `it brought ${found}`}).`,
      'Its install script fetches it: allow install scripts (`npm config set ignore-scripts false`)',
      'and run `npm rebuild node`, or install Node 24 yourself (https://nodejs.org). Then try again.',
    ].join('\n'),
  };
}

/**
 * The Node of the npm package, with its version. Runs it once (about 40 ms).
 *
 * @param {string} root the folder of package.json
 */
export function packagedNode(root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(root, 'node_modules', 'node', 'bin', name);
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return { node, version: status === 0 ? stdout.trim() : null };
}

/** @param {string} version @returns {[number, number]} */
function numbersOf(version) {
  const [major = NaN, minor = NaN] = version.replace(/^v/, '').split('.').map(Number);
  return [major, minor];
}
