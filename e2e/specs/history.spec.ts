import { expectAccessible } from '../fixtures/accessible.ts';
import { webhookWithoutIds } from '../fixtures/webhook-without-ids.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { carryOut, remove, rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { tracesIn } from '#test-support/traces.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { PlanPage } from '../pages/plan-page.ts';

const secrets = {
  'header value': 'canary-6d41f0aa92-header',
  'secret in a URL': 'canaryZ7qK2vX9pLm4Rt8WnB3s',
};

/** The JSON of a webhook with one secret in a header and one in its URL. */
const secretBody = (name: string): Record<string, unknown> => ({
  ...webhookBody('B', name),
  url: `https://hooks.example.com/services/ops?token=${secrets['secret in a URL']}`,
  http_headers: [
    { http_header_key: 'Content-Type', http_header_value: 'application/json' },
    { http_header_key: 'X-Api-Key', http_header_value: secrets['header value'] },
  ],
});

test('History lists updates and deletes, and undo restores the earlier webhooks @main', async ({
  hookdesk,
}) => {
  const B = await startInstallation('B', { seed: 0 });
  await B.fetch('POST', '', secretBody('Pager night'));
  await B.fetch('POST', '', webhookBody('B', 'Ticket desk'));
  const before = {
    pager: await webhookWithoutIds(B, 'Pager night'),
    ticket: await webhookWithoutIds(B, 'Ticket desk'),
  };
  await hookdesk.connect('acme', B);
  await rename(hookdesk, 'Pager night', 'Pager day');
  await rename(hookdesk, 'Pager day', 'Pager noon');
  await remove(hookdesk, 'Ticket desk');
  const { history, page } = hookdesk;

  await history.button.click();
  await expect(history.rows).toHaveCount(3);
  await expect(history.grid).toContainText('Today');
  await expect(history.rows.first()).toContainText('Ticket desk');
  await expect(history.row('Update', 'Pager day')).toContainText('name');
  await expect(history.row('Update', 'Pager day')).toContainText('Verified');
  await expect(history.foot).toContainText('Kept for 365 days.');

  await test.step('an entry shows its changes, and secrets only on request', async () => {
    await history.open('Update', 'Pager day');
    await expect(history.changes).toContainText('Pager night');
    await expect(history.changes).toContainText('Pager day');
    await expect(history.request).toContainText('"Pager day"');
    expect(tracesIn(await history.entry.innerText(), secrets)).toEqual([]);
    await history.request.getByRole('checkbox', { name: 'Show secret values' }).check();
    await expect(history.request).toContainText(secrets['secret in a URL']);
    await history.open('Delete', 'Ticket desk');
    await expect(history.changes).toContainText('No webhook after.');
  });

  await test.step('any two states of a webhook can be compared', async () => {
    await history.tick('Update', 'Pager day').check();
    await history.tick('Delete', 'Ticket desk').check();
    await expect(history.compare).toBeDisabled();
    await history.tick('Delete', 'Ticket desk').uncheck();
    await history.tick('Update', 'Pager noon').check();
    await history.compare.click();
    await expect(history.comparison).toContainText('Pager night');
    await expect(history.comparison).toContainText('Pager noon');
    await expect(history.comparison).not.toContainText('Pager day');
    await history.comparison.getByLabel('Left').click();
    await page
      .getByRole('option', { name: /^After the update/ })
      .first()
      .click();
    await expect(history.comparison).toContainText('Pager day');
    await history.chosen.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('the filter narrows the list', async () => {
    await history.filter.fill('noon');
    await expect(history.rows).toHaveCount(1);
    await history.filter.fill('');
    await expect(history.rows).toHaveCount(3);
    await history.choose('Result', 'Result not known yet');
    await expect(history.root).toContainText('No entry matches');
    await history.root.getByRole('button', { name: 'Show all' }).click();
    await history.open('Update', 'Pager noon');
    await history.entry.getByRole('button', { name: 'History of this webhook' }).click();
    await expect(history.scope).toHaveText('Only “Pager noon”');
    await expect(history.rows).toHaveCount(2);
    await history.scope.click();
    await expect(history.rows).toHaveCount(3);
  });

  await test.step('a delete is undone', async () => {
    await history.open('Delete', 'Ticket desk');
    await history.undoEntry.click();
    await carryOut(hookdesk, 'Ticket desk');
    expect(await webhookWithoutIds(B, 'Ticket desk')).toEqual(before.ticket);
  });

  await test.step('several updates are undone together', async () => {
    await history.button.click();
    await history.tick('Update', 'Pager noon').click();
    await history.tick('Update', 'Pager day').click({ modifiers: ['Shift'] });
    await history.undo.click();
    await carryOut(hookdesk, 'Pager night');
    expect(await webhookWithoutIds(B, 'Pager night')).toEqual(before.pager);
    await history.button.click();
    await expect(history.row('Delete', 'Ticket desk')).toContainText('undone');
    await expect(history.rows.first()).toContainText('undo');
  });

  await test.step('the export contains all entries and no secrets', async () => {
    const { fileName, text } = await history.export();
    expect(fileName).toMatch(/^hookdesk-history-\d{4}-\d\d-\d\d\.txt$/);
    expect(text).toContain('Pager noon');
    expect(text).toContain('Ticket desk');
    expect(tracesIn(text, { ...secrets, 'auth token': B.authToken })).toEqual([]);
  });
  await B.close();
});

test('the notice of a delete offers an undo that restores the webhook', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Pager night'));
  const before = await webhookWithoutIds(A, 'Pager night');
  await hookdesk.connect('initech', A);
  await remove(hookdesk, 'Pager night');
  expect(await webhookWithoutIds(A, 'Pager night')).toBeNull();
  await hookdesk.page.getByRole('button', { name: 'Undo…', exact: true }).click();
  await carryOut(hookdesk, 'Pager night');
  expect(await webhookWithoutIds(A, 'Pager night')).toEqual(before);
});

test('History does not repeat its requests', async ({ hookdesk }) => {
  const B = await startInstallation('B', { seed: 0 });
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  await hookdesk.connect('acme', B);
  await rename(hookdesk, 'Pager night', 'Pager day');
  const { history, list, page } = hookdesk;
  let sent = 0;
  page.on('websocket', (socket) => socket.on('framesent', () => (sent += 1)));
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  const before = sent;
  await history.button.click();
  await history.open('Update', 'Pager day');
  await history.filter.fill('day');
  await expect(history.request).toBeVisible();
  await history.choose('Result', 'Verified');
  await history.choose('Result', 'Any result');
  // A read sends up to three frames. A loop would send hundreds.
  expect(sent - before).toBeLessThan(30);
  await B.close();
});

test('History works by keyboard alone', async ({ hookdesk }) => {
  const A = await startInstallation('A', { seed: 0 });
  for (const name of ['One', 'Two']) await A.fetch('POST', '', webhookBody('A', name));
  await hookdesk.connect('initech', A);
  await rename(hookdesk, 'One', 'One b');
  await rename(hookdesk, 'Two', 'Two b');
  const { history, page } = hookdesk;
  await hookdesk.command('Filter History by initech');
  await expect(history.rows).toHaveCount(2);
  await history.grid.focus();
  await page.keyboard.press('Enter');
  await expect(history.entry.getByRole('heading', { level: 2 })).toHaveText('Update “Two b”');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(history.chosen).toContainText('2 entries selected');
  await page.keyboard.press('Control+a');
  await expect(history.chosen).toBeHidden();
  await page.keyboard.press('Control+a');
  await expect(history.chosen).toContainText('2 entries selected');
  await page.keyboard.press('Escape');
  await expect(history.entry).toBeHidden();
  await page.keyboard.press('Control+f');
  await expect(history.filter).toBeFocused();
  await page.keyboard.press('Escape');
  await history.grid.focus();
  await page.keyboard.press('u');
  const plan = new PlanPage(page);
  await expect(plan.rows).toHaveCount(2);
  await plan.close.click();
  await expect(history.rows).toHaveCount(2);
  await A.close();
});

test('every state of History is accessible', async ({ hookdesk }) => {
  const B = await startInstallation('B', { seed: 0 });
  await B.fetch('POST', '', secretBody('Pager night'));
  const { history } = hookdesk;
  await hookdesk.connect('acme', B);
  await history.button.click();
  await expect(history.root).toContainText('No changes yet');
  await expectAccessible(hookdesk, 'no history');
  await hookdesk.installation('acme').click();
  await rename(hookdesk, 'Pager night', 'Pager day');
  await rename(hookdesk, 'Pager day', 'Pager noon');
  await history.button.click();
  await history.open('Update', 'Pager noon');
  await expectAccessible(hookdesk, 'an entry');
  await history.tick('Update', 'Pager day').check();
  await history.tick('Update', 'Pager noon').check();
  await history.compare.click();
  await history.choose('Period', 'From – to');
  await expectAccessible(hookdesk, 'two states compared');
  await history.root.getByRole('button', { name: 'Export…' }).click();
  await expectAccessible(hookdesk, 'an export');
  await B.close();
});
