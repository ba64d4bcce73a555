import { once } from 'node:events';
import { createServer } from 'node:net';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';

test('detection finds the API root, and a person accepts the proposal @main', async ({
  hookdesk,
}) => {
  const there = await startInstallation('A', { root: '/pem/api/v6' });
  const { dialog, list } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
  await dialog.detect.click();
  const proposal = dialog.proposals.filter({ hasText: '/pem/api/v6' });
  await expect(proposal).toContainText('no payload type, as in variant A');
  await expect(dialog.looks.filter({ hasText: 'Nothing at' }).first()).toBeVisible();
  // Detection changes no field before the person accepts a proposal.
  await expect(dialog.apiRoot).toHaveValue('/api/v14');
  await proposal.getByRole('button', { name: 'Use this' }).click();
  await expect(dialog.baseUrl).toHaveValue(`${there.baseUrl}/pem`);
  await expect(dialog.apiRoot).toHaveValue('/api/v6');
  await expect(dialog.variant('A')).toBeChecked();
  await expect(proposal).toContainText('In use');
  await expect(dialog.root).toContainText('Confirmed by detection');
  await dialog.add.click();
  await expect(list.rows.first()).toBeVisible();
  expect(there.received.every(({ method }) => method === 'GET')).toBe(true);
  expect(there.received.at(-1)?.path).toBe('/pem/api/v6/webhook/');
  await there.close();
});

test('detection signs in, finds the version, and signs out', async ({ hookdesk }) => {
  const there = await startInstallation('B', { users: { ops: 'correct horse' } });
  const { dialog } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ baseUrl: there.baseUrl });
  await dialog.signInAs('ops', 'correct horse');
  await dialog.detect.click();
  await expect(dialog.looks.first()).toContainText('Signed in');
  await expect(dialog.proposals.first()).toContainText('names this version as supported');
  const signedInAndOut = there.received
    .filter(({ path }) => path === '/api/token/')
    .map(({ method }) => method);
  expect(signedInAndOut).toEqual(['POST', 'DELETE']);

  await dialog.password.fill('wrong');
  await dialog.detect.click();
  await expect(dialog.detection).toContainText('User name or password is wrong');
  const tries = there.received.filter(({ method }) => method === 'POST');
  expect(tries, 'a wrong password is not tried twice').toHaveLength(2);
  await there.close();
});

test('detection without an auth token shows likely results and asks for the token', async ({
  hookdesk,
  installations,
}) => {
  const { dialog } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ baseUrl: installations.B.baseUrl });
  await dialog.detect.click();
  await expect(dialog.looks.first()).toContainText('requires an auth token');
  await expect(dialog.proposals.first()).toContainText('Likely');
  await expect(dialog.detection).toContainText('Enter a valid auth token');
});

test('detection of a server that does not respond can be stopped', async ({ hookdesk }) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const { dialog } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ baseUrl: `http://127.0.0.1:${address.port}`, authToken: 'token' });
  await dialog.detect.click();
  const stop = dialog.detection.getByRole('button', { name: 'Stop' });
  await stop.click();
  await expect(dialog.detection).toContainText('Detection stopped');
  await expect(dialog.looks).toHaveCount(0);
  await expect(dialog.detect).toBeEnabled();
  silent.close();
});
