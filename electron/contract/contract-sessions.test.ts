import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import type { ReceivedRequest } from '../../service/http/recorder.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { usersFile } from '../../service/testing/users.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { SecretsInput } from './connections.ts';
import { contract } from './index.ts';
import type { SessionEvent } from './sessions.ts';

const password = 'canary-password';
const asked = new Set<string>();

describe.each(transports)('sessions on a %s', (transport) => {
  let folder: string;
  let close: () => Promise<void>;
  let window: TestWindow;
  let service: RunningService;
  let users: Awaited<ReturnType<typeof usersFile>>;
  let requests: ReceivedRequest[];
  let now: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    const composition = await composeTestFolder(folder);
    ({ close } = composition);
    window = await openWindow(transport, composition.ports, folder);
    users = await usersFile({ anna: password });
    requests = [];
    now = Date.now();
    service = await startService({
      variant: 'B',
      authToken: null,
      seed: 3,
      signIn: { usersFile: users.file, tokenTtl: 1_200, clock: { now: () => now } },
      onRequest: (request) => requests.push(request),
    });
  });
  afterEach(async () => {
    for (const name of window.asked) asked.add(name);
    await window.leave();
    await window.end();
    await close();
    await service.close();
    users.remove();
    rmSync(folder, { recursive: true });
    expect(window.reported).toEqual([]);
    const tokens = requests.flatMap(({ headers }) => headers['x-auth-token'] ?? []);
    for (const secret of [password, ...tokens]) {
      expect(window.received.join('\n')).not.toContain(secret);
    }
  });

  const add = async (
    authentication: ConnectionSettings['authentication'],
    secrets: SecretsInput,
  ) => {
    const { url: baseUrl, root: apiRoot } = service;
    const settings = { ...blankConnection, name: 'acme', baseUrl, apiRoot, authentication };
    const { id } = await window.client.connections.add({ settings, secrets });
    return { connectionId: id, settings };
  };
  const signIn = () => add({ kind: 'sign-in', username: 'anna' }, { password });
  const read = async (connectionId: string): Promise<number> => {
    let total = 0;
    for await (const event of await window.client.webhooks.list({ connectionId })) {
      if (event.kind === 'end') ({ total } = event);
    }
    return total;
  };
  /** An auth token from a sign-in without Hookdesk. */
  const paste = async (): Promise<string> => {
    const body = JSON.stringify({ username: 'anna', password });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${service.url}/api/token/`, { method: 'POST', headers, body });
    return answer.headers.get('x-subject-token') ?? '';
  };
  const lets = async (authToken: string): Promise<boolean> => {
    const headers = { 'X-Auth-Token': authToken };
    return (await fetch(`${service.url}${service.root}/webhook/`, { headers })).ok;
  };
  const lastToken = (): string => {
    const sent = requests.flatMap(({ headers }) => headers['x-auth-token'] ?? []).at(-1);
    return typeof sent === 'string' ? sent : '';
  };
  /** Watches the sessions; `until` returns the next event of a kind. */
  async function watching() {
    const leave = new AbortController();
    const events = await window.client.sessions.watch(undefined, { signal: leave.signal });
    return {
      until: async (kind: string): Promise<SessionEvent> => {
        for (;;) {
          const { value, done } = await events.next();
          if (done === true) throw new Error(`It ended before ${kind}.`);
          if ((value.state?.kind ?? 'gone') === kind) return value;
        }
      },
      leave: () => {
        leave.abort();
      },
    };
  }

  it('report sign-in, sign-out and the removal of their connection', async () => {
    const { connectionId } = await signIn();
    const { until, leave } = await watching();
    expect(await until('signed-out')).toEqual({ connectionId, state: { kind: 'signed-out' } });
    expect(await read(connectionId)).toBe(3);
    const { state } = await until('signed-in');
    expect(state).toMatchObject({ until: expect.any(Date) as Date });
    const authToken = lastToken();
    await window.client.sessions.signOut({ connectionId });
    await until('signed-out');
    expect(await lets(authToken)).toBe(false);
    await window.client.connections.remove({ connectionId });
    expect(await until('gone')).toEqual({ connectionId, state: null });
    leave();
  });

  it('continue with a new auth token after an entered one is rejected', async () => {
    const { connectionId } = await add({ kind: 'auth-token' }, { authToken: await paste() });
    const { until, leave } = await watching();
    expect((await until('token')).state).toEqual({ kind: 'token' });
    await read(connectionId);
    now += 1_200_000;
    const reading = read(connectionId);
    expect((await until('expired')).state).toMatchObject({ problem: { code: 'unauthorized' } });
    await window.client.sessions.giveToken({ connectionId, authToken: await paste() });
    expect(await reading).toBe(3);
    await until('token');
    leave();
  });

  it('sign out when credentials change and when the host ends', async () => {
    const { connectionId, settings } = await signIn();
    await read(connectionId);
    const first = lastToken();
    await window.client.connections.change({ connectionId, settings, secrets: { password } });
    await expect.poll(() => lets(first)).toBe(false);
    await read(connectionId);
    const second = lastToken();
    await window.end();
    expect(await lets(second)).toBe(false);
  });

  it('are not needed to detect an installation', async () => {
    const settings: ConnectionSettings = {
      ...blankConnection,
      baseUrl: `${service.url}/api/v14/webhook/`,
      authentication: { kind: 'sign-in', username: 'anna' },
    };
    const input = { connectionId: null, settings, secrets: { password } };
    const events = [];
    for await (const event of await window.client.detection.detect(input)) events.push(event);
    expect(events.at(-1)).toMatchObject({
      kind: 'end',
      proposals: [{ baseUrl: service.url, apiRoot: '/api/v14', variant: 'B', certain: true }],
      advice: null,
    });
    expect(await lets(lastToken())).toBe(false);
  });

  it('stay usable after a window cancels a detection', async () => {
    const input = {
      connectionId: null,
      settings: { ...blankConnection, baseUrl: service.url },
      secrets: {},
    };
    const events = await window.client.detection.detect(input);
    await events.next();
    await events.return(undefined);
    await window.client.connections.list();
  });
});

it('asks for every procedure of sessions and detection', () => {
  for (const group of ['sessions', 'detection'] as const) {
    for (const name of Object.keys(contract[group])) expect(asked).toContain(`${group}.${name}`);
  }
});
