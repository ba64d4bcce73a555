import type { Part } from '../part.ts';
import { runChecks } from './checks.ts';

/** The folders that dependency-cruiser looks at: all that holds code of ours. */
const cruised = ['domain', 'service', 'electron', 'renderer', 'build', 'bench', 'e2e'];

export const lint: Part = {
  name: 'lint',
  timeLimit: 300,
  run: (context) =>
    runChecks(context, [
      { name: 'eslint', args: ['--max-warnings=0', '.'] },
      { name: 'prettier', args: ['--check', '--log-level=warn', '.'] },
      {
        name: 'depcruise',
        of: 'dependency-cruiser',
        args: ['--config=.dependency-cruiser.mjs', ...cruised],
      },
      { name: 'knip', args: ['--no-progress'] },
    ]),
};
