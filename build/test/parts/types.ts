import type { Part } from '../part.ts';
import { runChecks } from './checks.ts';

export const types: Part = {
  name: 'types',
  timeLimit: 600,
  run: (context) =>
    runChecks(context, [
      { name: 'tsc', of: 'typescript', args: ['-b'] },
      { name: 'svelte-check', args: ['--tsconfig=renderer/tsconfig.json', '--fail-on-warnings'] },
    ]),
};
