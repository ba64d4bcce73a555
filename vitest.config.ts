import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { postgresPrograms } from './service/testing/postgres-server.ts';

/** The service on PostgreSQL, if it is installed. */
const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [
      'service/{conformance,deliveries,faults,http,practice,sign-in,store}/**/*.test.ts',
      'service/{copy,fuzz}.test.ts',
      'service/instances/*.test.ts',
    ],
    exclude: ['service/store/sqlite/**'],
    globalSetup: 'service/testing/provide-postgres.ts',
    isolate: false,
  },
};

/** So a law gives one answer about one commit, here and in CI, and meets other examples at the next. */
function seedOfCommit(): number | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : null;
}

export default defineConfig({
  plugins: [svelte()],
  test: {
    setupFiles: 'test-support/law-seed.ts',
    provide: { lawSeed: seedOfCommit() },
    // Tests of the domain, the service and the window leave nothing behind: their files share a process.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{domain,renderer,service}/**/*.test.ts'],
          exclude: [
            'service/{instances,store/postgres}/**',
            '**/fixtures/**',
            '**/node_modules/**',
          ],
          isolate: false,
        },
      },
      ...(postgresPrograms() === null ? [] : [postgres]),
      {
        extends: true,
        test: { name: 'other', include: ['{electron,build,prove}/**/*.test.ts'] },
      },
    ],
    tags: [{ name: 'slow', description: 'Left out of the quick form of `npm test`.' }],
    exclude: ['**/fixtures/**', '**/node_modules/**'],
    // By itself Vitest leaves one processor to others.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Its import of Electron can be doubled only where Vitest loads it.
    server: { deps: { inline: ['electron-store'] } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
