import { parseArgs } from 'node:util';

/** The parts of `npm test`, in their order. */
export const partNames = /** @type {const} */ ([
  'lint',
  'types',
  'rules',
  'unit',
  'postgres',
  'secret-service',
  'e2e',
  'desktop',
  'packaging',
]);

/** The parts of the quick form, which leaves slow tests out. */
export const quickParts = /** @type {const} */ (['types', 'unit', 'e2e']);

/** @typedef {typeof partNames[number]} PartName */

/** How many tests `--slowest` lists. */
export const slowestCount = 20;

export const testUsage = `npm test -- [options]

Runs ${quickParts.join(', ')} without slow tests, and of the specs those marked @main.

  --all          run every test of every part
  --only PARTS   run only these parts, such as --only unit,e2e
                 (${partNames.join(', ')})
  --slowest      list the ${slowestCount} slowest tests at the end
  --help         show this`;

/**
 * Reads the command line of `npm test`.
 *
 * @param {readonly string[]} args
 * @returns {{ parts: readonly PartName[], all: boolean, slowest: boolean, help: boolean } | { problem: string }}
 */
export function parseTestOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        all: { type: 'boolean' },
        only: { type: 'string' },
        slowest: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    if (error instanceof TypeError) return { problem: error.message };
    throw error;
  }
  const all = values.all === true;
  const help = values.help === true;
  const slowest = values.slowest === true;
  if (values.only === undefined) return { parts: all ? partNames : quickParts, all, slowest, help };
  const asked = values.only.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !partNames.some((known) => known === name));
  if (unknown !== undefined) {
    return { problem: `There is no part "${unknown}": ${partNames.join(', ')}.` };
  }
  return { parts: partNames.filter((name) => asked.includes(name)), all, slowest, help };
}
