import type { Locator } from '@playwright/test';
import { renameInDraft } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

interface Held {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
}

test('a new user publishes with 5 clicks, undoes with 1 and exports with 3 @main', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  const urlOf = async (): Promise<string | undefined> =>
    ((await B.fetch('GET', '')) as Held[]).find(({ name }) => name === 'Zulu')?.url;
  const before = await urlOf();
  const { page, editor, list, dialog, bundleExport } = hookdesk;
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
  await expect(editor.review.result).toContainText('Undone and verified');
  expect(clicks).toBe(1);
  expect(await urlOf()).toBe(before);

  clicks = 0;
  const { text } = await bundleExport.saved(async () => {
    await click(list.root.getByRole('button', { name: 'More for this installation' }));
    await click(page.getByRole('menuitem', { name: 'Export webhooks…' }));
    await click(bundleExport.save);
  });
  expect(clicks).toBe(3);
  expect(text).toContain('Zulu');
});

test('an undo and its redo leave the editor open, and Esc leads back to the row', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Alpha', 'Zulu']);
  const { editor, list, page } = hookdesk;
  const { review } = editor;
  const heldNames = async (): Promise<string[]> =>
    ((await B.fetch('GET', '')) as Held[]).map(({ name }) => name);
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await editor.reviewAndPublish.click();
  await review.publish.click();

  await review.undo.click();
  await expect(review.result).toContainText('Undone and verified');
  await expect(review.result).toBeFocused();
  expect(await heldNames()).toContain('Zulu');
  await expect(list.row('Zulu')).toBeVisible();
  await expect(editor.heading).toHaveText('Zulu');

  await review.redo.click();
  await expect(review.result).toContainText('Redone and verified');
  expect(await heldNames()).toContain('Zulu time');
  await review.undo.click();
  await expect(review.result).toContainText('Undone and verified');
  expect(await heldNames()).toContain('Zulu');

  await test.step('later, the review says nothing about the undone request', async () => {
    await editor.tab('Definition');
    await expect(editor.name).toHaveValue('Zulu');
    await editor.tab('Review');
    await expect(editor.root.getByText('Nothing to publish')).toBeVisible();
  });

  await test.step('an edit after it publishes without a conflict', async () => {
    await editor.tab('Definition');
    await editor.name.fill('Zulu again');
    await page.keyboard.press('Control+Enter');
    await review.publish.click();
    await expect(review.identical).toBeVisible();
    expect(await heldNames()).toContain('Zulu again');
  });

  await page.keyboard.press('Escape');
  await expect(editor.root).toBeHidden();
  await expect(list.grid).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor.heading).toHaveText('Zulu again');
});

test('an undo shows a conflict if the webhook changed after publishing', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Zulu']);
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
  await plan.close.click();
  await expect(editor.heading).toHaveText('Zulu, theirs');
  await expect(editor.name).toBeFocused();
});

test('the next draft and the entry in History are one click away', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['First', 'Second']);
  const { editor, history } = hookdesk;
  const { review } = editor;
  for (const name of ['First', 'Second']) {
    await renameInDraft(hookdesk, name, `${name} b`);
  }
  await editor.reviewAndPublish.click();
  await review.publish.click();
  await expect(review.nextDraft).toHaveText('Next draft on globex: First b');
  await review.nextDraft.click();
  await expect(review.changes).toContainText('“First b”');
  for (const size of [
    { width: 640, height: 400 },
    { width: 1280, height: 800 },
  ]) {
    await hookdesk.page.setViewportSize(size);
    const head = editor.root.locator('header');
    await expect(head.getByText('globex')).toBeInViewport();
    await expect(head.getByTitle('Environment: production')).toBeInViewport();
  }
  await expect(review.changes.getByRole('heading')).toBeFocused();
  await review.publish.click();
  await expect(review.result).toContainText('Published and verified');
  await expect(review.nextDraft).toBeHidden();
  await review.viewInHistory.click();
  await expect(history.entry.getByRole('heading', { level: 2 })).toHaveText('Update “First b”');
  await expect(history.rows).toHaveCount(1);
});

test('the next draft takes over neither shown secrets nor the result of a running undo', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['First', 'Second']);
  const { editor, list } = hookdesk;
  const { review } = editor;
  for (const name of ['First', 'Second']) {
    await list.open(name);
    await expect(editor.name).toHaveValue(name);
    await editor.url.fill(`https://hooks.example.com/${name}?api_key=K1-of-${name}`);
  }
  await editor.reviewAndPublish.click();
  await review.showSecrets.check();
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 2_000 });
  await review.undo.click();
  await review.nextDraft.click();
  await expect(review.changes).toContainText('First?api_key=••••••••');
  await expect(review.showSecrets).not.toBeChecked();
  await expect(hookdesk.notice('“Second”: Undone and verified')).toBeVisible();
  await expect(review.result).toBeHidden();
  await expect(review.changes).toContainText('First?api_key=••••••••');
});

test('an undo that needs a decision leaves open what a person opened since', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Alpha', 'Zulu']);
  const { editor, list, plan } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.undo).toBeVisible();
  const held = (await B.fetch('GET', '')) as Held[];
  const { id } = held.find(({ name }) => name === 'Zulu time') ?? { id: 0 };
  await B.fetch('PUT', String(id), { name: 'Zulu, theirs' });
  await B.fail({ kind: 'latency', only: 'reads', milliseconds: 1_500 });
  await editor.review.undo.click();
  await list.open('Alpha');
  const notice = '“Zulu time” is not undone';
  await expect(hookdesk.notice(notice)).toBeVisible();
  await expect(editor.heading).toHaveText('Alpha');
  await expect(plan.root).toBeHidden();
  await hookdesk.fromNotice(notice, 'Show the plan');
  await expect(plan.row('Zulu')).toContainText('Conflict');
});

test('no menu has two items with nearly the same label', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Zulu']);
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
  await page.getByRole('option').first().waitFor();
  menus.palette = await page.getByRole('option').locator('> span.cut').allInnerTexts();
  for (const [name, items] of Object.entries(menus)) {
    expect(items.length, name).toBeGreaterThan(2);
    expect(nearlySame(items), name).toEqual([]);
  }
});

/** Returns pairs of labels that are equal, or of which one begins with the other. */
function nearlySame(items: readonly string[]): string[] {
  const labels = items.map((item) => item.trim().toLowerCase().replace(/…$/, ''));
  return labels.flatMap((label, index) =>
    labels
      .filter((other, at) => at !== index && (other === label || other.startsWith(`${label} `)))
      .map((other) => `${label} | ${other}`),
  );
}
