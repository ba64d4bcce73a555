// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { documentedCommands } from './documented-commands.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Pages with a test of their own, which runs their commands. */
const testedElsewhere = new Map([
  ['service.md', 'service/documentation.test.ts'],
  ['command-line.md', 'build/docs/command-line-page.test.ts'],
]);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !testedElsewhere.has(name))
    .map((name) => join('docs', name)),
];
const commands = new Set(
  pages.flatMap((page) => documentedCommands(readFileSync(join(root, page), 'utf8'))),
);

/** Commands that this test runs, each with the output that proves success. */
const running: Readonly<Record<string, RegExp>> = {
  'npm start': /^Hookdesk is ready at http:\/\/127\.0\.0\.1:\d+\/#key=/m,
  'npm start -- --host web --port 8400 --data ~/hookdesk-data --no-open':
    /^Hookdesk is ready at http:\/\/127\.0\.0\.1:8400\/#key=/m,
  // One check fails without a keychain.
  'npm start -- --self-check': /^1[45] of 15 checks passed\.$/m,
  'npm run service -- --variant B --port 8014 --seed 40':
    /^Webhook management service, variant B, at http:\/\/127\.0\.0\.1:8014\/api\/v14$/m,
  'node build/bootstrap/run.mjs node_modules/vitest/vitest.mjs run domain/text':
    /Test Files .*[1-9]\d* passed/,
  'npm run dev': /^Hookdesk is ready at http:\/\/127\.0\.0\.1:\d+\/#key=/m,
};

/** Commands that this test does not run, each with the place that does or the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm test': 'runs this very test',
  'npm test -- --all': 'CI runs it',
  'npm test -- --only unit,e2e': 'build/test: the choice of parts',
  'npm test -- --only unit': 'the line above',
  'npm test -- --only postgres': 'the line above',
  'npm test -- --only lint': 'the line above',
  'npm test -- --only types': 'the line above',
  'npm test -- --only e2e': 'the line above',
  'npm test -- --only desktop': 'the line above',
  'npm run prove desktop': 'half an hour',
  'npm test -- --only rules,secret-service,packaging': 'the line above',
  'npm run lint': 'the part lint of npm test',
  'npm run types': 'the part types of npm test',
  'npm test -- --slowest': 'build/test/reports/slowest.test.ts, from a report of each kind',
  'npm ci': '.github/workflows/ci.yml',
  'npm run bench': 'takes minutes; run by hand, its figures are in the closing notes',
  'npm run bench -- --help': 'build/bootstrap/bench/bench.test.ts',
  'npm run prove': 'prints the list of proofs; prove/soak/soak.test.ts runs the short form',
  'npm run package': 'build/package/packed.check.ts packs with the same configuration',
  'npm run pictures': 'e2e: the same fixtures and pages',
  'node build/bootstrap/run.mjs build/package/read-stack.ts source-maps <hookdesk.log':
    'build/package/read-stack.test.ts, and packed.check.ts with a real stack trace',
  'sudo chown root:root node_modules/electron/dist/chrome-sandbox':
    'build/bootstrap/start/sandbox-obstacle.test.ts: the same commands, printed; needs root',
  'release/linux-unpacked/hookdesk --self-check':
    '.github/workflows/desktop.yml, in the installed package; needs Electron',
  'sudo chmod 4755 node_modules/electron/dist/chrome-sandbox': 'see the line above',
};

const home = mkdtempSync(join(tmpdir(), 'hookdesk-commands-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Runs a command in its own shell until it prints `expected` or exits; returns its output. */
async function runUntil(command: string, expected: RegExp): Promise<string> {
  const child = spawn(command, {
    shell: '/bin/bash',
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own home protects the user's data; without a display no browser opens.
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: join(home, 'share'),
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    },
  });
  let printed = '';
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (expected.test(printed)) resolve();
      });
    }
  });
  const exited = once(child, 'exit');
  await Promise.race([found, exited]);
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await exited;
  return printed;
}

describe('every command of the documentation', () => {
  it('is listed in this test', () => {
    expect([...commands].sort()).toEqual(
      [...Object.keys(running), ...Object.keys(elsewhere)].sort(),
    );
  });

  for (const [command, expected] of Object.entries(running)) {
    it(`works as written: ${command}`, { timeout: 120_000 }, async () => {
      expect(await runUntil(command, expected)).toMatch(expected);
    });
  }
});

describe('documentedCommands', () => {
  it('finds commands in sh blocks and table cells, not in other code', () => {
    const page =
      'Use `this`.\n\n```sh\nnpm start\n```\n\n```ts\nnpm no\n```\n\n| `npm test` | x |\n| a | `no` |\n| `--option` | x |\n';
    expect(documentedCommands(page)).toEqual(['npm start', 'npm test']);
  });
});
