import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { expectAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { noteOf } from '../pages/installation-dialog.ts';

/** A connections file in the format of Hookdesk. */
const fileOf = (...connections: Record<string, unknown>[]): string =>
  JSON.stringify({ format: 'hookdesk-connections', version: 1, connections });

const open = (name: string, to: { baseUrl: string; apiRoot: string; variant: string }) => ({
  name,
  baseUrl: to.baseUrl,
  apiRoot: to.apiRoot,
  variant: to.variant,
  authentication: { kind: 'none' },
});

test.describe('an address with more than a base URL', () => {
  test('is split into fields when pasted, and restored with Undo', async ({ hookdesk }) => {
    const there = await startInstallation('A', { root: '/pem/api/v6' });
    const dialog = await hookdesk.addInstallation();
    const pasted = `${there.baseUrl}/pem/api/v6/webhook/`;
    await dialog.paste(pasted);
    await expect(dialog.baseUrl).toHaveValue(`${there.baseUrl}/pem`);
    await expect(dialog.apiRoot).toHaveValue('/api/v6');
    await expect(dialog.variant('A')).toBeChecked();
    await expect(dialog.pastedAddress).toContainText('/api/v6');
    await dialog.revertAddress.click();
    await expect(dialog.baseUrl).toHaveValue(pasted);
    await expect(dialog.apiRoot).toHaveValue('/api/v14');
    await expect.poll(() => noteOf(dialog.baseUrl)).toContain('Remove /api/v6');

    await dialog.paste(pasted);
    await dialog.fill({ name: 'acme', authToken: there.authToken });
    await dialog.add.click();
    await expect(hookdesk.list.rows.first()).toBeVisible();
    expect(there.received.map(({ path }) => path)).toEqual(['/pem/api/v6/webhook/']);
    await there.close();
  });

  test('is shown as split before it is added, if typed', async ({ hookdesk, installations }) => {
    const { B } = installations;
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'globex', authToken: B.authToken });
    await dialog.baseUrl.fill(`${B.baseUrl}${B.apiRoot}/webhook/7`);
    await dialog.add.click();
    await expect(dialog.pastedAddress).toBeVisible();
    expect(B.received).toEqual([]);
    await dialog.add.click();
    await expect(hookdesk.list.rows.first()).toBeVisible();
  });
});

test('shows an address as it is used, with its international name and doubts', async ({
  hookdesk,
}) => {
  const dialog = await hookdesk.addInstallation();
  await dialog.baseUrl.fill('HTTPS://Bücher.example:443/./pem/');
  await dialog.name.click();
  await expect(dialog.baseUrl).toHaveValue('https://xn--bcher-kva.example/pem');
  await expect.poll(() => noteOf(dialog.baseUrl)).toBe('International host name: bücher.example');

  await dialog.baseUrl.fill('https://p\u0430ypal.example');
  await dialog.name.click();
  await expect(dialog.baseUrl).toHaveValue('https://xn--pypal-4ve.example');
  await expect.poll(() => noteOf(dialog.baseUrl)).toContain('mixes Latin and Cyrillic letters');
  await expectAccessible(hookdesk, 'a doubtful address');

  await dialog.baseUrl.fill('https://moni\u200btor.example');
  await dialog.name.click();
  await expect(dialog.baseUrl).toHaveValue('https://moni\u200btor.example');
  await expect
    .poll(() => noteOf(dialog.baseUrl))
    .toBe('Remove the hidden character U+200B from the address.');
});

test('lists installations by group, and suggests the group again', async ({
  hookdesk,
  installations,
}) => {
  const { sidebar, dialog } = hookdesk;
  await hookdesk.connect('loose', installations.A);
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...installations.B, group: 'Nordic customers' });
  await dialog.section('Notes').click();
  await dialog.notes.fill('Ring the duty engineer first.');
  await dialog.add.click();
  await expect(sidebar.section('Nordic customers')).toContainText('acme');
  await expect(sidebar.section('Production')).toHaveText(/loose/);
  await sidebar.menu('acme', 'Settings…');
  await expect(dialog.root).toContainText('Ring the duty engineer first.');
  await expect(dialog.root.locator('datalist option')).toHaveAttribute('value', 'Nordic customers');
  await dialog.cancel.click();
});

