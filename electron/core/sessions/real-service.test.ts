import { afterEach, describe, expect, it, test } from 'vitest';
import { systemClock } from '#adapters/clock/clock.ts';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import {
  type SignedIn,
  type SignedInOptions,
  openSignedIn,
  password,
} from './testing/signed-in-fixture.ts';

const minute = 60_000;
let fixture: SignedIn | null = null;
afterEach(async () => {
  await fixture?.end();
  fixture = null;
});
async function open(options: SignedInOptions): Promise<SignedIn> {
  fixture = await openSignedIn(options);
  return fixture;
}

/** Runs work a number of times, `atOnce` in parallel, and returns the results. */
async function inParallel<T>(times: number, atOnce: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < times) {
      begun += 1;
      results.push(await work());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

describe('200 reads, 8 at a time, with auth tokens that live for 3 s', () => {
  it('all succeed, with at most one sign-in for each token lifetime', async () => {
    const clock = new FakeClock();
    const { connect, read, signIns } = await open({
      clock,
      life: 3,
      ahead: -5 * 60 * minute,
      beforeSending: () => {
        clock.move(70);
      },
    });
    const client = await connect();
    expect(await inParallel(200, 8, () => read(client))).toEqual(Array(200).fill(3));
    const lives = (200 * 70) / (3_000 - 300);
    expect(signIns()).toBeGreaterThan(2);
    expect(signIns()).toBeLessThanOrEqual(Math.ceil(lives));
  });

  it('all succeed with the system clock as well', { tags: 'slow' }, async () => {
    const latency = { kind: 'latency' as const, only: 'reads' as const, milliseconds: 140 };
    const { connect, read, signIns } = await open({
      clock: systemClock,
      life: 3,
      faults: [latency],
    });
    const client = await connect();
    const begun = performance.now();
    expect(await inParallel(200, 8, () => read(client))).toEqual(Array(200).fill(3));
    const lives = (performance.now() - begun) / (3_000 - 300);
    expect(signIns()).toBeGreaterThan(1);
    expect(signIns()).toBeLessThanOrEqual(Math.ceil(lives));
  });
});

describe('an auth token that expires in flight', () => {
  /** The auth token is valid when it is requested, and expired when the request is sent. */
  const late = async () => {
    const clock = new FakeClock();
    let delay = 0;
    const fixture = await open({
      clock,
      beforeSending: () => {
        clock.move(delay);
        delay = 0;
      },
    });
    const client = await fixture.connect();
    await fixture.read(client);
    delay = 20 * minute;
    return { ...fixture, client };
  };

  it('is replaced, and the read is sent again', async () => {
    const { read, client, signIns } = await late();
    expect(await read(client)).toBe(3);
    expect(signIns()).toBe(2);
  });

  it('is replaced, and the write is sent again but applied once', async () => {
    const { read, client, signIns } = await late();
    const definition = {
      ...emptyDefinition('B'),
      name: 'once',
      url: 'https://a.example',
    };
    await client.send({ action: 'create', definition });
    expect(signIns()).toBe(2);
    expect(await read(client)).toBe(4);
  });
});

test('concurrent reads share one sign-in after the service restarted', async () => {
  const { connect, read, restart, signIns } = await open({ clock: systemClock });
  const client = await connect();
  await read(client);
  await restart();
  expect(await inParallel(20, 8, () => read(client))).toEqual(Array(20).fill(3));
  expect(signIns()).toBe(2);
});

describe('a service that refuses every auth token', () => {
  it('receives two sign-ins, and then ever longer pauses', async () => {
    const clock = new FakeClock();
    const { connect, read, restart, signIns, sessions } = await open({
      clock,
      faults: [{ kind: '401', only: 'reads' }],
    });
    const client = await connect();
    const problems = await inParallel(40, 20, () => problemOf(read(client)));
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['unauthorized']));
    expect(signIns()).toBe(2);
    expect(sessions.of(client.connection.id, client.target)?.state()).toMatchObject({
      kind: 'refused',
      retryAt: new Date(clock.now().getTime() + 1_000),
    });
    for (let second = 0; second < 60; second += 1) {
      clock.move(1_000);
      await problemOf(read(client));
    }
    expect(signIns()).toBeLessThanOrEqual(8);
    await restart();
    clock.move(minute);
    // The first read may use a connection that closed with the service.
    await expect.poll(() => read(client)).toBe(3);
  });
});

describe('a password', () => {
  it('that is wrong is tried once for all requests, until it changes', async () => {
    const { connect, connections, sessions, settings, read, signIns } = await open({
      clock: systemClock,
    });
    const client = await connect({ secrets: { password: 'canary-wrong' } });
    const problems = await inParallel(20, 8, () => problemOf(read(client)));
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['unauthorized']));
    expect(JSON.stringify(problems)).not.toContain('canary');
    expect(signIns()).toBe(1);
    await connections.change(client.connection.id, settings, { password });
    sessions.followConnection(client.connection.id, 'entered');
    expect(await read(client)).toBe(3);
    expect(signIns()).toBe(2);
  });

  it('that is not saved is requested, without a sign-in', async () => {
    const { connect, read, signIns } = await open({ clock: systemClock });
    const client = await connect({ secrets: {} });
    expect(await problemOf(read(client))).toMatchObject({
      code: 'unauthorized',
      message: 'No password is saved for acme.',
    });
    expect(signIns()).toBe(0);
  });
});

