import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { ConnectionView, HookdeskClient, TestStep } from '#contract/index.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { Connections } from '../../../shared/installations/connections.svelte.ts';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { fakeClient, streamOf } from '../../../shared/testing/client.fake.ts';
import { ConnectionForm } from './connection-form.svelte.ts';

const saved = aConnection({ id: 'c1' });
const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

function formOf(connection: ConnectionView | null, code: PlainProblemCode | null = null) {
  const problem = code === null ? null : plainProblem(code, `said ${code}`, 'advice');
  const steps: TestStep[] = [
    { step: 'reach', state: 'running', message: 'Reaching…', problem: null, certificate: null },
    {
      step: 'list',
      state: problem === null ? 'passed' : 'failed',
      message: 'list',
      problem,
      certificate: null,
    },
  ];
  const test = (() =>
    Promise.resolve(
      streamOf(
        (async function* () {
          await Promise.resolve();
          yield* steps;
        })(),
      ),
    )) as HookdeskClient['connections']['test'];
  return new ConnectionForm(new Connections(fakeClient({ connections: { test } })), connection);
}

describe('the API root', () => {
  it('follows the variant until the person has entered another one', () => {
    const form = formOf(null);
    form.chooseVariant('A');
    expect(form.settings.apiRoot).toBe('/api/v6');
    form.chooseVariant('B');
    expect(form.settings.apiRoot).toBe('/api/v14');
    form.settings.apiRoot = '/api/v16';
    form.chooseVariant('A');
    expect(form.settings.apiRoot).toBe('/api/v16');
  });
});

describe('mistakes', () => {
  it('are shown only after a field was left', () => {
    const form = formOf(null);
    expect(form.mistakeAt('baseUrl')).toBeUndefined();
    form.settings.baseUrl = 'acme.example.com';
    form.wasLeft.baseUrl = true;
    expect(form.mistakeAt('baseUrl')).toContain('https://');
    expect(form.mistakeAt('name')).toBeUndefined();
  });

  it('prevent saving', async () => {
    const form = formOf(null);
    expect(await form.save()).toBeNull();
    expect(form.mistakeAt('name')).toBeDefined();
    expect(form.mistakeAt('authToken')).toBeDefined();
  });

  it('include an environment that the person has not selected', async () => {
    const form = formOf(null);
    expect(await form.save()).toBeNull();
    expect(form.mistakeAt('environment')).toBe('Select the environment.');
    form.selectEnvironment('test');
    expect(form.settings.environment).toBe('test');
    expect(form.mistakeAt('environment')).toBeUndefined();
    expect(formOf(saved).environmentSelected).toBe(true);
  });

  it.each([
    ['unauthorized', 'authToken'],
    ['forbidden', 'authToken'],
    ['not-found', 'apiRoot'],
    ['unreachable', 'baseUrl'],
    ['client-certificate', 'baseUrl'],
    ['not-the-interface', 'baseUrl'],
  ] as const)(
    'include the response %s at %s until the test result is cleared',
    async (code, field) => {
      const form = formOf(saved, code);
      await form.test();
      expect(form.mistakeAt(field)).toBe(`said ${code}`);
      for (const other of ['name', 'baseUrl', 'apiRoot', 'authToken'] as const) {
        if (other !== field) expect(form.mistakeAt(other)).toBeUndefined();
      }
      form.forgetTest();
      expect(form.mistakeAt(field)).toBeUndefined();
    },
  );
});

describe('a saved auth token', () => {
  it('is required again only for another origin', () => {
    const form = formOf(saved);
    form.tried = true;
    expect(form.mistakeAt('authToken')).toBeUndefined();
    form.settings.baseUrl = 'https://acme.example.com/pem';
    expect(form.mistakeAt('authToken')).toBeUndefined();
    form.settings.baseUrl = 'https://other.example.com';
    expect(form.mistakeAt('authToken')).toBeDefined();
  });
});

it('a test shows only its finished steps at the end', async () => {
  const form = formOf(saved);
  await form.test();
  expect(form.steps.map((step) => [step.step, step.state])).toEqual([['list', 'passed']]);
  expect(form.testing.isRunning).toBe(false);
});

it('an input that the test did not use keeps its result', async () => {
  const form = formOf(saved);
  await form.test();
  form.settings.name = 'acme-prod';
  form.settings.group = 'Acme';
  form.settings.notes = 'Ask Ada';
  form.noteInput();
  expect(form.steps).toHaveLength(1);
  form.settings.apiRoot = '/api/v15';
  form.noteInput();
  expect(form.steps).toEqual([]);
});

