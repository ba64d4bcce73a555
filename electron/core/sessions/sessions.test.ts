import { beforeEach, describe, expect, it } from 'vitest';
import type { ReadManyEvent } from '#contract/webhooks.ts';
import { SessionEvent } from '#contract/sessions.ts';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import type { Connections } from '../connections/connections.ts';
import { problem } from '#test-support/installation.fake.ts';
import { readMany } from '../installations/list-webhooks.ts';
import type { FakePorts } from '#test-support/ports.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { startPractice } from '../practice/practice.ts';
import type { Sessions } from './sessions.ts';
import { FakeClock } from '#test-support/clock.fake.ts';

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme',
  baseUrl: 'https://acme.example.com',
};
const signingIn: ConnectionSettings = {
  ...settings,
  authentication: { kind: 'sign-in', username: 'anna' },
};
const open: ConnectionSettings = { ...settings, authentication: { kind: 'none' } };

let clock: FakeClock;
let ports: Omit<FakePorts, 'clock'> & { clock: FakeClock };
let core: TestCore<{ clock: FakeClock }>;
let connections: Connections;
let sessions: Sessions;
beforeEach(() => {
  clock = new FakeClock();
  core = createTestCore({ clock });
  ({ ports, connections, sessions } = core);
});

const add = async (how: ConnectionSettings, secrets = {}): Promise<string> => {
  const { id } = await connections.add(how, secrets);
  sessions.followConnection(id, Object.keys(secrets).length > 0 ? 'entered' : 'same');
  return id;
};
const list = async (id: string): Promise<unknown> => {
  return (await core.installations.open(id)).list();
};
const tokensSent = () => ports.webhooks.asked.map(({ target }) => target.authToken);

/** Watches the sessions, one event at a time. */
function watching() {
  const leave = new AbortController();
  const events = sessions.watch(leave.signal);
  return {
    leave: () => {
      leave.abort();
    },
    next: async (): Promise<string> => {
      const { value } = await events.next();
      const event = SessionEvent.parse(value);
      return `${event.connectionId} ${event.state?.kind ?? 'gone'}`;
    },
    events,
  };
}

describe('watching', () => {
  it('starts with every saved connection, without reading the vault or signing in', async () => {
    await add(settings, { authToken: 'canary-1' });
    await add(signingIn, { password: 'canary-2' });
    await add(open);
    await startPractice(ports, connections, ['A']);
    ports.secrets.failing = true;
    const { next } = watching();
    expect([await next(), await next(), await next(), await next()]).toEqual([
      'connection-1 token',
      'connection-2 signed-out',
      'connection-3 none',
      'connection-4 none',
    ]);
    expect(ports.signIn.signedIn).toEqual([]);
  });

  it('continues with each change, and ends with the signal', async () => {
    const id = await add(signingIn, { password: 'canary' });
    const { next, leave, events } = watching();
    const kinds = [await next()];
    await list(id);
    kinds.push(await next());
    kinds.push(await next());
    await sessions.signOut(id);
    kinds.push(await next());
    await connections.remove(id);
    sessions.forgetConnection(id);
    kinds.push(await next());
    expect(kinds.map((kind) => kind.slice('connection-1 '.length))).toEqual([
      // An event has the state at the time when it is read.
      'signed-out',
      'signed-in',
      'signed-in',
      'signed-out',
      'gone',
    ]);
    const waiting = events.next();
    leave();
    await expect(waiting).rejects.toThrow();
  });

  it('contains no secret', async () => {
    await add(settings, { authToken: 'canary-1' });
    const id = await add(signingIn, { password: 'canary-2' });
    await list(id);
    const { events } = watching();
    const told = [await events.next(), await events.next()];
    expect(JSON.stringify(told)).not.toMatch(/canary|signed-in-token/);
  });
});

describe('entering an auth token', () => {
  it('saves it for all later requests', async () => {
    const id = await add(settings, { authToken: 'first' });
    await list(id);
    await sessions.giveToken(id, 'second');
    await list(id);
    expect(tokensSent()).toEqual(['first', 'second']);
    expect([...ports.secrets.values.values()]).toEqual(['second']);
  });

  it('is refused for a connection that signs in or uses no authentication', async () => {
    for (const id of [await add(signingIn, { password: 'x' }), await add(open)]) {
      expect(await problemOf(sessions.giveToken(id, 'canary'))).toMatchObject({
        code: 'invalid',
        issues: [{ path: 'authToken' }],
      });
    }
    expect([...ports.secrets.values.values()]).toEqual(['x']);
    expect((await problemOf(sessions.giveToken('gone', 'x'))).code).toBe('no-such-connection');
  });
});