test('a sign-in that hangs ends at the time limit of the connection', async () => {
  const { connect, read, restart } = await open({
    clock: systemClock,
    faults: [{ kind: 'hang', only: 'writes' }],
    limits: { headersMilliseconds: 200 },
  });
  const client = await connect();
  const problems = await inParallel(8, 8, () => problemOf(read(client)));
  expect(problems.map(({ code }) => code)).toEqual(Array(8).fill('timed-out'));
  await restart();
  expect(await read(client)).toBe(3);
});

describe('the end of a session', () => {
  const signedIn = async () => {
    const fixture = await open({ clock: systemClock });
    const client = await fixture.connect();
    await fixture.read(client);
    const [authToken = ''] = fixture.tokens();
    expect(await fixture.lets(authToken)).toBe(true);
    return { ...fixture, client, authToken, id: client.connection.id };
  };

  it('by a person invalidates the auth token, and the next request signs in', async () => {
    const { sessions, id, lets, authToken, read, client } = await signedIn();
    await sessions.signOut(id);
    expect(await lets(authToken)).toBe(false);
    expect(await read(client)).toBe(3);
  });

  it('when Hookdesk closes invalidates the auth token', async () => {
    const { sessions, lets, authToken } = await signedIn();
    await sessions.close();
    expect(await lets(authToken)).toBe(false);
  });

  it('when the connection is deleted invalidates the auth token', async () => {
    const { sessions, connections, id, lets, authToken, read, client } = await signedIn();
    await connections.remove(id);
    sessions.forgetConnection(id);
    await expect.poll(() => lets(authToken)).toBe(false);
    expect((await problemOf(read(client))).code).toBe('no-such-connection');
  });

  it('when credentials change invalidates the auth token, but not after a rename', async () => {
    const { sessions, connections, id, settings, lets, authToken, read, client } = await signedIn();
    await connections.change(id, { ...settings, name: 'globex', readOnly: true }, {});
    sessions.followConnection(id, 'same');
    expect(await read(client)).toBe(3);
    expect(await lets(authToken)).toBe(true);
    await connections.change(id, { ...settings, authentication: { kind: 'none' } }, {});
    sessions.followConnection(id, 'same');
    await expect.poll(() => lets(authToken)).toBe(false);
  });

  it('succeeds when the installation is down', async () => {
    const { sessions, end } = await signedIn();
    await end();
    fixture = null;
    await sessions.close();
  });
});

describe('an entered auth token that expires', () => {
  const pasted = async () => {
    const clock = new FakeClock();
    const fixture = await open({ clock });
    const paste = async (): Promise<string> => {
      const body = JSON.stringify({ username: 'anna', password });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${fixture.url}/api/token/`, { method: 'POST', headers, body });
      return answer.headers.get('x-subject-token') ?? '';
    };
    const settings = { ...fixture.settings, authentication: { kind: 'auth-token' as const } };
    const client = await fixture.connect({ settings, secrets: { authToken: await paste() } });
    expect(await fixture.read(client)).toBe(3);
    clock.move(20 * minute);
    return { ...fixture, paste, client, id: client.connection.id, settings };
  };
  const stateOf = ({ sessions }: SignedIn, client: Parameters<SignedIn['read']>[0]) =>
    sessions.of(client.connection.id, client.target)?.state();

  it('pauses reads until another one is entered, and they all succeed', async () => {
    const here = await pasted();
    const waiting = inParallel(8, 8, () => here.read(here.client));
    await expect.poll(() => stateOf(here, here.client)).toMatchObject({ waiting: 8 });
    await here.sessions.giveToken(here.id, await here.paste());
    expect(await waiting).toEqual(Array(8).fill(3));
  });

  it('fails a write, which is not applied and can be sent again', async () => {
    const { sessions, id, client, paste, read } = await pasted();
    const definition = { ...emptyDefinition('B'), name: 'once', url: 'https://a.example' };
    const write = { action: 'create', definition } as const;
    expect((await problemOf(client.send(write))).code).toBe('unauthorized');
    await sessions.giveToken(id, await paste());
    await client.send(write);
    expect(await read(client)).toBe(4);
  });

  it('is never sent to a new address of the connection, nor is the new one to the old', async () => {
    const here = await pasted();
    const { connections, sessions, id, settings, client, read, requests } = here;
    const waiting = problemOf(read(client));
    await expect.poll(() => stateOf(here, client)).toMatchObject({ waiting: 1 });
    const moved = { ...settings, baseUrl: 'https://elsewhere.example' };
    await connections.change(id, moved, { authToken: 'canary-elsewhere' });
    sessions.followConnection(id, 'entered');
    expect((await waiting).code).toBe('aborted');
    expect((await problemOf(read(client))).code).toBe('aborted');
    expect(JSON.stringify(requests)).not.toContain('canary-elsewhere');
  });
});
