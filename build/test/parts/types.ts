import type { Part } from '../part.ts';
import { runChecks } from './checks.ts';

export const types: Part = {
  name: 'types',
  timeLimit: 240,
  run: (context) =>
    runChecks(context, {
      tsc: ['node_modules/typescript/bin/tsc', '-b'],
      'svelte-check': [
        'node_modules/svelte-check/bin/svelte-check',
        '--tsconfig=renderer/tsconfig.json',
        '--fail-on-warnings',
      ],
    }),
};