describe('requests', () => {
  it('of a connection without authentication have no auth token', async () => {
    await list(await add(open));
    expect(tokensSent()).toEqual([null]);
  });

  it('of a practice installation use the auth token that it issued', async () => {
    const [practice] = await startPractice(ports, connections, ['B']);
    await list(practice?.id ?? '');
    expect(tokensSent()).toEqual(['practice-token-B']);
  });

  it('are sent once when the problem is not the auth token', async () => {
    const id = await add(signingIn, { password: 'x' });
    ports.webhooks.before = () => {
      throw problem('forbidden');
    };
    expect((await problemOf(list(id))).code).toBe('forbidden');
    expect(ports.webhooks.asked).toHaveLength(1);
  });

  it('fail with the problem after two refusals', async () => {
    const id = await add(signingIn, { password: 'x' });
    ports.webhooks.before = () => {
      throw problem('unauthorized');
    };
    expect(await problemOf(list(id))).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('rejected the auth token that it issued') as string,
    });
    expect(tokensSent()).toEqual(['signed-in-token-1', 'signed-in-token-2']);
  });
});

it('sends nothing while the vault is locked, even with an active session', async () => {
  const id = await add(signingIn, { password: 'x' });
  await list(id);
  const { shown } = ports.vault;
  ports.vault.shown = { ...shown, kind: 'passphrase', status: 'locked' };
  expect((await problemOf(list(id))).code).toBe('vault-locked');
  ports.vault.shown = shown;
  await list(id);
  expect(tokensSent()).toEqual(['signed-in-token-1', 'signed-in-token-1']);
});

describe('a change of the settings', () => {
  it('of the address ends the session at the old address', async () => {
    const id = await add(signingIn, { password: 'x' });
    await list(id);
    const moved = { ...signingIn, baseUrl: 'https://globex.example.com' };
    await connections.change(id, moved, { password: 'y' });
    sessions.followConnection(id, 'entered');
    await list(id);
    await sessions.close();
    expect(ports.signIn.signedOut).toEqual(['signed-in-token-1', 'signed-in-token-2']);
    expect(tokensSent()).toEqual(['signed-in-token-1', 'signed-in-token-2']);
  });

  it('is applied before the session is notified: no auth token goes to another address', async () => {
    const id = await add(signingIn, { password: 'x' });
    const before = await core.installations.open(id);
    await list(id);
    await connections.change(id, { ...signingIn, baseUrl: 'https://globex.example.com' }, {});
    expect((await problemOf(before.list())).code).toBe('aborted');
    expect((await problemOf(list(id))).message).toContain('No password is saved');
    expect(tokensSent()).toEqual(['signed-in-token-1']);
  });

  it('during the read of the password sends the password to neither address', async () => {
    const id = await add(signingIn, { password: 'x' });
    const reading = problemOf(list(id));
    const get = ports.secrets.get.bind(ports.secrets);
    const asked = Promise.withResolvers<null>();
    const goOn = Promise.withResolvers<null>();
    ports.secrets.get = async (name) => {
      const secret = await get(name);
      asked.resolve(null);
      await goOn.promise;
      return secret;
    };
    await asked.promise;
    ports.secrets.get = get;
    await connections.change(id, { ...signingIn, baseUrl: 'https://globex.example.com' }, {});
    goOn.resolve(null);
    expect((await reading).code).toBe('aborted');
    expect(ports.signIn.signedIn).toEqual([]);
  });
});

it('does not make a read of several installations wait for a person', async () => {
  const id = await add(settings, { authToken: 'entered' });
  await list(id);
  ports.webhooks.before = () => {
    throw problem('unauthorized');
  };
  const last: ReadManyEvent[] = [];
  for await (const event of readMany(core.installations, [id])) last.splice(0, 1, event);
  expect(last).toMatchObject([{ state: 'failed', problem: { code: 'unauthorized' } }]);
  expect((await sessions.watch().next()).value).toMatchObject({ state: { kind: 'expired' } });
});

it('does not sign out an entered auth token when Hookdesk closes', async () => {
  const id = await add(settings, { authToken: 'entered' });
  await list(id);
  await sessions.close();
  expect(ports.signIn.signedOut).toEqual([]);
});
