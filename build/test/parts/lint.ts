import type { Part } from '../part.ts';
import { runChecks, type Check } from './checks.ts';

/** The folders that dependency-cruiser looks at: all that holds code of ours. */
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

/** Two processes, so that both processors have work: the window has a program of its own. */
const eslint = (name: string, ...files: string[]): Check => ({
  name: 'eslint',
  args: ['--max-warnings=0', ...cached(`eslint-${name}`), ...files],
});

export const lint: Part = {
  name: 'lint',
  timeLimit: 600,
  run: (context) =>
    runChecks(context, [
      // By content, so that a checkout of another branch and back costs nothing. A file whose types
      // changed elsewhere is not looked at again: a fresh clone, as CI has it, looks at everything.
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
