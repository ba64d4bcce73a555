import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endGroupsOnSignals, endLike, startGroup } from './groups.mjs';
import { install } from './install.mjs';
import { chooseNode, packagedNode, tooOld } from './node24.mjs';

/** The folder of package.json. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a program of this project on a machine with only Node 20.19 and npm. Installs missing
 * packages, then starts the program under Node 24 in the current folder. Signals are forwarded, and
 * this process ends like the program.
 *
 * @param {string} program the TypeScript file to run, relative to the folder of package.json
 * @param {readonly string[]} [args]
 * @returns {Promise<void>} resolves when the program has ended
 */
export async function launch(program, args = process.argv.slice(2)) {
  const old = tooOld(process.version);
  if (old !== null) return fail(old);

  endGroupsOnSignals({ grace: shutdownTimeout });
  if (!(await install(root))) return fail();

  const choice = chooseNode(process.version, () => packagedNode(root));
  if (choice.run === 'nowhere') return fail(choice.message);
  const node = choice.run === 'here' ? process.execPath : choice.node;
  endLike(await startGroup(node, [path.join(root, program), ...args]).ended);
}

/** Longer than the time that a started program needs to end its own processes, in ms. */
const shutdownTimeout = 15_000;

/** @param {string} [message] */
function fail(message) {
  if (message !== undefined) console.error(message);
  process.exitCode = 1;
}
