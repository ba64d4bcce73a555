import type { Installation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const canary = 'canary-7f3a-9b2c';

async function connect(hookdesk: Hookdesk, installation: Installation): Promise<void> {
  for (const name of ['Zulu day', 'Zulu night']) {
    await installation.fetch('POST', '', webhookBody('B', name));
  }
  await installation.fetch('POST', '', {
    ...webhookBody('B', 'Zulu relay'),
    url: 'https://relay.example.com/in',
    http_headers: [],
  });
  await hookdesk.connect('acme', installation);
  await hookdesk.list.filter.fill('Zulu');
  await expect(hookdesk.list.rows).toHaveCount(3);
}

test('previews edits of several webhooks and publishes them @main', async ({
  hookdesk,
  installations,
}) => {
  const { editMany, list, page, plan } = hookdesk;
  await connect(hookdesk, installations.B);
  for (const name of ['Zulu day', 'Zulu night', 'Zulu relay']) await list.tick(name).check();
  await list.chosen.getByRole('button', { name: 'Edit many…' }).click();
  await expect(editMany.summary).toHaveText('0 webhooks changed, 3 unchanged');

  await editMany.field(1, 'Header name').fill('X-Api-Key');
  await editMany.field(1, 'Header value').fill(canary);
  await expect(editMany.field(1, 'Header value')).toHaveAttribute('type', 'password');
  await expect(editMany.summary).toHaveText('3 webhooks changed, 0 unchanged');
  await editMany.choose(1, 'Replace a header value');
  await expect(editMany.row('Zulu relay')).toContainText('No header X-Api-Key.');
  await expect(editMany.summary).toHaveText('2 webhooks changed, 1 unchanged');

  await editMany.add.click();
  await editMany.choose(2, 'Replace in target URL');
  await editMany.field(2, 'Find').fill('services/(');
  await editMany.field(2, 'Replace with').fill('v2/$1');
  await editMany.edit(2).getByRole('checkbox', { name: 'Regular expression' }).click();
  await expect(editMany.edit(2)).toContainText('This is not a regular expression');
  await editMany.field(2, 'Find').fill(String.raw`services/(\w+)`);
  await expect(editMany.row('Zulu day')).toContainText('https://hooks.example.com/v2/ops');
  await expect(page.locator('body')).not.toContainText(canary);
  await editMany.filter('Unchanged').click();
  await expect(editMany.rows).toHaveCount(1);
  await editMany.filter('All').click();

  await editMany.review.click();
  await expect(plan.root.getByRole('heading', { name: 'Edit 3 webhooks' })).toBeVisible();
  await plan.rows.filter({ hasText: 'Zulu day' }).click();
  await expect(plan.request).toContainText('v2/ops');
  await expect(page.locator('body')).not.toContainText(canary);
  await plan.run.click();
  await expect(plan.end).toContainText('2');
  const published = await installations.B.fetch('GET', '');
  expect(JSON.stringify(published).split(canary)).toHaveLength(3);

  // The edits go on without the two webhooks that the plan changed.
  await plan.close.click();
  await expect(editMany.summary).toHaveText('0 webhooks changed, 1 unchanged');
  await expect(editMany.row('Zulu relay')).toContainText('No header X-Api-Key.');
  await expect(editMany.rows).toHaveCount(1);
});

test('edits several webhooks by keyboard alone', async ({ hookdesk, installations }) => {
  const { editMany, list, page, plan } = hookdesk;
  await connect(hookdesk, installations.B);
  await list.grid.focus();
  await page.keyboard.press('Control+A');
  await hookdesk.command('Edit 3 selected');
  await expect(editMany.edit(1).getByRole('combobox', { name: 'What to edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(editMany.edit(1)).toHaveAccessibleName('Edit 1: Method');
  await page.keyboard.press('Tab');
  await page.keyboard.type('PUT');
  await expect(editMany.summary).toHaveText('3 webhooks changed, 0 unchanged');
  // Also from the choice, whose own key is Enter.
  await page.keyboard.press('Shift+Tab');
  await expect(editMany.edit(1).getByRole('combobox', { name: 'What to edit' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(plan.rows).toHaveCount(3);
  await pressKeysOf(plan.run);
  await expect(plan.end).toContainText('3');
});

test('a plan of edits that is closed while it runs says its end, and where its results are', async ({
  hookdesk,
  installations: { B },
}) => {
  const { drafts, editMany, list, page, plan } = hookdesk;
  await connect(hookdesk, B);
  for (const name of ['Zulu day', 'Zulu night', 'Zulu relay']) await list.tick(name).check();
  await list.chosen.getByRole('button', { name: 'Edit many…' }).click();
  await editMany.choose(1, 'Replace in target URL');
  await editMany.field(1, 'Find').fill('https');
  await editMany.field(1, 'Replace with').fill('http');
  await expect(editMany.summary).toHaveText('3 webhooks changed, 0 unchanged');
  await editMany.review.click();
  await plan.atOnce(1);
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 1_000 });
  await plan.run.click();
  await expect(plan.row('Zulu day')).toContainText('In progress');
  await expect(plan.row('Zulu relay')).toContainText('Waiting');
  await plan.close.click();
  // Nothing is edited again while its rows are sent.
  await expect(editMany.root).toBeHidden();
  await expect(list.rows).toHaveCount(3);
  await plan.underWay.click();
  await plan.cancel.click();
  await plan.close.click();
  await expect(editMany.root).toBeHidden();
  const end = /^Plan ended: \d changes? published and verified, \d cancelled/;
  await expect(hookdesk.notice(end)).toBeVisible();
  await B.fail();
  await hookdesk.fromNotice(end, 'Show results');
  await expect(plan.resume).toHaveText(/Send the other \d on acme/);

  await test.step('an undo that is not sent leads back to the results', async () => {
    await plan.undoAll.click();
    await expect(plan.run).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(plan.end).toContainText('cancelled');
  });

  await test.step('an undo of all it did ends it', async () => {
    await plan.undoAll.click();
    await plan.run.click();
    await expect(plan.end).toContainText(/changes? undone and verified/);
    await expect(plan.redoAll).toBeVisible();
    await page.keyboard.press('Escape');
    await drafts.button.click();
    await expect(page.getByText('No drafts')).toBeVisible();
    await expect(page.getByText('Show results')).toBeHidden();
  });
});
