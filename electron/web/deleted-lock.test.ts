// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { clientOf } from '#test-support/window-fixture.ts';

let folder = '';
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-two-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const devOrigin = 'http://127.0.0.1:5999';

function run() {
  const program = join(import.meta.dirname, 'main.ts');
  const args = [program, '--data', folder, '--dev-origin', devOrigin];
  const child = spawn(process.execPath, args, {
    // Without D-Bus there is no keychain.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    stdio: 'pipe',
  });
  children.push(child);
  let err = '';
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, err }));
  return { child, ended };
}

async function opened() {
  const { child, ended } = run();
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(({ err }) => Promise.reject(new Error(err))),
  ]);
  const address = announced();
  const client = await clientOf(address, /#key=([\w-]+)$/.exec(line)?.[1] ?? '', devOrigin);
  return { client, child, ended, address };
}

const announced = (): string =>
  (JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as { address: string }).address;
const deleteLock = (): void => {
  rmSync(join(folder, 'instance.lock'));
};

type Client = Awaited<ReturnType<typeof opened>>['client'];
const passphrase = 'correct horse battery staple';
const add = (client: Client, name: string) =>
  client.connections.add({
    settings: { ...blankConnection, name, baseUrl: 'http://127.0.0.1:1' },
    secrets: {},
  });
const named = async (client: Client): Promise<string[]> =>
  (await client.connections.list()).map(({ name }) => name);

/** The problem that the windows of a host show about their drafts. */
async function shownProblem(client: Client): Promise<string> {
  for await (const event of await client.drafts.watch()) {
    if (event.kind === 'state' && event.state.problem !== null) {
      return `${event.state.problem.message} ${event.state.problem.advice}`;
    }
  }
  return '';
}

describe('two hosts on one folder, after its lock file was deleted', () => {
  it('do not both write: the first stops and says so, the second is told', async () => {
    const first = await opened();
    await first.client.vault.choose({ kind: 'passphrase', passphrase });
    await add(first.client, 'acme');
    await first.client.drafts.save({ draft: aDraft(), basedOn: null });
    deleteLock();
    const second = await opened();
    expect((await second.client.app.about()).notices).toEqual([
      expect.stringContaining(`another Hookdesk may still run at ${first.address}`),
    ]);
    await add(second.client, 'globex');

    const shown = shownProblem(first.client);
    await expect(add(first.client, 'initech')).rejects.toMatchObject({
      data: {
        code: 'storage-failed',
        message: expect.stringContaining('no longer saves') as string,
      },
    });
    expect(await shown).toMatch(/Another Hookdesk uses the data folder now.+close this Hookdesk/);
    const draft = aDraft({ id: 'acme/8' });
    const saved = await first.client.drafts.save({ draft, basedOn: null });
    expect(saved.state.status).toBe('failed');
    const change = first.client.vault.changePassphrase({ old: passphrase, new: `${passphrase} 2` });
    await expect(change).rejects.toMatchObject({ data: { code: 'storage-failed' } });
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });

    expect(announced()).toBe(second.address);
    second.child.kill('SIGTERM');
    await second.ended;
    const third = await opened();
    expect((await third.client.app.about()).notices).toEqual([]);
    expect(await named(third.client)).toEqual(['acme', 'globex']);
    await third.client.vault.unlock({ passphrase });
    for await (const event of await third.client.drafts.watch()) {
      if (event.kind !== 'drafts' || event.drafts.length === 0) continue;
      expect(event.drafts.map(({ id }) => id)).toEqual([aDraft().id]);
      break;
    }
  });

  it('do not run when the first has written since: it took the lock again', async () => {
    const first = await opened();
    deleteLock();
    await add(first.client, 'acme');
    const { code, err } = await run().ended;
    expect(code).toBe(3);
    expect(err).toContain(first.address);
    await add(first.client, 'globex');
    expect(await named(first.client)).toEqual(['acme', 'globex']);
  });
});
