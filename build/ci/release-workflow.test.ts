import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWorkflow } from './workflows.ts';

const { jobs, permissions, text } = readWorkflow('release.yml');
const runsOf = (name: string): string[] => (jobs[name]?.steps ?? []).map(({ run = '' }) => run);
const needsOf = (name: string): string[] => [jobs[name]?.needs ?? []].flat();

/** All jobs that must pass before a job. */
function before(name: string): Set<string> {
  const found = new Set<string>();
  const pending = needsOf(name);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.add(next);
    pending.push(...needsOf(next));
  }
  return found;
}

describe('the release workflow', () => {
  it('publishes last, after a draft that waits for every system', () => {
    const others = Object.keys(jobs).filter((name) => name !== 'publish');
    expect([...before('publish')].sort()).toEqual(others.sort());
    expect(before('draft')).toEqual(new Set(['check', 'linux', 'macos', 'macos-intel', 'windows']));
    expect(runsOf('draft').join('\n')).toMatch(/gh release create .*--draft --verify-tag/);
    expect(text.match(/gh release (create|edit)/g)).toHaveLength(2);
  });

  it('has write access only to releases and attestations, in two jobs', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const writing = Object.entries(jobs).filter(([, job]) =>
      Object.values(job.permissions ?? {}).includes('write'),
    );
    expect(writing.map(([name]) => name)).toEqual(['draft', 'publish']);
    for (const [name, job] of Object.entries(jobs)) {
      const { contents, actions, ...further } = job.permissions ?? {};
      expect(['read', 'write', undefined]).toContain(contents);
      expect(['read', undefined]).toContain(actions);
      expect(further).toEqual(
        name === 'draft' ? { attestations: 'write', 'id-token': 'write' } : {},
      );
    }
  });

  it('gives secrets only to the steps that sign', () => {
    const given = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ env }) => Object.values(env).some((value) => value.includes('secrets.')));
    expect(new Set(given.map(({ name }) => name))).toEqual(
      new Set(['Package', 'Write the key for notarisation']),
    );
    expect(text.split('\n').filter((line) => /run:.*\$\{\{/.test(line))).toEqual([]);
  });

  it.each(['linux', 'macos', 'windows'])(
    'builds on %s before the step with certificates',
    (name) => {
      const steps = jobs[name]?.steps ?? [];
      const at = steps.findIndex((step) => step.name === 'Package');
      expect(steps[at - 1]).toMatchObject({ name: 'Build', run: 'npm run build' });
    },
  );

  it('checks signatures and notarisation with the tools of the system', () => {
    expect(runsOf('macos').join('\n')).toMatch(/spctl --assess[^]*xcrun stapler validate/);
    expect(runsOf('windows').join('\n')).toContain('Get-AuthenticodeSignature');
  });

  it('attests origin and contents of the files before the draft', () => {
    const steps = jobs.draft?.steps ?? [];
    const used = steps.map(({ uses = '', with: given }) => [uses.split('@')[0], given] as const);
    const attested = used.filter(([uses]) => uses === 'actions/attest').map(([, given]) => given);
    const files = { 'subject-checksums': 'assets/SHA256SUMS' };
    expect(attested).toEqual([files, { ...files, 'sbom-path': 'assets/sbom.cdx.json' }]);
  });

  it.each(['linux', 'macos', 'windows'])(
    'checks the package on %s before it stores the files',
    (name) => {
      const runs = runsOf(name);
      const at = [
        runs.indexOf('npm run package -- --release'),
        runs.findIndex((run) => run.includes('--self-check --json --output')),
        runs.findIndex((run) => run.includes('mkdir assets')),
      ];
      expect(at[0]).toBeGreaterThan(0);
      expect(at.toSorted((a, b) => a - b)).toEqual(at);
    },
  );

  it.each(['linux', 'macos', 'windows'])(
    'tests with Electron’s Node on %s, without secrets and before it packs',
    (name) => {
      const steps = jobs[name]?.steps ?? [];
      const tests = steps.findIndex(({ run = '' }) => run.includes('$ELECTRON_NODE_TESTS'));
      expect(steps[tests]?.env).toEqual({ ELECTRON_RUN_AS_NODE: '1' });
      expect(tests).toBeGreaterThan(0);
      expect(tests).toBeLessThan(steps.findIndex(({ name: title }) => title === 'Package'));
    },
  );

  it('runs the same tests with Electron’s Node as the desktop workflow', () => {
    const listOf = (text: string) => /ELECTRON_NODE_TESTS: >-\n((?: {4}.*\n)+)/.exec(text)?.[1];
    expect(listOf(text)).toContain('electron/adapters/bundle-encryption');
    expect(listOf(text)).toBe(listOf(readWorkflow('desktop.yml').text));
  });

  it.each(['linux', 'macos', 'windows'])('updates the last release on %s', (name) => {
    const job = jobs[`update-${name}`];
    expect(job?.['runs-on']).toBe(jobs[name]?.['runs-on']);
    const runs = runsOf(`update-${name}`).join('\n');
    expect(runs).toContain(`--name packages-${name} --dir next`);
    expect(runs).toContain('node build/ci/update-from-last.ts next "${GITHUB_REF_NAME#v}"');
  });
});