test('orders installations by keyboard and dragging, and keeps the order after a reload', async ({
  hookdesk,
  installations,
}) => {
  const { page, sidebar } = hookdesk;
  const { A } = installations;
  await expect(hookdesk.welcome).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type('Import inst');
  await page.keyboard.press('Enter');
  await hookdesk.import.choose('t.json', fileOf(...['a', 'b', 'c'].map((name) => open(name, A))));
  await hookdesk.import.import.click();
  await expect(hookdesk.import.root).toBeHidden();
  await expect.poll(() => sidebar.names()).toEqual(['a', 'b', 'c']);

  await sidebar.row('a').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => sidebar.names()).toEqual(['b', 'a', 'c']);
  await expect(sidebar.said).toHaveText('a is number 2 of 3 in Production');
  await expect(sidebar.row('a')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(sidebar.row('b')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(sidebar.said).toHaveText('b is already first in Production');

  await sidebar.row('c').dragTo(sidebar.row('b'), { targetPosition: { x: 20, y: 3 } });
  await expect.poll(() => sidebar.names()).toEqual(['c', 'b', 'a']);
  // The order is shown before it is stored.
  await expect(sidebar.said).toHaveText('c is number 1 of 3 in Production');
  await page.reload();
  await sidebar.row('a').waitFor();
  expect(await sidebar.names()).toEqual(['c', 'b', 'a']);
});

test('filters many installations, and reaches the result with the arrow keys', async ({
  hookdesk,
  installations,
}) => {
  const { page, sidebar, list } = hookdesk;
  await hookdesk.connect('acme', installations.A);
  await expect(sidebar.search).toBeHidden();
  const names = Array.from({ length: 9 }, (_, number) => `customer-${number}`);
  await sidebar.menuOfAll('Import installations…');
  await hookdesk.import.choose(
    'team.json',
    fileOf(...names.map((name) => open(name, installations.B))),
  );
  await hookdesk.import.import.click();
  await expect(hookdesk.import.root).toBeHidden();
  await sidebar.search.fill('mer-7');
  await expect.poll(() => sidebar.names()).toEqual(['customer-7']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list.root).toHaveAccessibleName('Webhooks of customer-7');
  await sidebar.search.press('Escape');
  await expect.poll(() => sidebar.names()).toHaveLength(10);
});

test('only “Duplicate with secrets” copies the secrets', async ({ hookdesk, installations }) => {
  const { A } = installations;
  const { sidebar, dialog, list } = hookdesk;
  await hookdesk.connect('acme', A);
  await sidebar.menu('acme', 'Duplicate with secrets');
  await expect(dialog.name).toHaveValue('acme copy');
  await dialog.fill({ name: 'acme too' });
  const before = A.received.length;
  await dialog.save.click();
  await expect(list.root).toHaveAccessibleName('Webhooks of acme too');
  await expect(list.rows.first()).toBeVisible();
  expect(A.received[before]?.headers['x-auth-token']).toBe(A.authToken);

  await sidebar.menu('acme', 'Duplicate without secrets');
  await expect(dialog.name).toHaveValue('acme copy');
  await dialog.save.click();
  await expect(list.problem).toContainText('No auth token is saved');
  expect(await sidebar.names()).toEqual(['acme', 'acme copy', 'acme too']);
});

test('exports and imports connections in a file without secrets', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const { sidebar, dialog } = hookdesk;
  await hookdesk.connect('acme', A);
  await hookdesk.connect('globex', B);
  await sidebar.menuOfAll('Export installations…');
  await expect(hookdesk.export.root).toContainText('The file contains no secrets');
  const both = await hookdesk.export.save();
  expect(both.fileName).toBe('hookdesk-connections.json');
  for (const { authToken, baseUrl } of [A, B]) {
    expect(both.text).not.toContain(authToken);
    expect(both.text).toContain(baseUrl);
  }
  await sidebar.menu('globex', 'Export installation…');
  const one = await hookdesk.export.save();
  expect(one.text).not.toContain(A.baseUrl);

  await sidebar.menu('acme', 'Remove from Hookdesk…');
  await hookdesk.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(sidebar.row('acme')).toBeHidden();
  await sidebar.menuOfAll('Import installations…');
  await hookdesk.import.choose(both.fileName, both.text);
  await expect(hookdesk.import.entries).toHaveCount(2);
  await expect(hookdesk.import.tick('acme')).toBeChecked();
  await expect(hookdesk.import.tick('globex')).not.toBeChecked();
  await expect(hookdesk.import.entries.nth(1)).toContainText(
    'An installation with this name and address is already saved',
  );
  await hookdesk.import.import.click();
  await expect(hookdesk.import.root).toBeHidden();
  await expect(hookdesk.notice(/1 installation imported/)).toBeVisible();
  await sidebar.row('acme').click();
  await expect(hookdesk.list.problem).toContainText('No auth token is saved for acme');
  await hookdesk.list.menu('Settings…');
  await dialog.fill({ authToken: A.authToken });
  await dialog.save.click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
});