describe('an address that holds more than a base URL', () => {
  it('is parsed on the first save and stored on the second', async () => {
    const kept: unknown[] = [];
    const add = ((input: { settings: ConnectionSettings }) => {
      kept.push(input.settings.baseUrl);
      return Promise.resolve(saved);
    }) as HookdeskClient['connections']['add'];
    const list = (() => Promise.resolve([saved])) as HookdeskClient['connections']['list'];
    const connections = new Connections(fakeClient({ connections: { add, list } }));
    const form = new ConnectionForm(connections, null);
    Object.assign(form.settings, { name: 'acme', baseUrl: 'https://host/pem/api/v14/webhook/' });
    form.secrets.typed.authToken = 'token';
    form.selectEnvironment('test');
    expect(await form.save()).toBeNull();
    expect(form.settings.baseUrl).toBe('https://host/pem');
    expect(await form.save()).toBe(saved);
    expect(kept).toEqual(['https://host/pem']);
  });
});

describe('an issue', () => {
  it.each([
    [{ authentication: { kind: 'sign-in', username: ' ' } }, 'username'],
    [{ authentication: { kind: 'sign-in', username: 'ops' } }, 'password'],
    [{ trust: { kind: 'ca-file', fileName: 'x', pem: 'x' } }, 'trust'],
    [{ clientCertificate: { fileName: 'x', pem: 'x' } }, 'clientCertificate'],
    [{ clientCertificate: { fileName: 'x', pem: certificate } }, 'clientKey'],
    [{ proxy: { kind: 'own', url: 'proxy', username: '' } }, 'proxyUrl'],
    [{ limits: { ...blankConnection.limits, bodyBytes: Number.NaN } }, 'limits.bodyBytes'],
    [{ group: 'x'.repeat(101) }, 'group'],
    [{ notes: 'x'.repeat(10_001) }, 'notes'],
  ] as const)('in %o is shown at %s', (changes, field) => {
    const form = formOf(saved);
    Object.assign(form.settings, changes);
    form.tried = true;
    expect(form.mistakeAt(field)).toBeDefined();
  });

  it('from the host is shown at its field', async () => {
    const change = (() =>
      Promise.reject(
        new ORPCError('PROBLEM', {
          data: {
            ...plainProblem('refused', 'It is not right.', 'Look again.'),
            code: 'invalid',
            issues: [{ path: 'trust', level: 'error', message: 'not seen' }],
          },
        }),
      )) as HookdeskClient['connections']['change'];
    const form = new ConnectionForm(
      new Connections(fakeClient({ connections: { change } })),
      saved,
    );
    expect(await form.save()).toBeNull();
    expect(form.mistakeAt('trust')).toBe('not seen');
    expect(form.mistakeAt('baseUrl')).toBeUndefined();
  });
});

it('a proposal is applied as a whole and clears the previous test', async () => {
  const form = formOf(saved);
  await form.test();
  form.takeProposal({
    baseUrl: 'https://host/pem',
    apiRoot: '/api/v6',
    variant: 'A',
    certain: true,
    reasons: [],
  });
  expect(form.settings).toMatchObject({
    baseUrl: 'https://host/pem',
    apiRoot: '/api/v6',
    variant: 'A',
  });
  expect(form.steps).toEqual([]);
});

describe('a test', () => {
  it('needs address and credentials only', async () => {
    const form = formOf(null);
    form.settings.baseUrl = 'https://acme.example.com';
    expect(await form.test()).toBe(false);
    expect(form.mistakeAt('authToken')).toBeDefined();
    form.secrets.typed.authToken = 'token';
    expect(await form.test()).toBe(true);
    expect(form.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['list passed']);
    expect([form.mistakeAt('name'), form.mistakeAt('environment')]).toEqual([undefined, undefined]);
  });
});

describe('a typed secret over plain HTTP', () => {
  function filled(baseUrl: string): ConnectionForm {
    const form = formOf(null);
    form.settings.name = 'acme';
    form.settings.baseUrl = baseUrl;
    form.selectEnvironment('test');
    form.secrets.typed.authToken = 'token';
    return form;
  }

  it.each(['test', 'save', 'detect'] as const)('waits for a person: %s', async (sending) => {
    // Without a fake for saving and detecting, sending fails.
    const form = filled('http://acme.example.com');
    await form[sending]();
    expect(form.waitsForPlainHttp).toBe(sending);
    expect([form.steps, form.problem, form.detection.state]).toEqual([[], null, 'idle']);
    expect(form.allowPlainHttp()).toBe(sending);
    await form.test();
    expect(form.steps).toHaveLength(1);
    form.settings.baseUrl = 'http://other.example.com';
    await form.test();
    expect([form.waitsForPlainHttp, form.steps]).toEqual(['test', []]);
  });

  it('is forgotten with the next input', async () => {
    const form = filled('http://acme.example.com');
    await form.test();
    form.forgetTest();
    expect(form.waitsForPlainHttp).toBeNull();
  });

  it('is asked about only if it leaves this computer, and only if it is typed', async () => {
    for (const form of [filled('https://acme.example.com'), filled('http://127.0.0.1:8080')]) {
      await form.test();
      expect(form.waitsForPlainHttp).toBeNull();
    }
    const open = { ...saved, baseUrl: 'http://acme.example.com' };
    const form = formOf({ ...open, has: { ...open.has, authToken: true } });
    await form.test();
    expect(form.waitsForPlainHttp).toBeNull();
    expect(form.steps).toHaveLength(1);
  });
});
