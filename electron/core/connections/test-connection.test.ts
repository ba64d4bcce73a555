import { beforeEach, describe, expect, it } from 'vitest';
import { TestStep } from '#contract/connections.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { FakeInstallation, problem } from '#test-support/installation.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { plainRoute, type Probe, type SeenCertificate, type Target } from '../ports.ts';
import { testConnection } from './test-connection.ts';
import type { ConnectionCandidate } from './connection-candidate.ts';

const target: Target = {
  baseUrl: 'https://monitor.example.com/pem',
  apiRoot: '/api/v14',
  variant: 'B',
  authToken: 'token',
};

const seen: SeenCertificate = {
  certificate: {
    subject: 'monitor.example.com',
    names: ['monitor.example.com'],
    issuer: 'monitor.example.com',
    validFrom: '2030-01-01T00:00:00.000Z',
    validTo: '2031-01-01T00:00:00.000Z',
    algorithm: 'RSA, 2048 bits',
    spkiSha256: 'AAAA',
    fingerprint: '00:11',
  },
  trusted: true,
  doubts: [],
};
const untrusted: SeenCertificate = {
  ...seen,
  trusted: false,
  doubts: ['unknown-issuer'],
};
let ports: ReturnType<typeof fakePorts>;
let look: () => Promise<SeenCertificate>;
beforeEach(() => {
  ports = fakePorts();
  look = () => Promise.resolve(seen);
});

async function taken(
  service: FakeInstallation,
  candidate: ConnectionCandidate,
): Promise<TestStep[]> {
  const steps: TestStep[] = [];
  const probe: Probe = {
    certificate: () => look(),
    readList: () => Promise.reject(problem('unreachable')),
  };
  for await (const step of testConnection({ ...ports, webhooks: service, probe }, candidate)) {
    steps.push(TestStep.parse(step));
  }
  return steps;
}

function tested(service: FakeInstallation, changes: Partial<Target> = {}): Promise<TestStep[]> {
  const { authToken, ...address } = { ...target, ...changes };
  return taken(service, { address, access: { kind: 'auth-token', authToken } });
}
const short = (steps: TestStep[]): string[] => steps.map(({ step, state }) => `${step} ${state}`);

function failing(code: Parameters<typeof problem>[0]): FakeInstallation {
  const service = new FakeInstallation();
  service.before = () => {
    throw problem(code);
  };
  return service;
}
function holding(change: Partial<Webhook>): FakeInstallation {
  const service = new FakeInstallation();
  service.webhooks = [{ ...service.stored(emptyDefinition('B')), ...change }];
  return service;
}

describe('a test of a connection', () => {
  it('passes step by step', async () => {
    const steps = await tested(holding({}));
    expect(short(steps)).toEqual([
      'reach running',
      'reach passed',
      'certificate passed',
      'authenticate passed',
      'list passed',
      'variant passed',
    ]);
    expect(steps.at(-2)?.message).toBe('1 webhook read');
    expect(steps[0]?.message).toContain('monitor.example.com');
  });

  it('skips what does not apply', async () => {
    const steps = await tested(holding({}), { baseUrl: 'http://127.0.0.1:1', authToken: null });
    expect(short(steps)).toContain('certificate skipped');
    expect(short(steps)).toContain('authenticate skipped');
  });

  it.each<[Parameters<typeof problem>[0], string[]]>([
    ['unreachable', ['reach failed']],
    ['timed-out', ['reach failed']],
    ['proxy-failed', ['reach failed']],
    ['client-certificate', ['reach passed', 'certificate failed']],
  ])('stops when reading the certificate fails with %s', async (code, expected) => {
    look = () => Promise.reject(problem(code));
    const service = holding({});
    const steps = await tested(service);
    expect(short(steps)).toEqual(['reach running', ...expected]);
    expect(steps.at(-1)?.problem?.code).toBe(code);
    expect(service.asked).toEqual([]);
  });

  it.each<[Parameters<typeof problem>[0], string]>([
    ['unreachable', 'list failed'],
    ['timed-out', 'list failed'],
    ['unauthorized', 'authenticate failed'],
    ['forbidden', 'authenticate failed'],
    ['not-found', 'list failed'],
    ['not-the-interface', 'list failed'],
    ['redirected', 'list failed'],
  ])('that ends with %s reports how far it came, and nothing unchecked', async (code, last) => {
    const steps = await tested(failing(code));
    const passed = ['reach running', 'reach passed', 'certificate passed'];
    const silent = last === 'list failed' ? ['authenticate skipped'] : [];
    expect(short(steps)).toEqual([...passed, ...silent, last]);
    expect(steps.at(-1)?.problem?.code).toBe(code);
  });

  it.each<[Parameters<typeof problem>[0], string[]]>([
    ['unreachable', ['reach failed']],
    ['unauthorized', ['reach passed', 'certificate skipped', 'authenticate failed']],
  ])('over plain HTTP that ends with %s', async (code, expected) => {
    const steps = await tested(failing(code), { baseUrl: 'http://monitor.example.com' });
    expect(short(steps)).toEqual(['reach running', ...expected]);
  });

  it('shows the certificate, whether it is trusted or not', async () => {
    const passed = (await tested(holding({}))).find(({ step }) => step === 'certificate');
    expect(passed).toMatchObject({ state: 'passed', certificate: seen });
    look = () => Promise.resolve(untrusted);
    const steps = await tested(failing('certificate-untrusted'));
    expect(short(steps)).toEqual(['reach running', 'reach passed', 'certificate failed']);
    expect(steps.at(-1)).toMatchObject({
      problem: { code: 'certificate-untrusted' },
      certificate: untrusted,
    });
  });

  it.each([
    ['system', { kind: 'system' }, 'The certificate is trusted'],
    ['CA file', { kind: 'ca-file', fileName: 'ca.pem', pem: '' }, 'with the CA file'],
    ['word', { kind: 'pinned', certificate: seen.certificate }, 'trusted for this installation'],
  ] as const)('says that a certificate is trusted by the %s', async (_, trust, words) => {
    const steps = await tested(holding({}), { route: { ...plainRoute, trust } });
    expect(steps.find(({ step }) => step === 'certificate')?.message).toContain(words);
  });

  it.each<[string, 'A' | 'B', Partial<Webhook>, string]>([
    ['a payload type on A', 'A', { payloadType: 'ALERT' }, 'variant noticed'],
    ['none on A', 'A', { payloadType: null }, 'variant passed'],
    ['none on B', 'B', { payloadType: null, unreported: ['payloadType'] }, 'variant noticed'],
    ['one on B', 'B', { payloadType: 'JOB' }, 'variant passed'],
  ])('checks the variant: %s', async (_, variant, change, expected) => {
    expect(short(await tested(holding(change), { variant })).at(-1)).toBe(expected);
  });

  it('cannot tell the variant of an empty list', async () => {
    const steps = await tested(new FakeInstallation());
    expect(short(steps).slice(-2)).toEqual(['list passed', 'variant skipped']);
    expect(steps.at(-2)?.message).toBe('0 webhooks read');
  });

  it('counts webhooks without an id', async () => {
    const service = holding({});
    const withoutId = { ...emptyDefinition('B'), id: null, unreported: [], unknown: {} };
    service.withoutId = [withoutId, withoutId];
    expect((await tested(service)).at(-2)?.message).toBe('3 webhooks read');
  });

  it('throws an error that does not come from the installation', async () => {
    const service = new FakeInstallation();
    service.before = () => {
      throw new TypeError('a bug');
    };
    await expect(tested(service)).rejects.toThrow(TypeError);
  });
});

