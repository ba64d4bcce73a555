import { certificateProblems } from '#domain/installation/trust.ts';
import { X509Certificate } from 'node:crypto';
import { type KeyPair, makeCertificate } from '../fixtures/certificate.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

/** The first bytes of the SHA-256 fingerprint, in display format. */
const fingerprintOf = ({ cert }: KeyPair): string =>
  new X509Certificate(cert).fingerprint256.slice(0, 23);

/** Adds an installation, and trusts its unknown certificate. */
async function addTrusting(
  hookdesk: Hookdesk,
  there: { baseUrl: string; authToken: string },
): Promise<void> {
  const { dialog, certificate } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
  await dialog.test.click();
  await dialog.lookAtCertificate.click();
  await certificate.trust.click();
  await expect(dialog.steps).toContainText(['look like variant B']);
  await dialog.add.click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
}

test('a self-signed certificate is shown, then trusted and used for requests @main', async ({
  hookdesk,
}) => {
  const pair = await makeCertificate({ name: 'monitor.acme.example' });
  const there = await startInstallation('B', { tls: pair });
  const { dialog, certificate, list } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['answers', 'The certificate is not accepted']);
  await dialog.lookAtCertificate.click();
  await expect(certificate.shown).toContainText('monitor.acme.example');
  await expect(certificate.shown).toContainText('127.0.0.1');
  await expect(certificate.shown).toContainText('itself (self-signed)');
  await expect(certificate.shown).toContainText(fingerprintOf(pair));
  await expect(certificate.root).toContainText(certificateProblems['unknown-issuer'].message);
  await hookdesk.page.keyboard.press('Escape');
  await expect(certificate.root).toBeHidden();
  await expect(dialog.lookAtCertificate).toBeFocused();
  expect(there.received, 'nothing was sent so far').toEqual([]);

  await dialog.lookAtCertificate.click();
  await certificate.trust.click();
  await expect(dialog.steps).toContainText([
    'answers',
    'is trusted for this installation',
    'The auth token was accepted',
    '12 webhooks read',
    'look like variant B',
  ]);
  await dialog.add.click();
  await expect(list.rows.first()).toBeVisible();
  await list.menu('Settings…');
  await dialog.section('Certificates').click();
  await expect(dialog.trusted).toContainText(fingerprintOf(pair));
  await dialog.cancel.click();
  await there.close();
});

test('a changed certificate blocks all requests until it is trusted beside the old one', async ({
  hookdesk,
}) => {
  const first = await makeCertificate({ name: 'monitor.acme.example' });
  const second = await makeCertificate({ name: 'monitor.acme.example', days: -3 });
  const there = await startInstallation('B', { tls: first });
  const { certificate, list } = hookdesk;
  await addTrusting(hookdesk, there);
  const asked = there.received.length;
  there.showCertificate(second);
  await list.readAgain.click();
  await expect(list.problem).toContainText(certificateProblems.changed.message);
  const look = list.root.getByRole('button', { name: 'View certificate…' });
  await look.click();
  await expect(certificate.before).toContainText(fingerprintOf(first));
  await expect(certificate.now).toContainText(fingerprintOf(second));
  await expect(certificate.root).toContainText(certificateProblems.expired.message);
  await expect(certificate.trustNew).toBeDisabled();
  await certificate.keep.click();
  await list.readAgain.click();
  await expect(list.problem).toBeVisible();
  expect(there.received).toHaveLength(asked);

  await look.click();
  await certificate.asked.check();
  await certificate.trustNew.click();
  await expect(list.problem).toBeHidden();
  await expect(list.rows.first()).toBeVisible();
  expect(there.received.length).toBeGreaterThan(asked);
  await there.close();
});

test('a selected or pasted CA file is trusted, and a file with a private key is rejected', async ({
  hookdesk,
}) => {
  const authority = await makeCertificate({ name: 'Acme CA' });
  const pair = await makeCertificate({ name: 'monitor', issuer: authority });
  const there = await startInstallation('B', { tls: pair });
  const { dialog } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
  await dialog.section('Certificates').click();
  await dialog.radio('System and a CA file').click();
  await dialog.choose('Select a CA file…', { name: 'both.pem', text: pair.cert + pair.key });
  await expect(dialog.root).toContainText('This file also contains a private key');
  await dialog.choose('Select a CA file…', { name: 'acme-ca.pem', text: authority.cert });
  await expect(dialog.root).toContainText('1 certificate in acme-ca.pem');
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['with the CA file', 'look like variant B']);
  await dialog.radio('System certificates').click();
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['The certificate is not accepted']);

  await dialog.radio('System and a CA file').click();
  await dialog.root.getByLabel('Certificates in PEM').fill(authority.cert);
  await dialog.add.click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
  await there.close();
});

const invalid = [
  ['has expired', { name: 'monitor', days: -2 }, certificateProblems.expired.message],
  [
    'is for another host',
    { name: 'monitor', host: 'other.example' },
    certificateProblems['other-host'].message,
  ],
] as const;
for (const [what, wanted, said] of invalid) {
  test(`a certificate that ${what} has another message than an unknown certificate`, async ({
    hookdesk,
  }) => {
    const there = await startInstallation('B', { tls: await makeCertificate(wanted) });
    const { dialog, certificate } = hookdesk;
    await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
    await dialog.test.click();
    await dialog.lookAtCertificate.click();
    await expect(certificate.root).toContainText(said);
    await there.close();
  });
}

test('the private key of a client certificate is stored and never shown', async ({ hookdesk }) => {
  const me = await makeCertificate({ name: 'hookdesk-ops' });
  const there = await startInstallation('B', {
    tls: await makeCertificate({ name: 'monitor' }),
    asksForCertificate: me,
  });
  const { dialog, certificate, list, page } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
  await dialog.section('Client certificate').click();
  await dialog.choose('Select the certificate…', { name: 'me.pem', text: me.cert });
  await dialog.test.click();
  await expect(dialog.root).toContainText('Select the file with the private key.');
  await dialog.choose('Select the private key…', { name: 'me.key', text: me.key });
  await dialog.test.click();
  await dialog.lookAtCertificate.click();
  await certificate.trust.click();
  await expect(dialog.steps).toContainText(['look like variant B']);
  await dialog.add.click();
  await expect(list.rows.first()).toBeVisible();
  await list.menu('Settings…');
  await dialog.section('Client certificate').click();
  await expect(dialog.root).toContainText('stored in the vault; never shown');
  const [, secret = ''] = me.key.split('\n');
  expect(await page.content()).not.toContain(secret);
  await there.close();
});
