import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '#contract/connections.ts';
import type { VaultState } from '#contract/vault.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { unmanaged } from '#domain/managed/managed-settings.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { problem } from '#test-support/installation.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import {
  type DiagnosticFacts,
  diagnosticsOf,
  diagnosticsText,
  RecentProblems,
} from './diagnostics.ts';

const at = new Date('2030-01-02T03:04:05Z');
const canary = 'canary';
const none = { authToken: false, password: false, proxyPassword: false, clientKey: false };
const connection: ConnectionView = {
  ...blankConnection,
  id: 'c1',
  practice: false,
  has: { ...none, password: true },
  name: canary,
  group: canary,
  notes: canary,
  baseUrl: `https://${canary}:${canary}@monitor.example.com/${canary}?${canary}`,
  authentication: { kind: 'sign-in', username: canary },
  trust: { kind: 'ca-file', fileName: canary, pem: canary },
  clientCertificate: { fileName: canary, pem: canary },
  proxy: { kind: 'own', url: `http://${canary}@proxy.example.com:3128`, username: canary },
  limits: { ...blankConnection.limits, connectMilliseconds: 5_000 },
};
const vault: VaultState = {
  status: 'ready',
  kind: 'keychain',
  label: 'GNOME Keyring',
  reason: canary,
  choices: [],
  kept: 3,
  autoLockMinutes: null,
  locksWith: 'nothing',
  canStartAnew: false,
};
const facts: DiagnosticFacts = {
  at,
  version: '1.2.3',
  host: 'desktop',
  machine: {
    system: 'Linux 6.1, x64',
    runtime: 'Node 24.0.0',
    proxyVariables: ['HTTPS_PROXY'],
    withoutSandbox: false,
  },
  managed: unmanaged,
  vault,
  log: 'logs/hookdesk.log',
  crashReports: [],
  connections: [connection],
  problems: [],
};
const noted = (told: Problem) => ({ at, procedure: 'webhooks.list', problem: told });
const answer = {
  status: 500,
  headers: [{ name: canary, value: canary }],
  body: canary,
  truncated: false,
};

describe('diagnostics', () => {
  it('name a desktop application without a sandbox', () => {
    const machine = { ...facts.machine, withoutSandbox: true };
    expect(diagnosticsText({ ...facts, machine })).toContain('\nSandbox: off\n');
    expect(diagnosticsText(facts)).not.toContain('Sandbox');
    expect(diagnosticsText({ ...facts, machine, host: 'web' })).not.toContain('Sandbox');
  });

  it('list the members that the organisation sets, without their values', () => {
    const file = '/etc/hookdesk/settings.json';
    const settings = { proxy: { address: `http://${canary}:1` }, allowedHosts: [canary] };
    const managed = { kind: 'set' as const, file, settings, caPem: canary };
    const text = diagnosticsText({ ...facts, managed });
    expect(text).toContain('\nManaged settings: proxy, allowedHosts\n');
    expect(text).not.toContain(canary);
    const refused = { kind: 'refused' as const, file, message: canary, advice: canary };
    const damaged = diagnosticsText({ ...facts, managed: refused });
    expect(damaged).toContain('\nManaged settings: cannot be used\n');
  });

  it('contain the facts that a support ticket needs', () => {
    const text = diagnosticsText({
      ...facts,
      crashReports: [{ file: 'crashes/completed/7f.dmp', at, bytes: 2_049 }],
      problems: [noted(problem('certificate-untrusted').problem)],
    });
    expect(text.split('\n')).toEqual([
      'Hookdesk 1.2.3, desktop',
      'Time: 2030-01-02T03:04:05.000Z',
      'System: Linux 6.1, x64',
      'Runtime: Node 24.0.0',
      'Variables for a proxy: HTTPS_PROXY',
      'Managed settings: none',
      'Vault: ready, keychain, 3 kept',
      'Log: logs/hookdesk.log in the data folder',
      'Crash reports in the data folder: 1',
      '2030-01-02T03:04:05.000Z crashes/completed/7f.dmp, 3 KB',
      '',
      'Installations: 1',
      '1. https://monitor.example.com; variant B at /api/v14; sign-in; production; ' +
        'trusts a CA file besides; client certificate; proxy: http://proxy.example.com:3128, with a user; ' +
        'limits: connectMilliseconds 5000; password kept, proxyPassword missing, clientKey missing',
      '',
      'Problems, the latest first: 1',
      '2030-01-02T03:04:05.000Z webhooks.list: certificate-untrusted',
      '   It is unreachable.',
      '   Doubts: unknown-issuer',
      '',
    ]);
  });

  it.each([
    'rejected',
    'server-failed',
    'not-the-interface',
    'redirected',
    'answer-lost',
    'practice-failed',
    'unauthorized',
    'client-certificate',
    'proxy-failed',
  ] as const)('contain no text of people or installations, after %s', (code) => {
    const told = plainProblem(
      code,
      `It says: ${canary}`,
      canary,
      {
        Status: '500',
        Message: canary,
        'Leads to': canary,
        [canary]: canary,
      },
      answer,
    );
    const text = diagnosticsText({ ...facts, problems: [noted(told)] });
    expect(text).toContain(`webhooks.list: ${code}\n   Status: 500\n`);
    expect(text).not.toContain(canary);
  });

  it.each([
    ['forbidden', `It says: ${canary}.\n${canary}.`],
    ['timed-out', `The response was an HTML page titled “${canary}”.`],
  ] as const)('contain the message of %s without what the answer said', (code, says) => {
    const told = plainProblem(code, `monitor.example.com refused. ${says}`, '');
    const text = diagnosticsText({ ...facts, problems: [noted(told)] });
    expect(text).toContain(`webhooks.list: ${code}\n   monitor.example.com refused.\n`);
    expect(text).not.toContain(canary);
  });

  it('contain the state of a plain connection and of a practice connection', () => {
    const plain = {
      ...blankConnection,
      id: 'c2',
      practice: false,
      has: none,
      baseUrl: 'no address',
    };
    const practice = { ...plain, practice: true, environment: null, readOnly: true };
    const pinned = { ...plain, authentication: { kind: 'none' as const } };
    const text = diagnosticsText({ ...facts, connections: [plain, practice, pinned] });
    expect(text).toContain(
      '1. an address that is none; variant B at /api/v14; auth-token; production;',
    );
    expect(text).toContain('usual limits; authToken missing\n');
    expect(text).toContain(
      '2. practice; variant B at /api/v14; auth-token; no environment; read-only;',
    );
    expect(text).toContain('proxy: system; usual limits\n\nProblems');
  });
});

