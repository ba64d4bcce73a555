import { describe, expect, it } from 'vitest';
import type { ConnectionView, HookdeskClient, TestStep } from '#contract/index.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { Connections } from '../../../model/connections.svelte.ts';
import { clientDouble, streamOf } from '../../../model/testing/client.double.ts';
import { ConnectionForm } from './connection-form.svelte.ts';

const saved: ConnectionView = {
  ...blankConnection,
  id: 'c1',
  name: 'acme',
  baseUrl: 'https://acme.example.com',
  variant: 'B',
  apiRoot: '/api/v14',
  practice: false,
  has: { authToken: true, password: false, proxyPassword: false, clientKey: false },
};

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
  return new ConnectionForm(new Connections(clientDouble({ connections: { test } })), connection);
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
  it('are marked once a field was left or something was tried, not before', () => {
    const form = formOf(null);
    expect(form.mistakeAt('baseUrl')).toBeUndefined();
    form.settings.baseUrl = 'acme.example.com';
    form.left.baseUrl = true;
    expect(form.mistakeAt('baseUrl')).toContain('https://');
    expect(form.mistakeAt('name')).toBeUndefined();
  });

  it('keep the form from being saved', async () => {
    const form = formOf(null);
    expect(await form.save()).toBeNull();
    expect(form.mistakeAt('name')).toBeDefined();
    expect(form.mistakeAt('authToken')).toBeDefined();
  });

  it.each([
    ['unauthorized', 'authToken'],
    ['forbidden', 'authToken'],
    ['not-found', 'apiRoot'],
    ['unreachable', 'baseUrl'],
    ['client-certificate', 'baseUrl'],
    ['not-the-interface', 'baseUrl'],
  ] as const)('the answer %s is shown at %s, until something is typed', async (code, field) => {
    const form = formOf(saved, code);
    await form.test();
    expect(form.mistakeAt(field)).toBe(`said ${code}`);
    for (const other of ['name', 'baseUrl', 'apiRoot', 'authToken'] as const) {
      if (other !== field) expect(form.mistakeAt(other)).toBeUndefined();
    }
    form.forgetTest();
    expect(form.mistakeAt(field)).toBeUndefined();
  });
});

describe('a kept auth token', () => {
  it('need not be entered again for the same origin, and must be for another', () => {
    const form = formOf(saved);
    form.tried = true;
    expect(form.mistakeAt('authToken')).toBeUndefined();
    form.settings.baseUrl = 'https://acme.example.com/pem';
    expect(form.mistakeAt('authToken')).toBeUndefined();
    form.settings.baseUrl = 'https://other.example.com';
    expect(form.mistakeAt('authToken')).toBeDefined();
  });
});

it('a test shows its steps and nothing of the one before', async () => {
  const form = formOf(saved);
  await form.test();
  expect(form.steps.map((step) => [step.step, step.state])).toEqual([['list', 'passed']]);
  expect(form.busy).toBeNull();
});
