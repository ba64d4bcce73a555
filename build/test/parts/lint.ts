import type { Part } from '../part.ts';
import { runChecks, type Check } from './checks.ts';

/** The folders that dependency-cruiser checks: all with code of this project. */
const cruised = [
  'domain',
  'service',
  'electron',
  'renderer',
  'test-support',
  'build',
  'bench',
  'prove',
  'e2e',
];

const cached = (place: string) => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=.cache/${place}`,
];

/** Two processes, to use two processors; the window has its own TypeScript program. */
const eslint = (name: string, ...files: string[]): Check => ({
  name: 'eslint',
  args: ['--max-warnings=0', ...cached(`eslint-${name}`), ...files],
});

export const lint: Part = {
  name: 'lint',
  timeLimit: 600,
  run: (context) =>
    runChecks(context, [
      // Keyed by content, so that a change of branch and back costs no time. The cache misses
      // errors from types that changed in other files. A fresh clone, as in CI, checks everything.
      eslint('window', 'renderer'),
      eslint('others', '.', '--ignore-pattern=renderer/'),
      { name: 'prettier', args: ['--check', '--log-level=warn', ...cached('prettier'), '.'] },
      {
        name: 'depcruise',
        of: 'dependency-cruiser',
        args: ['--config=.dependency-cruiser.mjs', ...cruised],
      },
      { name: 'knip', args: ['--no-progress'] },
    ]),
};