describe('a test of a connection that signs in', () => {
  const credentials = { username: 'anna', password: 'canary' };
  const { baseUrl, apiRoot, variant } = target;
  const address = { baseUrl, apiRoot, variant };
  const signingIn = (service: FakeInstallation, at = baseUrl) =>
    taken(service, {
      address: { ...address, baseUrl: at },
      access: { kind: 'sign-in', credentials },
    });

  it('signs in, reads with the new auth token, and signs out', async () => {
    const service = holding({});
    const steps = await signingIn(service);
    expect(short(steps)).toEqual([
      'reach running',
      'reach passed',
      'certificate passed',
      'authenticate running',
      'authenticate passed',
      'list passed',
      'variant passed',
    ]);
    expect(steps[4]?.message).toBe('Signed in as anna');
    expect(service.asked[0]?.target.authToken).toBe('signed-in-token-1');
    expect(ports.signIn.signedOut).toEqual(['signed-in-token-1']);
    expect(JSON.stringify(steps)).not.toMatch(/canary|signed-in-token/);
  });

  it('signs out when the list is unreadable, and when nobody reads the steps any more', async () => {
    const steps = await signingIn(failing('forbidden'));
    expect(short(steps).at(-1)).toBe('list failed');
    const given = testConnection(
      { ...ports, webhooks: holding({}) },
      { address: { ...address, baseUrl: 'http://a' }, access: { kind: 'sign-in', credentials } },
    );
    for await (const { step } of given) if (step === 'authenticate') break;
    expect(ports.signIn.signedOut).toEqual(['signed-in-token-1', 'signed-in-token-2']);
  });

  it.each<[string, Parameters<typeof problem>[0], string[]]>([
    [
      'https',
      'unauthorized',
      ['reach passed', 'certificate passed', 'authenticate running', 'authenticate failed'],
    ],
    [
      'https',
      'not-found',
      ['reach passed', 'certificate passed', 'authenticate running', 'authenticate failed'],
    ],
    [
      'https',
      'timed-out',
      ['reach passed', 'certificate passed', 'authenticate running', 'authenticate failed'],
    ],
    ['http', 'unauthorized', ['reach passed', 'certificate skipped', 'authenticate failed']],
    ['http', 'unreachable', ['reach failed']],
  ])('over %s with a sign-in that fails with %s', async (scheme, code, expected) => {
    ports.signIn.signIn = () => Promise.reject(problem(code));
    const service = holding({});
    const steps = await signingIn(service, `${scheme}://monitor.example.com`);
    expect(short(steps)).toEqual(['reach running', ...expected]);
    expect(service.asked).toEqual([]);
    expect(ports.signIn.signedOut).toEqual([]);
  });
});
