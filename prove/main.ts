import { join } from 'node:path';
import { endGroupsOnSignals, startGroup } from '../build/bootstrap/groups.mjs';
import { root } from '../build/bootstrap/start/start-arguments.ts';
import { binOf } from '../build/test/bin.ts';

/** A program with its own options, or tests that run longer than in `npm test`. */
interface Proof {
  readonly about: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const tests = (...files: string[]): string[] => [binOf(root, 'vitest'), 'run', ...files];

const proofs: Readonly<Record<string, Proof>> = {
  soak: {
    about: 'two persons, faults, clocks and kills: [--minutes N] [--seed S]',
    command: ['prove/soak.ts'],
  },
  kills: {
    about: '200 kills each while editing, writing, importing and publishing',
    command: tests(
      'electron/adapters/store/killed.test.ts',
      'electron/core/bundles/importing/killed.test.ts',
      'electron/core/publishing/plans/killed.test.ts',
      'electron/core/publishing/plans/across-killed.test.ts',
      'electron/cli/killed.test.ts',
      'service/kill.test.ts',
    ),
    environment: {
      HOOKDESK_KILL_ROUNDS: '200',
      IMPORT_KILLS: '200',
      PUBLISH_KILLS: '200',
      CLI_KILLS: '200',
      // Kills per plan source; there are four.
      ACROSS_KILLS: '50',
      SERVICE_KILLS: '200',
    },
  },
  instances: {
    about: '60 kills of one of two instances on PostgreSQL, and 100,000 requests',
    command: tests('service/instances/kill.test.ts', 'service/instances/memory.test.ts'),
    environment: { INSTANCE_KILLS: '60', INSTANCE_REQUESTS: '100000' },
  },
  beside: {
    about: '100 commands that write beside a window that publishes',
    command: tests('electron/cli/beside-window.test.ts'),
    environment: { BESIDE_WRITES: '100' },
  },
  watch: {
    about: '1,000 rounds of a watch of 50 installations of 1,000 webhooks; about an hour',
    command: ['bench/watch-50.ts', '--rounds', '1000'],
  },
  desktop: {
    about: 'all specs in the desktop application, on the stand-in for Electron; half an hour',
    command: ['build/test/run.mjs', '--only', 'desktop'],
    environment: { DESKTOP_SPECS: 'all' },
  },
  damage: {
    about: '200 flips and truncations of each file: [--rounds N] [--seed S] [--file NAME]',
    command: ['prove/damage.ts'],
  },
  fuzz: {
    about: '64,000 mutated requests to the service',
    command: tests('service/fuzz.test.ts'),
    environment: { SERVICE_FUZZ_REQUESTS: '64000' },
  },
  templates: {
    about: '6,000 templates for each law of the checks',
    command: tests('domain/template/checks/laws.test.ts'),
    environment: { TEMPLATE_RUNS: '6000' },
  },
  'search-queries': {
    about: '10,000 random queries against a look at every webhook',
    command: tests('domain/search/search.test.ts', 'electron/core/search/searches.test.ts'),
    environment: { SEARCH_QUERIES: '10000' },
  },
};

/** `npm run prove NAME [-- options]`. */
const [name = '', ...options] = process.argv.slice(2);
const proof = proofs[name];
if (proof === undefined) {
  const list = Object.entries(proofs).map(([each, { about }]) => `  ${each}  ${about}`);
  console.error(['Usage: npm run prove NAME [-- options]', ...list].join('\n'));
  process.exitCode = 2;
} else {
  endGroupsOnSignals();
  const [program = '', ...args] = proof.command;
  const { code } = await startGroup(process.execPath, [join(root, program), ...args, ...options], {
    cwd: root,
    env: { ...process.env, ...proof.environment },
  }).ended;
  process.exitCode = code ?? 1;
}
