import path from 'node:path';
import { startGroup } from './groups.mjs';
import { reasonToInstallIn } from './installed.mjs';

/** Interval of the progress messages, in ms. */
const HEARTBEAT = 5000;

/** Number of lines of npm's output that are shown when it fails. */
const SHOWN = 40;

/**
 * Installs the npm packages when they are missing or differ from package-lock.json.
 *
 * @param {string} root the folder of package.json
 * @returns {Promise<boolean>} whether the packages are installed; if not, the reason is printed
 */
export async function install(root) {
  const reason = reasonToInstallIn(root);
  if (reason === null) return true;

  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  console.log(`Installing npm packages (${reason}). This takes about half a minute.`);
  const heartbeat = setInterval(() => console.log(`… still installing, ${seconds()}`), HEARTBEAT);
  try {
    const { output, ended } = runNpmCi(root);
    const { code } = await ended;
    if (code === 0) {
      console.log(`Installed in ${seconds()}.`);
      return true;
    }
    console.error(output().trimEnd().split('\n').slice(-SHOWN).join('\n'));
    console.error(
      `\nnpm could not install the packages (exit code ${code ?? 'none'}); see above why.`,
    );
    console.error('Without a network, a proxy or another registry can be set with `npm config`.');
    return false;
  } finally {
    clearInterval(heartbeat);
  }
}

/** @param {string} root */
function runNpmCi(root) {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { command, before, shell } = npm(process.env, process.platform);
  const group = startGroup(command, [...before, ...args], {
    cwd: root,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutOwnModules(process.env, root),
  });
  let output = '';
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return { output: () => output, ended: group.ended };
}

/**
 * The command that starts npm: the npm and Node of this process, otherwise the npm on the path.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {NodeJS.Platform} platform
 */
export function npm(environment, platform) {
  const { npm_execpath: script, npm_node_execpath: node } = environment;
  if (script !== undefined && node !== undefined && /npm-cli\.[cm]?js$/.test(script)) {
    return { command: node, before: [script], shell: false };
  }
  return { command: 'npm', before: [], shell: platform === 'win32' };
}

/**
 * npm deletes node_modules while it installs: its scripts must not use programs of that folder.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} root
 */
function withoutOwnModules(environment, root) {
  const own = path.join(root, 'node_modules');
  const kept = (environment.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(own));
  return { ...environment, PATH: kept.join(path.delimiter) };
}
