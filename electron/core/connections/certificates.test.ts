import { beforeEach, describe, expect, it } from 'vitest';
import type { TestStep } from '#contract/connections.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { certificateFacts } from '#test-support/installation-fixture.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import { plainProblem } from '#domain/problem.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import type { Address, Probe, SeenCertificate } from '../ports.ts';
import { noteCertificates, readCertificate, trustCertificate } from './certificates.ts';
import { Connections } from './connections.ts';

/** Returns the certificate that a test sets. */
class Shown implements Probe {
  seen: SeenCertificate = {
    certificate: certificateFacts,
    trusted: false,
    doubts: ['unknown-issuer'],
  };
  readonly asked: Address[] = [];
  certificate(address: Address): Promise<SeenCertificate> {
    this.asked.push(address);
    return Promise.resolve(this.seen);
  }
  readList(): Promise<never> {
    return Promise.reject(new Error('Nothing is read here.'));
  }
}

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme',
  baseUrl: 'https://monitor.example.com/pem',
};
const pinned = (certificate: CertificateFacts): ConnectionSettings => ({
  ...settings,
  trust: { kind: 'pinned', certificate },
});
const { spkiSha256 } = certificateFacts;
const other: CertificateFacts = { ...certificateFacts, spkiSha256: 'b3RoZXI=', subject: 'other' };

let probe: Shown;
let connections: Connections;
beforeEach(() => {
  probe = new Shown();
  connections = new Connections(fakePorts());
});
const look = (baseUrl = settings.baseUrl) =>
  readCertificate(probe, connections, {
    connectionId: null,
    settings: { ...settings, baseUrl },
    secrets: {},
  });
const unseen = { problem: { code: 'invalid', issues: [{ path: 'trust' }] } };

describe('trusting the certificate of a saved connection', () => {
  let connectionId: string;
  beforeEach(async () => {
    ({ id: connectionId } = await connections.add(settings, { authToken: 't' }));
  });

  it('saves the current certificate, and changes nothing else', async () => {
    const before = connections.find(connectionId);
    const view = await trustCertificate(probe, connections, { connectionId, spkiSha256 });
    expect(view).toEqual({
      ...before,
      trust: { kind: 'pinned', certificate: certificateFacts },
      has: view.has,
    });
    expect(view.has.authToken).toBe(true);
    expect(probe.asked).toMatchObject([{ baseUrl: settings.baseUrl, route: { limits: {} } }]);
  });

  it('is refused when the server now shows another key', async () => {
    probe.seen = { ...probe.seen, certificate: other };
    await expect(
      trustCertificate(probe, connections, { connectionId, spkiSha256 }),
    ).rejects.toMatchObject({ problem: { code: 'refused' } });
    expect(connections.find(connectionId).trust).toEqual({ kind: 'system' });
  });

  it('is refused for a forgeable key', async () => {
    probe.seen = { ...probe.seen, doubts: ['unknown-issuer', 'weak'] };
    await expect(
      trustCertificate(probe, connections, { connectionId, spkiSha256 }),
    ).rejects.toMatchObject({ problem: { code: 'refused' } });
    expect(connections.find(connectionId).trust).toEqual({ kind: 'system' });
  });

  it('saves the current facts of a renewed certificate with the same key', async () => {
    const renewed = { ...certificateFacts, fingerprint: 'DD:EE' };
    probe.seen = { ...probe.seen, certificate: renewed };
    const view = await trustCertificate(probe, connections, { connectionId, spkiSha256 });
    expect(view.trust).toEqual({ kind: 'pinned', certificate: renewed });
  });
});

describe('settings with a pinned certificate', () => {
  it('are saved after the host saw the certificate, with the facts that the host saw', async () => {
    await expect(connections.add(pinned(certificateFacts), {})).rejects.toMatchObject(unseen);
    expect(await look()).toEqual(probe.seen);
    const claimed = { ...certificateFacts, subject: 'what a window says', issuer: 'nobody' };
    const view = await connections.add(pinned(claimed), {});
    expect(view.trust).toEqual({ kind: 'pinned', certificate: certificateFacts });
  });

  it('are refused for another origin and for another key', async () => {
    await look();
    const elsewhere = { ...pinned(certificateFacts), baseUrl: 'https://evil.example' };
    await expect(connections.add(elsewhere, {})).rejects.toMatchObject(unseen);
    await expect(connections.add(pinned(other), {})).rejects.toMatchObject(unseen);
    expect(connections.list()).toEqual([]);
  });

  it('are refused for a forgeable key, even after the host saw it', async () => {
    probe.seen = { ...probe.seen, doubts: ['weak'] };
    await look();
    await expect(connections.add(pinned(certificateFacts), {})).rejects.toMatchObject(unseen);
  });

  it('keep their certificate once saved, also after a restart', async () => {
    await look();
    const { id, trust } = await connections.add(pinned(certificateFacts), {});
    connections.certificates.note('https://x', other);
    for (let more = 0; more < 600; more += 1) {
      connections.certificates.note('https://x', { ...other, spkiSha256: String(more) });
    }
    const claimed = { ...certificateFacts, subject: 'what a window says' };
    const view = await connections.change(id, { ...pinned(claimed), name: 'renamed' }, {});
    expect(view).toMatchObject({ name: 'renamed', trust });
  });
});

describe('a test of a connection', () => {
  async function* failingWith(step: Partial<TestStep>): AsyncGenerator<TestStep, void, void> {
    await Promise.resolve();
    const none = { problem: null, certificate: null };
    yield { step: 'certificate', state: 'failed', message: '', ...none, ...step };
  }
  const untrusted = (doubts: ('unknown-issuer' | 'weak')[]) => ({
    ...plainProblem('unreachable', '', ''),
    code: 'certificate-untrusted' as const,
    certificate: certificateFacts,
    doubts,
  });
  const run = async (told: Partial<TestStep>) => {
    const steps = noteCertificates(failingWith(told), connections, settings.baseUrl);
    for await (const step of steps) expect(step).toMatchObject(told);
  };

  it('lets its certificate be pinned when it fails because of that certificate', async () => {
    await run({ problem: untrusted(['unknown-issuer']) });
    expect(await connections.add(pinned(certificateFacts), {})).toMatchObject({ name: 'acme' });
  });

  it('lets the certificate of a step be pinned', async () => {
    await run({ state: 'passed', certificate: { ...probe.seen, doubts: [] } });
    expect(await connections.add(pinned(certificateFacts), {})).toMatchObject({ name: 'acme' });
  });

  it('does not let a certificate be pinned after another failure', async () => {
    await run({ problem: plainProblem('unreachable', '', '') });
    await run({ problem: untrusted(['unknown-issuer', 'weak']) });
    await run({ certificate: { ...probe.seen, doubts: ['weak'] } });
    await expect(connections.add(pinned(certificateFacts), {})).rejects.toMatchObject(unseen);
  });
});
