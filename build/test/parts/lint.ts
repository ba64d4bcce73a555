import type { Part } from '../part.ts';
import { runChecks } from './checks.ts';

/** Everything that dependency-cruiser looks at; package.json's script says the same. */
const cruised = ['domain', 'service', 'electron', 'renderer', 'build', 'bench', 'e2e'];

export const lint: Part = {
  name: 'lint',
  timeLimit: 300,
  run: (context) =>
    runChecks(context, {
      eslint: ['node_modules/eslint/bin/eslint.js', '--max-warnings=0', '.'],
      prettier: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
      'dependency-cruiser': [
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config=.dependency-cruiser.mjs',
        ...cruised,
      ],
      knip: ['node_modules/knip/bin/knip.js', '--no-progress'],
    }),
};
