import { describe, expect, it } from 'vitest';
import type { TestStep } from '#contract/index.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { InstallationDouble, problem } from '../installation.double.ts';
import { portsDouble } from '../ports.double.ts';
import type { Target } from '../ports.ts';
import { testConnection } from './test-connection.ts';

const target: Target = {
  baseUrl: 'https://monitor.example.com/pem',
  apiRoot: '/api/v14',
  variant: 'B',
  authToken: 'token',
};

async function tested(service: InstallationDouble, changes: Partial<Target> = {}) {
  const steps: TestStep[] = [];
  const { authToken, ...address } = { ...target, ...changes };
  const ports = { ...portsDouble(), webhooks: service };
  const access = { kind: 'auth-token', authToken } as const;
  for await (const step of testConnection(ports, { address, access })) steps.push(step);
  return steps;
}
const short = (steps: TestStep[]): string[] => steps.map(({ step, state }) => `${step} ${state}`);

function failing(code: Parameters<typeof problem>[0]): InstallationDouble {
  const service = new InstallationDouble();
  service.before = () => {
    throw problem(code);
  };
  return service;
}
function holding(change: Partial<Webhook>): InstallationDouble {
  const service = new InstallationDouble();
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
    ['certificate-untrusted', ['reach passed', 'certificate failed']],
    ['client-certificate', ['reach passed', 'certificate failed']],
    ['proxy-failed', ['reach failed']],
    ['unauthorized', ['reach passed', 'certificate passed', 'authenticate failed']],
    ['forbidden', ['reach passed', 'certificate passed', 'authenticate failed']],
    ['not-found', ['reach passed', 'certificate passed', 'authenticate skipped', 'list failed']],
    [
      'not-the-interface',
      ['reach passed', 'certificate passed', 'authenticate skipped', 'list failed'],
    ],
    ['redirected', ['reach passed', 'certificate passed', 'authenticate skipped', 'list failed']],
  ])(
    'that ends with %s says how far it came, and no more than it knows',
    async (code, expected) => {
      const steps = await tested(failing(code));
      expect(short(steps)).toEqual(['reach running', ...expected]);
      expect(steps.at(-1)?.problem?.code).toBe(code);
    },
  );

  it.each<[string, 'A' | 'B', Partial<Webhook>, string]>([
    ['a payload type on A', 'A', { payloadType: 'ALERT' }, 'variant noticed'],
    ['none on A', 'A', { payloadType: null }, 'variant passed'],
    ['none on B', 'B', { payloadType: null, unreported: ['payloadType'] }, 'variant noticed'],
    ['one on B', 'B', { payloadType: 'JOB' }, 'variant passed'],
  ])('notices %s', async (_, variant, change, expected) => {
    expect(short(await tested(holding(change), { variant })).at(-1)).toBe(expected);
  });

  it('cannot tell the variant of an empty list', async () => {
    const steps = await tested(new InstallationDouble());
    expect(short(steps).slice(-2)).toEqual(['list passed', 'variant skipped']);
    expect(steps.at(-2)?.message).toBe('0 webhooks read');
  });

  it('counts what came without an id', async () => {
    const service = holding({});
    service.withoutId = 2;
    expect((await tested(service)).at(-2)?.message).toBe('3 webhooks read');
  });

  it('lets through what is no problem of the installation', async () => {
    const service = new InstallationDouble();
    service.before = () => {
      throw new TypeError('a bug');
    };
    await expect(tested(service)).rejects.toThrow(TypeError);
  });
});