test('rejects invalid files, and imports valid entries', async ({ hookdesk, installations }) => {
  await hookdesk.connect('acme', installations.A);
  await hookdesk.sidebar.menuOfAll('Import installations…');
  await hookdesk.import.choose('notes.json', 'Dear team');
  await expect(hookdesk.import.problem).toContainText('It is not JSON');
  await hookdesk.import.choose(
    'half.json',
    fileOf(open('good', installations.B), { name: 'bad', baseUrl: 'javascript:alert(1)' }),
  );
  await expect(hookdesk.import.problem).toBeHidden();
  await expect(hookdesk.import.tick('Entry 2')).toBeDisabled();
  await hookdesk.import.import.click();
  await expect(hookdesk.import.root).toBeHidden();
  await expect.poll(() => hookdesk.sidebar.names()).toEqual(['acme', 'good']);
});

test('refreshes all installations at once, and cancels one that does not respond', async ({
  hookdesk,
  installations,
}) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.resume().on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const hanging = { baseUrl: `http://127.0.0.1:${address.port}`, apiRoot: '/api/v6', variant: 'A' };
  const { sidebar } = hookdesk;
  await hookdesk.connect('acme', installations.A);
  await hookdesk.connect('globex', installations.B);
  await sidebar.menuOfAll('Import installations…');
  await hookdesk.import.choose(
    't.json',
    fileOf(open('silent', hanging), open('wrong', { ...installations.A, apiRoot: '/api/v9' })),
  );
  await hookdesk.import.import.click();
  await expect(hookdesk.import.root).toBeHidden();
  await sidebar.readAll.click();
  await expect(sidebar.row('acme')).toContainText('12 webhooks');
  await expect(sidebar.row('globex')).toContainText('12 webhooks');
  await expect(sidebar.row('wrong')).toContainText(/not found|unauthorized/);
  await expect(sidebar.row('silent')).toContainText('reading…');
  await expect(sidebar.report).toContainText('3 of 4 done');
  await sidebar.report.getByRole('button', { name: 'Cancel' }).click();
  await expect(sidebar.report).toContainText('2 refreshed, 24 webhooks, 1 failed');
  await expect.poll(() => [...sockets].every(({ readyState }) => readyState !== 'open')).toBe(true);
  silent.close();
});

test('lists the data that a removal deletes', async ({ hookdesk, installations }) => {
  const { A } = installations;
  const { dialog, page } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...A });
  await dialog.section('Notes').click();
  await dialog.notes.fill('Ring first.');
  await dialog.add.click();
  await hookdesk.list.newWebhook.click();
  await hookdesk.editor.name.fill('Draft');
  await hookdesk.sidebar.menu('acme', 'Remove from Hookdesk…');
  const goes = page.getByRole('list', { name: 'What Hookdesk deletes' });
  await expect(goes).toContainText('the auth token');
  await expect(goes).toContainText('the notes');
  await expect(goes).toContainText('1 draft');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(hookdesk.welcome).toBeVisible();
  expect(A.writes()).toEqual([]);
});

test('removes an installation only after its running plan ends', async ({
  hookdesk,
  installations,
}) => {
  const B = await startInstallation('B', { seed: 0 });
  const { list, plan, history, page } = hookdesk;
  await hookdesk.connect('acme', installations.A);
  const names = Array.from({ length: 40 }, (_, index) => `Slow ${index}`);
  for (const name of names) await B.fetch('POST', '', webhookBody('B', name));
  await hookdesk.connect('globex', B);
  await expect.poll(() => list.count()).toBe(names.length);
  await list.grid.focus();
  await page.keyboard.press('Control+a');
  await list.changeChosen('Disable…');
  await plan.atOnce(1);
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 2_000 });
  await plan.run.click();
  await expect.poll(() => B.writes().length).toBeGreaterThan(names.length);
  await hookdesk.sidebar.menu('globex', 'Remove from Hookdesk…');
  const dialog = page.getByRole('dialog', { name: 'Remove globex from Hookdesk?' });
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  await expect(dialog).toContainText('“Disable 40 webhooks” is running on this installation');
  await expect(remove).toBeDisabled();
  await expectAccessible(hookdesk, 'a removal that waits for a plan');
  await dialog.getByRole('button', { name: 'Stop the plan' }).click();
  await expect(remove).toBeEnabled();
  await remove.click();
  await expect(dialog).toBeHidden();
  await history.button.click();
  await expect(history.rows.first()).toContainText('removed');
  await expect(history.root).not.toContainText('not known');
  await history.rows.first().click();
  await expect(history.entry).toContainText('removed from Hookdesk');
  await B.close();
});

test('deletes a saved auth token, and sends no request without one', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const { dialog, list } = hookdesk;
  await hookdesk.connect('acme', A);
  await list.menu('Settings…');
  await dialog.root.getByRole('button', { name: 'Delete the auth token' }).click();
  await dialog.save.click();
  await expect(list.problem).toContainText('No auth token is saved for acme');
  const asked = A.received.length;
  await list.readAgain.click();
  await expect(list.problem).toBeVisible();
  expect(A.received).toHaveLength(asked);
});
