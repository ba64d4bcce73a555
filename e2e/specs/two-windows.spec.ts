import { expectAccessible } from '../fixtures/accessible.ts';
import { secondWindow } from '../fixtures/second-window.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ host }, testInfo) => {
  testInfo.skip(host !== 'web', 'the desktop has one window');
});

/** Two windows with the same webhook in the editor. */
async function openTwice(
  first: Hookdesk,
  installation: Parameters<Hookdesk['connect']>[1],
): Promise<Hookdesk> {
  await first.connect('globex', installation);
  await first.list.open('Pager night');
  await expect(first.editor.name).toHaveValue('Pager night');
  const second = await secondWindow(first);
  await second.installation('globex').click();
  await second.list.open('Pager night');
  await expect(second.editor.name).toHaveValue('Pager night');
  return second;
}

test('shows edits of one window in the other at once, without interrupting typing there @main', async ({
  hookdesk: first,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  const second = await openTwice(first, B);
  await expect(first.statusBar).toContainText('open in another window');
  await first.editor.name.fill('Pager day');
  await expect(second.editor.name).toHaveValue('Pager day');
  await expect(second.editor.draftBadge).toBeVisible();

  await second.editor.url.click();
  await second.page.keyboard.press('End');
  await second.page.keyboard.type('/a');
  await first.editor.name.fill('Pager evening');
  await expect(second.editor.name).toHaveValue('Pager evening');
  await second.page.keyboard.type('b');
  await expect(second.editor.url).toHaveValue('https://hooks.example.com/services/ops/ab');
  await expect(first.editor.url).toHaveValue('https://hooks.example.com/services/ops/ab');
  await expect(first.editor.name).toHaveValue('Pager evening');

  await first.editor.tab('Headers');
  await first.editor.headers.append('X-First', '1');
  await second.editor.tab('Headers');
  await expect(second.editor.headers.line('X-First')).toBeVisible();
  const line = second.editor.headers.line('X-First');
  await second.editor.headers.valueOf(line).click();
  await second.page.keyboard.press('End');
  await second.page.keyboard.type('2');
  await first.editor.headers.append('X-Second', '3');
  await expect(second.editor.headers.line('X-Second')).toBeVisible();
  await second.page.keyboard.type('4');
  await expect(second.editor.headers.valueOf(line)).toHaveValue('124');
  await second.page.close();
  await expect(first.statusBar).not.toContainText('another window');
});

test('creates two drafts if both windows change one field, until one version is selected', async ({
  hookdesk: first,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  const second = await openTwice(first, B);
  await second.editor.name.click();
  await first.editor.name.fill('From the first');
  await expect(second.editor.changedElsewhere).toBeVisible();
  await expect(second.editor.name).toHaveValue('Pager night');
  await expectAccessible(second, 'a field that another window changed');
  await second.page.keyboard.press('End');
  await second.page.keyboard.type(' from the second');
  await expect(second.editor.fork).toContainText('Both windows changed name');
  await expect(second.editor.name).toHaveValue('Pager night from the second');
  await expect(second.editor.name).toBeFocused();
  await expect(first.drafts.button).toContainText('2');
  await expect(first.editor.name).toHaveValue('From the first');
  await expectAccessible(second, 'two versions of a draft');

  await first.editor.url.click();
  await second.editor.fork.getByRole('button', { name: 'Use mine' }).press('Enter');
  await expect(second.editor.heading).toBeFocused();
  await expect(second.editor.fork).toHaveCount(0);
  for (const { editor, drafts } of [first, second]) {
    await expect(editor.name).toHaveValue('Pager night from the second');
    await expect(drafts.button).toContainText('1');
  }
});

test('a focused field takes the change of another window when it loses focus', async ({
  hookdesk: first,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  const second = await openTwice(first, B);
  await second.editor.name.click();
  await first.editor.name.fill('Pager day');
  await expect(second.editor.changedElsewhere).toBeVisible();
  await second.editor.url.click();
  await expect(second.editor.name).toHaveValue('Pager day');
  await expect(second.editor.changedElsewhere).toHaveCount(0);
  await expect(first.drafts.button).toContainText('1');
});

test('a focused field keeps its text until it loses focus if another window discards the draft', async ({
  hookdesk: first,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  const second = await openTwice(first, B);
  await first.editor.name.fill('Pager day');
  await expect(second.editor.name).toHaveValue('Pager day');
  await second.editor.name.click();
  await first.editor.discard.click();
  await expect(second.editor.changedElsewhere).toBeVisible();
  await expect(second.editor.name).toHaveValue('Pager day');
  await second.editor.url.click();
  await expect(second.editor.name).toHaveValue('Pager night');
  await expect(second.editor.changedElsewhere).toHaveCount(0);

  await first.editor.name.fill('Pager day');
  await expect(second.editor.name).toHaveValue('Pager day');
  await second.editor.name.click();
  await first.editor.discard.click();
  await expect(second.editor.changedElsewhere).toBeVisible();
  await second.page.keyboard.press('End');
  await second.page.keyboard.type(' and night');
  await expect(first.editor.name).toHaveValue('Pager day and night');
  await expect(second.editor.name).toHaveValue('Pager day and night');
});

test('shows a draft published in one window as published in the other', async ({
  hookdesk: first,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  const second = await openTwice(first, B);
  await first.editor.name.fill('Pager day');
  await expect(second.editor.name).toHaveValue('Pager day');
  await first.editor.reviewAndPublish.click();
  await first.editor.review.publish.click();
  await expect(first.editor.review.identical).toBeVisible();
  await expect(second.notice('“Pager day” was published to globex')).toBeVisible();
  await expect(second.editor.draftBadge).toHaveCount(0);
  await expect(second.editor.name).toHaveValue('Pager day');
  await expect(second.drafts.button).toHaveText('Drafts');
  await expect(second.list.row('Pager day')).toBeVisible();

  await second.list.newWebhook.click();
  await second.editor.name.fill('Made here');
  await second.editor.url.fill('https://new.example.com/hook');
  await first.drafts.button.click();
  await first.drafts.open('Made here');
  await second.editor.reviewAndPublish.click();
  await second.editor.review.publish.click();
  await expect(second.editor.review.identical).toBeVisible();
  await expect(first.notice('“Made here” was published to globex')).toBeVisible();
  await expect(first.editor.draftBadge).toHaveCount(0);
  await first.editor.name.fill('Made here, edited there');
  await expect(second.editor.heading).toHaveText('Made here, edited there');
  await first.editor.reviewAndPublish.click();
  await first.editor.review.publish.click();
  await expect(first.editor.review.identical).toBeVisible();
  expect(B.writes().map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST', 'PUT']);
});

test('shows installations that one window adds, changes or removes in the other', async ({
  hookdesk: first,
  installations: { A, B },
}) => {
  await A.fetch('POST', '', webhookBody('A', 'Only on A'));
  const second = await secondWindow(first);
  await first.connect('globex', B);
  await second.installation('globex').click();
  await expect(second.list.rows.first()).toBeVisible();

  await first.list.menu('Settings…');
  await first.dialog.fill({ name: 'acme', ...A });
  await first.dialog.save.click();
  await expect(second.installation('acme')).toBeVisible();
  await expect(second.list.row('Only on A')).toBeVisible();
  await second.list.open('Only on A');

  await first.list.menu('Remove from Hookdesk…');
  await first.page.getByRole('button', { name: 'Remove', exact: true }).click();
  for (const window of [first, second]) {
    await expect(window.notice('acme was removed from Hookdesk')).toBeVisible();
    await expect(window.welcome).toBeVisible();
  }
  await expect(second.editor.name).toHaveCount(0);
});