it('masks secrets in diagnostics', () => {
  const recent = new RecentProblems(() => at);
  recent.note(
    'webhooks.list',
    plainProblem('unreachable', 'The host secret-in-use is not there.', 'Look.'),
  );
  const ports = fakePorts();
  const about = { version: '1.2.3', host: 'web', dataFolder: '/data' } as const;
  const text = diagnosticsOf(ports, { list: () => [] }, about, recent);
  expect(text).toContain('The host •••••••• is not there.');
  expect(text).toContain('\nLog: logs/hookdesk.log in the data folder\n');
});

describe('the problems shown to people', () => {
  it('are the last 20, the latest first', () => {
    const recent = new RecentProblems(() => at);
    for (let count = 0; count < 30; count += 1)
      recent.note(`p${count}`, problem('unreachable').problem);
    expect(recent.latest()).toHaveLength(20);
    expect(recent.latest()[0]?.procedure).toBe('p29');
  });

  it('are recorded from results and stream ends, which pass through unchanged', async () => {
    const recent = new RecentProblems(() => at);
    const told = problem('server-failed');
    let ended = false;
    const events = async function* (): AsyncGenerator<unknown, void, void> {
      try {
        yield { kind: 'rows' };
        yield { problem: problem('timed-out').problem };
        await Promise.resolve();
        throw told;
      } finally {
        ended = true;
      }
    };
    const seen: unknown[] = [];
    await expect(
      (async () => {
        for await (const event of recent.noteProblemsOf('fleet', events())) seen.push(event);
      })(),
    ).rejects.toBe(told);
    expect(seen).toHaveLength(2);
    expect(recent.latest().map(({ problem: each }) => each.code)).toEqual([
      'server-failed',
      'timed-out',
    ]);
    for await (const event of recent.noteProblemsOf('fleet', events())) {
      expect(event).toEqual({ kind: 'rows' });
      ended = false;
      break;
    }
    expect(ended).toBe(true);
  });

  it('are recorded from steps and events, too', () => {
    const recent = new RecentProblems(() => at);
    recent.noteEvent('connections.test', { step: 'reach', problem: problem('timed-out').problem });
    for (const event of [null, 'text', {}, { problem: null }, { problem: 'odd' }]) {
      recent.noteEvent('connections.test', event);
    }
    expect(recent.latest().map(({ problem: told }) => told.code)).toEqual(['timed-out']);
  });
});
