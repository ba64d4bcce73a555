import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices, type HttpServices } from '#adapters/http/http-services.ts';
import { certificate } from '#adapters/http/testing/certificates.ts';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { freePort } from '#adapters/http/testing/servers.ts';
import { DetectionEvent, type Observation, type Proposal } from '#contract/detection.ts';
import type { SecretsInput, UnsavedConnection } from '#contract/connections.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { usersFile } from '../../../service/testing/users.ts';
import { Connections } from '../connections/connections.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import type { Clock } from '../ports.ts';
import { startPractice } from '../practice/practice.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { detect } from './detect.ts';
import { detectionTarget } from './address-candidates.ts';
import { type Front, openFront } from './testing/front.ts';

const password = 'canary-right';
const open: (() => Promise<void> | void)[] = [];
let http: HttpServices;
let connections: Connections;
let ports: ReturnType<typeof fakePorts>;
beforeEach(() => {
  http = createHttpServices({ environment: {}, limits: { retryPauses: [] } });
  open.push(() => http.close());
  ports = fakePorts();
  connections = new Connections(ports);
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function front(...given: Parameters<typeof openFront>): Promise<Front> {
  const opened = await openFront(...given);
  open.push(opened.close);
  return opened;
}
const at = (
  baseUrl: string,
  changes: Partial<ConnectionSettings> = {},
  secrets: SecretsInput = {},
): UnsavedConnection => ({
  connectionId: null,
  settings: { ...blankConnection, authentication: { kind: 'none' }, baseUrl, ...changes },
  secrets,
});
const withToken = (baseUrl: string, authToken: string): UnsavedConnection =>
  at(baseUrl, { authentication: { kind: 'auth-token' } }, { authToken });
const signingIn = (baseUrl: string, tried = password): UnsavedConnection =>
  at(baseUrl, { authentication: { kind: 'sign-in', username: 'anna' } }, { password: tried });

async function* begun(input: UnsavedConnection, clock: Clock = systemClock, signal?: AbortSignal) {
  const search = await detectionTarget(connections, input);
  for await (const event of detect({ ...fakePorts(), ...http, clock }, search, signal)) {
    yield DetectionEvent.parse(event);
  }
}
async function detected(...given: Parameters<typeof begun>) {
  const events: DetectionEvent[] = [];
  for await (const event of begun(...given)) events.push(event);
  const last = events.at(-1);
  if (last?.kind !== 'end') throw new Error('It has no end.');
  const seen = events.flatMap((event) => (event.kind === 'seen' ? [event.observation] : []));
  return { events, seen, proposals: last.proposals.map(short), advice: last.advice };
}
const short = ({ baseUrl, apiRoot, variant, certain }: Proposal): string =>
  `${new URL(baseUrl).pathname} ${apiRoot} ${variant}${certain ? '' : '?'}`;
const sights = (seen: readonly Observation[]): string[] =>
  seen.map(({ baseUrl, apiRoot, sight }) => {
    return `${new URL(baseUrl).pathname} ${apiRoot ?? 'sign-in'} ${sight}`;
  });
const lines = ({ received }: Front): string[] => received.map(({ line }) => line);

const a = { variant: 'A', authToken: null, seed: 3 } as const;
const b = { variant: 'B', authToken: null, seed: 3 } as const;
async function users() {
  const made = await usersFile({ anna: password });
  open.push(made.remove);
  return { signIn: { usersFile: made.file, tokenTtl: 1_200 } };
}

describe('an installation', () => {
  it.each([
    ['of variant B', [{ ...b, root: '/api/v14' }], '', ['/ /api/v14 B']],
    ['of variant A', [{ ...a, root: '/api/v6' }], '', ['/ /api/v6 A']],
    [
      'of both',
      [
        { ...a, root: '/api/v6' },
        { ...b, root: '/api/v14' },
      ],
      '',
      ['/ /api/v14 B', '/ /api/v6 A'],
    ],
    [
      'of both, one of them typed',
      [
        { ...a, root: '/api/v6' },
        { ...b, root: '/api/v14' },
      ],
      '/api/v6',
      ['/ /api/v6 A', '/ /api/v14 B'],
    ],
    ['below a path that was typed', [{ ...b, root: '/x/api/v14' }], '/x/', ['/x /api/v14 B']],
    ['below no path where one was typed', [{ ...b, root: '/api/v14' }], '/x', ['/ /api/v14 B']],
    ['below the usual path', [{ ...a, root: '/pem/api/v6' }], '', ['/pem /api/v6 A']],
    [
      'whose whole list was pasted',
      [{ ...b, root: '/pem/api/v14' }],
      '/pem/api/v14/webhook/',
      ['/pem /api/v14 B'],
    ],
    ['of another release', [{ ...b, root: '/api/v16' }], '/api/v16', ['/ /api/v16 B']],
    ['without webhooks', [{ ...b, seed: 0, root: '/api/v14' }], '', ['/ /api/v14 B?']],
  ])('%s', async (_, services, typed, expected) => {
    const here = await front(services);
    const { proposals, advice } = await detected(at(here.url + typed));
    expect(proposals).toEqual(expected);
    expect(advice === null).toBe(expected[0]?.endsWith('?') === false);
    expect(lines(here).every((line) => line.startsWith('GET '))).toBe(true);
  });

  it('reports each step, and splits the typed address', async () => {
    const here = await front([{ ...b, root: '/api/v14' }]);
    const { events } = await detected(at(`${here.url}/api/v14/webhook/7?x`));
    const [begin, looking, seen, ...rest] = events;
    expect(begin).toMatchObject({ kind: 'begin', baseUrl: here.url, apiRoot: '/api/v14' });
    expect(looking).toEqual({ kind: 'looking', what: 'list', url: `${here.url}/api/v14/webhook/` });
    expect(seen).toMatchObject({
      observation: {
        sight: 'variant-b',
        status: 200,
        message: expect.stringContaining('3 webhooks') as string,
      },
    });
    expect(rest.map(({ kind }) => kind)).toEqual(['looking', 'seen', 'end']);
  });
});

describe('an auth token', () => {
  it('is requested when it was not entered', async () => {
    const { url } = await front([{ ...b, authToken: 'right', root: '/api/v14' }]);
    for (const input of [at(url), at(url, { authentication: { kind: 'auth-token' } })]) {
      const { seen, proposals, advice } = await detected(input);
      expect(sights(seen)[0]).toBe('/ /api/v14 needs-auth-token');
      expect(proposals).toEqual(['/ /api/v14 B?']);
      expect(advice).toMatch(/Enter a valid auth token/);
    }
  });

  it('that was entered goes to the typed origin and to no other', async () => {
    const other = await front([]);
    const here = await front([{ ...b, authToken: 'right', root: '/api/v14' }], {
      elsewhere: (_, response) => {
        response.writeHead(302, { location: `${other.url}/sign-in` }).end();
      },
    });
    const { seen, proposals } = await detected(withToken(here.url, 'right'));
    expect(sights(seen)).toEqual(['/ /api/v14 variant-b', '/ /api/v6 not-the-interface']);
    expect(proposals).toEqual(['/ /api/v14 B']);
    expect(here.received.every(({ authToken }) => authToken === 'right')).toBe(true);
    expect(other.received).toEqual([]);
  });

  it('that is saved is used for its own origin only', async () => {
    const here = await front([{ ...b, authToken: 'kept', root: '/api/v14' }]);
    const there = await front([{ ...b, authToken: 'kept', root: '/api/v14' }]);
    const { settings } = withToken(here.url, 'kept');
    const saved = await connections.add({ ...settings, name: 'acme' }, { authToken: 'kept' });
    const look = async (baseUrl: string) =>
      (await detected({ connectionId: saved.id, settings: { ...settings, baseUrl }, secrets: {} }))
        .seen[0]?.sight;
    expect(await look(here.url)).toBe('variant-b');
    expect(await look(there.url)).toBe('needs-auth-token');
    expect(there.received.every(({ authToken }) => authToken === null)).toBe(true);
  });

  it('of a practice installation goes only there, whatever address was typed', async () => {
    const there = await front([]);
    const [practice] = await startPractice(ports, connections, ['B']);
    const search = await detectionTarget(connections, {
      ...at(there.url),
      connectionId: practice?.id ?? '',
    });
    expect(search.typed.baseUrl).toBe(practice?.baseUrl);
    expect(search.candidate.address.baseUrl).toBe(practice?.baseUrl);
  });
});

describe('signing in', () => {
  it('reports the versions, reads with the new auth token, and signs out', async () => {
    const here = await front([{ ...b, ...(await users()), root: '/pem/api/v14' }]);
    const { seen, proposals, events } = await detected(signingIn(here.url));
    expect(sights(seen)).toEqual([
      '/ sign-in nothing',
      '/pem sign-in signed-in',
      '/pem /api/v14 variant-b',
      '/pem /api/v6 nothing',
    ]);
    expect(seen[1]?.message).toContain('Supported versions: v14');
    expect(proposals).toEqual(['/pem /api/v14 B']);
    expect(lines(here).at(-1)).toBe('DELETE /pem/api/token/');
    const authToken = here.received.at(-1)?.authToken ?? '';
    expect(JSON.stringify(events)).not.toContain(authToken);
    const headers = { 'X-Auth-Token': authToken };
    expect((await fetch(`${here.url}/pem/api/v14/webhook/`, { headers })).status).toBe(401);
  });

  it('reads another supported version that the installation reports', async () => {
    const here = await front([{ ...b, ...(await users()), root: '/api/v16' }]);
    const { proposals } = await detected(signingIn(here.url));
    expect(proposals).toEqual(['/ /api/v16 B']);
  });

  it('is tried once with a wrong password, and detection continues without it', async () => {
    const here = await front([{ ...b, ...(await users()), root: '/api/v14' }]);
    const { seen, proposals, advice, events } = await detected(signingIn(here.url, 'canary-wrong'));
    expect(sights(seen).slice(0, 2)).toEqual([
      '/ sign-in wrong-credentials',
      '/ /api/v14 needs-auth-token',
    ]);
    expect(lines(here).filter((line) => line.startsWith('POST'))).toHaveLength(1);
    expect(proposals).toEqual(['/ /api/v14 B?']);
    expect(advice).toMatch(/password is wrong/);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  it('ends with a sign-out when nobody reads the events any more', async () => {
    const here = await front([{ ...b, ...(await users()), root: '/api/v14' }]);
    for await (const event of begun(signingIn(here.url))) {
      if (event.kind === 'seen' && event.observation.sight === 'signed-in') break;
    }
    expect(lines(here)).toEqual(['POST /api/token/', 'DELETE /api/token/']);
  });
});

describe('an address without an installation', () => {
  it.each([
    ['a page', 200, 'text/html', '<h1>Welcome</h1>', 'not-the-interface'],
    ['other JSON', 200, 'application/json', '{"a":1}', 'not-the-interface'],
    ['nothing', 404, 'text/plain', '', 'nothing'],
    ['a failure', 500, 'text/plain', '', 'failed'],
    ['too many requests', 429, 'text/plain', '', 'failed'],
    ['a barred way', 403, 'text/plain', '', 'forbidden'],
  ] as const)('reports %s at each candidate', async (_, status, type, body, sight) => {
    const here = await front([], {
      elsewhere: (_request, response) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      },
    });
    const { seen, proposals, advice } = await detected(at(here.url));
    expect(seen.map((each) => each.sight)).toEqual(Array(4).fill(sight));
    expect(seen.map((each) => each.status)).toEqual(Array(4).fill(status));
    expect(proposals.length).toBe(sight === 'forbidden' ? 4 : 0);
    expect(advice).not.toBeNull();
  });

  it('is requested once when no service listens', async () => {
    const { seen, proposals, advice } = await detected(at(`http://127.0.0.1:${await freePort()}`));
    expect(sights(seen)).toEqual(['/ /api/v14 failed']);
    expect(seen[0]?.problem?.code).toBe('unreachable');
    expect(proposals).toEqual([]);
    expect(advice).toBe(seen[0]?.problem?.advice);
  });

  it('with an untrusted certificate shows the certificate, and receives no request', async () => {
    const here = await front([], { tls: await certificate() });
    const { seen } = await detected(withToken(here.url, 'canary'));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.problem).toMatchObject({ code: 'certificate-untrusted', certificate: {} });
    expect(here.received).toEqual([]);
  });
});

test.each(['', 'ftp://host', 'https://'])('refuses the address %j', async (typed) => {
  expect(await problemOf(detectionTarget(connections, at(typed)))).toMatchObject({
    code: 'invalid',
    issues: [{ path: 'baseUrl' }],
  });
});

describe('an installation that does not answer', () => {
  const hanging = () => front([], { elsewhere: () => undefined });

  it('times out, and the result has the observations until then', async () => {
    const clock = new FakeClock();
    const here = await hanging();
    const events = begun(at(here.url), clock);
    await events.next();
    await events.next();
    const seen = events.next();
    await expect.poll(() => here.received.length).toBe(1);
    clock.move(45_000);
    expect(await seen).toMatchObject({ value: { observation: { sight: 'failed' } } });
    expect(await events.next()).toMatchObject({
      value: {
        kind: 'end',
        proposals: [],
        advice: 'The detection timed out. Check the address, or try again later.',
      },
    });
    expect(clock.sleepers).toBe(0);
  });

  it('is aborted at once when a person cancels', async () => {
    const here = await hanging();
    const cancel = new AbortController();
    const looking = problemOf(detected(at(here.url), systemClock, cancel.signal));
    await expect.poll(() => here.received.length).toBe(1);
    cancel.abort();
    expect((await looking).code).toBe('aborted');
  });
});