describe.skipIf(process.platform !== 'linux')('the steps of the release workflow', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-release-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function put(...paths: string[]): void {
    for (const path of paths) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), path);
    }
  }
  function runStep(job: string, name: string, variables: NodeJS.ProcessEnv = {}): number | null {
    const step = jobs[job]?.steps.find((each) => each.name === name);
    // GitHub runs bash with these options.
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'exit 99'];
    const env = { ...process.env, PATH: `${folder}/bin:${process.env.PATH ?? ''}`, ...variables };
    return spawnSync('bash', shell, { cwd: folder, encoding: 'utf8', env }).status;
  }
  const assets = (): string[] => readdirSync(join(folder, 'assets')).sort();

  it.each([
    ['linux', ['h.deb', 'h.rpm', 'h.AppImage', 'latest-linux.yml']],
    ['linux', ['h.deb', 'beta-linux.yml']],
    ['macos', ['h.dmg', 'h-mac.zip', 'h-mac.zip.blockmap', 'latest-mac.yml']],
    ['windows', ['h-Setup-1.exe', 'h-1-portable.exe', 'latest.yml']],
  ])('%s collects its packages and no other files', (job, made) => {
    put(...made.map((name) => `release/${name}`));
    put('release/builder-debug.yml', 'release/SHA256SUMS', 'release/unpacked/program');
    put('release/source-maps/dist/main/index.js.map');
    const beside = ['dist/sbom.cdx.json', 'dist/renderer/desktop/help/licences.html'];
    put(...beside);
    expect(runStep(job, 'Collect the files of the release')).toBe(0);
    const notices = job === 'linux' ? ['sbom.cdx.json', 'licences.html'] : [];
    const maps = `source-maps-${job}.tar.gz`;
    expect(assets()).toEqual([...made, ...notices, maps].sort());
    const packed = spawnSync('tar', ['-tzf', join(folder, 'assets', maps)], { encoding: 'utf8' });
    expect(packed.stdout).toContain('source-maps/dist/main/index.js.map\n');
  });

  const together = 'Put them together with their checksums';

  it('the draft has every file once, with its checksum', () => {
    put('packages/packages-linux/h.deb', 'packages/packages-macos/h.dmg');
    expect(runStep('draft', together)).toBe(0);
    expect(assets()).toEqual(['SHA256SUMS', 'h.deb', 'h.dmg']);
    const sums = readFileSync(join(folder, 'assets/SHA256SUMS'), 'utf8').trim().split('\n');
    const hash = createHash('sha256').update('packages/packages-linux/h.deb').digest('hex');
    expect(sums).toHaveLength(2);
    expect(sums[0]).toBe(`${hash}  h.deb`);
  });

  /** A program `gh` that writes what it is asked; a release is in this state. */
  function withReleases(state: 'none' | 'draft' | 'published'): () => string[] {
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/h.deb'), '');
    const view = state === 'none' ? 'exit 1' : `echo ${String(state === 'draft')}`;
    const script = `#!/bin/sh\necho "$@" >>"${folder}/asked"\nif [ "$2" = view ]; then ${view}; fi\n`;
    writeFileSync(join(folder, 'bin/gh'), script, { mode: 0o700 });
    const asked = join(folder, 'asked');
    return () => readFileSync(asked, 'utf8').trim().split('\n');
  }

  it.each([
    ['none', 'v1.2.0', ['view', 'create']],
    ['draft', 'v1.2.0', ['view', 'delete', 'create']],
    ['none', 'v1.2.0-beta.1', ['view', 'create']],
  ] as const)('with a release that is %s, makes the draft of %s', (state, tag, verbs) => {
    const asked = withReleases(state);
    expect(runStep('draft', 'Make the draft', { GITHUB_REF_NAME: tag })).toBe(0);
    expect(asked().map((line) => line.split(' ')[1])).toEqual(verbs);
    expect(asked().at(-1)).toMatch(/--draft --verify-tag .*assets\/h\.deb$/);
    expect(asked().at(-1)?.includes('--prerelease')).toBe(tag.includes('-'));
  });

  it('leaves a published release as it is', () => {
    const asked = withReleases('published');
    expect(runStep('draft', 'Make the draft', { GITHUB_REF_NAME: 'v1.2.0' })).toBe(1);
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ['v1.2.0', '--latest'],
    ['v1.2.0-beta.1', '--prerelease --latest=false'],
  ])('publishes %s with %s', (tag, kind) => {
    const asked = withReleases('draft');
    expect(runStep('publish', 'Publish the draft', { GITHUB_REF_NAME: tag })).toBe(0);
    expect(asked()).toEqual([`release edit ${tag} --draft=false ${kind}`]);
  });

  it('the draft fails when two systems made a file of the same name', () => {
    put('packages/packages-linux/h.zip', 'packages/packages-macos/h.zip');
    expect(runStep('draft', together)).not.toBe(0);
  });
});
