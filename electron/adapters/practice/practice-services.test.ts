import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { PracticeServices } from '#core/ports.ts';
import { differingPractice, practiceInstallations } from '#domain/installation/practice.ts';
import { problemOf } from '../http/testing/problem-of.ts';
import { createHttpServices } from '../http/http-services.ts';
import { createPracticeServices, type PracticeOptions } from './practice-services.ts';

const fake = join(import.meta.dirname, 'testing/fake-service.ts');
const real = join(import.meta.dirname, '../../../service/main.ts');

let directory = '';
let children: ChildProcess[] = [];
let services: PracticeServices[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-practice-'));
  children = [];
  services = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const each of services) await each.stop();
  for (const child of children) expect(child.exitCode ?? child.signalCode).not.toBeNull();
  rmSync(directory, { recursive: true });
});

function create(manner: string, options: Partial<PracticeOptions> = {}, program = fake) {
  const created = createPracticeServices({
    directory,
    spawn: (args, env) => {
      const child = spawn(process.execPath, [program, ...args], {
        env: { ...env, FAKE: manner },
        stdio: 'pipe',
      });
      children.push(child);
      return child;
    },
    ...options,
  });
  services.push(created);
  return created;
}

const Said = z.object({
  args: z.array(z.string()),
  env: z.array(z.string()),
  token: z.string(),
  pid: z.int(),
});
const ask = async (baseUrl: string) => Said.parse(await (await fetch(baseUrl)).json());

describe('the practice service', () => {
  it('is started once for each variant, with its token neither in arguments nor environment', async () => {
    vi.stubEnv('WEBHOOK_SERVICE_AUTH_TOKEN', 'canary-of-another-service');
    vi.stubEnv('WEBHOOK_SERVICE_DATABASE_URL', 'postgres://u:canary-of-a-database@127.0.0.1/n');
    const practice = create('');
    const [first, second, b] = await Promise.all([
      practice.start('A'),
      practice.start('A'),
      practice.start('B'),
    ]);
    expect(second).toEqual(first);
    expect(children).toHaveLength(2);
    expect(first.apiRoot).toBe('/api/root');
    const said = await ask(first.baseUrl);
    expect(said.token).toBe(first.authToken);
    expect(said.token).not.toContain('canary');
    expect(JSON.stringify([said.args, said.env])).not.toContain(said.token);
    expect(JSON.stringify(said.env)).not.toContain('canary-of-a-database');
    expect(said.args).toEqual([
      '--variant',
      'A',
      '--port',
      '0',
      '--data',
      join(directory, 'practice-A.sqlite'),
      '--seed',
      '40',
      '--practice',
      '--stand-in',
      '--end-with-stdin',
    ]);
    expect(b.authToken).not.toBe(first.authToken);
    expect((await ask(b.baseUrl)).args).toContain(join(directory, 'practice-B.sqlite'));
    expect(await practice.start('A')).toEqual(first);
  });

  it('is restarted on its port after a crash, and on another port when that one is in use', async () => {
    const practice = create('', { endWithStdin: false });
    const first = await practice.start('A');
    const died = async (baseUrl: string): Promise<void> => {
      const child = children.at(-1);
      const exit = child === undefined ? null : once(child, 'exit');
      await fetch(`${baseUrl}/end`).catch(() => undefined);
      await exit;
    };
    await died(first.baseUrl);
    const again = await practice.start('A');
    expect(again.baseUrl).toBe(first.baseUrl);
    expect((await ask(again.baseUrl)).args).not.toContain('--end-with-stdin');

    await died(again.baseUrl);
    const { port } = new URL(first.baseUrl);
    const taker = createServer().listen(Number(port), '127.0.0.1');
    await once(taker, 'listening');
    const [elsewhere, shared] = await Promise.all([practice.start('A'), practice.start('A')]);
    expect(shared).toEqual(elsewhere);
    expect(elsewhere.baseUrl).not.toBe(first.baseUrl);
    expect((await ask(elsewhere.baseUrl)).token).toBe(elsewhere.authToken);
    taker.close();
  });

  it('fails with the output of the program', async () => {
    const problem = await problemOf(create('dies').start('A'));
    expect(problem.code).toBe('practice-failed');
    expect(problem.message).toContain('ended before it was ready');
    expect(problem.facts).toEqual([{ label: 'Output', value: 'cannot start' }]);
  });

  it('fails when the program is missing, is silent too long, or prints invalid output', async () => {
    const silent = await problemOf(create('silent', { startLimit: 300 }).start('A'));
    expect(silent.message).toContain('did not start within 0.3 s');
    const mumbling = await problemOf(create('mumbles').start('A'));
    expect(mumbling.message).toContain('did not report its address');
    const missing = createPracticeServices({
      directory,
      spawn: () => spawn(join(directory, 'nothing-here'), { stdio: 'pipe' }),
    });
    expect((await problemOf(missing.start('A'))).code).toBe('practice-failed');
  });

  it('is killed when it does not end, and does not start after `stop`', async () => {
    const practice = create('stubborn', { endTimeLimit: 200 });
    await practice.start('A');
    await practice.stop();
    expect(children.map((child) => child.signalCode)).toEqual(['SIGKILL']);
    expect((await problemOf(practice.start('B'))).message).toContain('closing');
  });

  it('is ended by `stop` during its start', async () => {
    const practice = create('silent');
    const starting = problemOf(practice.start('A'));
    await practice.stop();
    expect((await starting).code).toBe('practice-failed');
  });

  it.each(['A', 'B'] as const)(
    'is the real one, variant %s, and keeps its webhooks',
    async (variant) => {
      const practice = create('', {}, real);
      const { baseUrl, apiRoot, authToken } = await practice.start(variant);
      const http = createHttpServices();
      const { webhooks } = await http.webhooks.list({ baseUrl, apiRoot, authToken, variant }, {});
      expect(webhooks).toHaveLength(40);
      expect(existsSync(join(directory, `practice-${variant}.sqlite`))).toBe(true);
      await http.close();
      await practice.stop();
      expect(children.map((child) => child.exitCode)).toEqual([0]);
    },
  );

  it('starts three different ones', async () => {
    const practice = create('', {}, real);
    const http = createHttpServices();
    const named = await Promise.all(
      differingPractice.map(async (id) => {
        const { variant } = practiceInstallations[id];
        const target = { ...(await practice.start(id)), variant };
        const { webhooks } = await http.webhooks.list(target, {});
        expect(existsSync(join(directory, `practice-${id}.sqlite`))).toBe(true);
        return webhooks.map(({ name }) => name);
      }),
    );
    const [production = [], standby = [], oldSite = []] = named;
    expect(standby).toContain('Migration test');
    expect(production).not.toContain('Migration test');
    expect(oldSite.filter((name) => name === 'Mail gateway')).toHaveLength(2);
    await http.close();
  });
});
