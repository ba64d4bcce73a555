import type { Locator } from '@playwright/test';
import { startInstallation } from '../fixtures/installation.ts';
import { recordNotifications } from '../fixtures/recorded-notifications.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

interface Held {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
}

test('a new user publishes with 5 clicks, undoes with 1 and exports with 3', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  const urlOf = async (): Promise<string | undefined> =>
    ((await B.fetch('GET', '')) as Held[]).find(({ name }) => name === 'Zulu')?.url;
  const before = await urlOf();
  const { page, editor, list, dialog, plan, bundleExport } = hookdesk;
  const { keyboard } = page;
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };

  await click(page.getByRole('button', { name: /^Add an installation/ }).first());
  await dialog.addByKeyboard('globex', B);
  await click(list.row('Zulu'));
  await click(editor.url);
  await keyboard.press('Control+A');
  await keyboard.type('https://hooks.example.com/new');
  await click(editor.reviewAndPublish);
  await click(editor.review.publish);
  await expect(editor.review.identical).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(5);
  expect(await urlOf()).toBe('https://hooks.example.com/new');

  clicks = 0;
  await click(editor.review.undo);
  await expect(plan.end).toContainText('1 done');
  expect(clicks).toBe(1);
  expect(await urlOf()).toBe(before);
  await plan.close.click();
  await expect(list.row('Zulu')).toBeVisible();

  clicks = 0;
  const { text } = await bundleExport.saved(async () => {
    await click(list.root.getByRole('button', { name: 'More for this installation' }));
    await click(page.getByRole('menuitem', { name: 'Export webhooks…' }));
    await click(bundleExport.save);
  });
  expect(clicks).toBe(3);
  expect(text).toContain('Zulu');
});

test('an undo waits for a decision if the webhook was changed since', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  await hookdesk.connect('globex', B);
  const { editor, list, plan } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.undo).toBeVisible();
  const held = (await B.fetch('GET', '')) as Held[];
  const { id } = held.find(({ name }) => name === 'Zulu time') ?? { id: 0 };
  await B.fetch('PUT', String(id), { name: 'Zulu, theirs' });
  const writes = B.writes().length;
  await editor.review.undo.click();
  await expect(plan.row('Zulu')).toContainText('Conflict');
  expect(B.writes()).toHaveLength(writes);
});

test('the next draft and the entry in History are one click away', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  for (const name of ['First', 'Second']) await B.fetch('POST', '', webhookBody('B', name));
  await hookdesk.connect('globex', B);
  const { editor, list, history } = hookdesk;
  const { review } = editor;
  for (const name of ['First', 'Second']) {
    await list.open(name);
    await expect(editor.name).toHaveValue(name);
    await editor.name.fill(`${name} b`);
  }
  await editor.reviewAndPublish.click();
  await review.publish.click();
  await expect(review.nextDraft).toHaveText('Next draft: First b');
  await review.nextDraft.click();
  await expect(review.changes).toContainText('“First b”');
  await expect(review.changes.getByRole('heading')).toBeFocused();
  await review.publish.click();
  await expect(review.result).toContainText('Published and verified');
  await expect(review.nextDraft).toBeHidden();
  await review.viewInHistory.click();
  await expect(history.entry.getByRole('heading', { level: 2 })).toHaveText('Update “First b”');
  await expect(history.rows).toHaveCount(1);
});

test.describe('after a plan', () => {
  test.use({ permissions: ['notifications'] });

  test('its rows lead on, one action undoes all, and its end is notified', async ({ hookdesk }) => {
    const B = await startInstallation('B', { seed: 24 });
    const { page, list, plan, editor, history } = hookdesk;
    await hookdesk.connect('globex', B);
    const enabled = async (): Promise<string[]> =>
      ((await B.fetch('GET', '')) as Held[]).filter((each) => each.enabled).map(({ name }) => name);
    const before = await enabled();
    await list.grid.focus();
    await page.keyboard.press('Control+A');
    await list.changeChosen('Disable…');
    await B.fail({ kind: 'latency', only: 'writes', milliseconds: 200 });
    await expect(plan.run).toBeEnabled();
    await plan.atOnce(1);
    await plan.run.click();
    await plan.notifyMe.click();
    await expect(plan.notifyMe).toBeHidden();
    const notified = await recordNotifications(page);
    await B.fail();
    await expect(plan.end).toContainText('done');
    await expect(plan.end).toBeFocused();
    const [notification, ...others] = await notified();
    expect(others).toEqual([]);
    expect(notification?.title).toBe('Plan ended on globex');
    expect(notification?.body).toMatch(/^\d+ done/);
    expect(await enabled()).toEqual([]);

    const row = plan.rows.filter({ hasText: 'Done' }).first();
    await row.click();
    await plan.viewInHistory.click();
    await expect(history.changes).toContainText('Enabled');
    await page.goBack();
    await plan.openWebhook.click();
    await expect(editor.enabled).not.toBeChecked();
    await page.goBack();

    await plan.undoAll.click();
    await expect(plan.run).toHaveText(`Undo ${before.length} changes on globex`);
    await plan.run.click();
    await expect(plan.end).toContainText(`${before.length} done`);
    expect((await enabled()).toSorted()).toEqual(before.toSorted());
    // The answer is remembered.
    await expect(plan.notifyMe).toBeHidden();
    await B.close();
  });
});

test('no menu has two items of nearly the same name', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  await hookdesk.connect('globex', B);
  const { page, list, editor, sidebar } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  const menus: Record<string, string[]> = {};
  const menu = async (name: string, button: Locator): Promise<void> => {
    await button.click();
    await page.getByRole('menu').waitFor();
    menus[name] = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  await menu('editor', editor.root.getByRole('button', { name: 'More for this webhook' }));
  await menu('list', list.root.getByRole('button', { name: 'More for this installation' }));
  const more = (name: string): Locator => sidebar.root.getByRole('button', { name });
  await sidebar.row('globex').hover();
  await menu('installation', more('More for globex'));
  await menu('installations', more('More for all installations'));
  await page.keyboard.press('Control+K');
  menus.palette = await page.getByRole('option').locator('> span').allInnerTexts();
  for (const [name, items] of Object.entries(menus)) {
    expect(items.length, name).toBeGreaterThan(2);
    expect(nearlySame(items), name).toEqual([]);
  }
});

/** Pairs of which one label begins with the other. */
function nearlySame(items: readonly string[]): string[] {
  const labels = items.map((item) => item.trim().toLowerCase().replace(/…$/, ''));
  return labels.flatMap((label, index) =>
    labels
      .filter((other, at) => at !== index && (other === label || other.startsWith(`${label} `)))
      .map((other) => `${label} | ${other}`),
  );
}
