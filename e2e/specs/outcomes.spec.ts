import { expectAccessible } from '../fixtures/accessible.ts';
import { serveFront } from '#test-support/service-front.ts';
import { webhookWithoutIds } from '../fixtures/webhook-without-ids.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

test.describe.configure({ timeout: 120_000 });

const posts = (installation: Installation): number =>
  installation.writes().filter(({ method }) => method === 'POST').length;

/** Publishes a new webhook with this fault on writes, then makes all reads fail. */
async function createUnread(
  hookdesk: Hookdesk,
  installation: Installation,
  kind: '500' | 'reset-after',
): Promise<void> {
  const { list, editor } = hookdesk;
  await list.newWebhook.click();
  await editor.name.fill('Pager night');
  await editor.url.fill('https://new.example.com/hook');
  await editor.reviewAndPublish.click();
  await installation.fail(
    { kind: 'latency', only: 'writes', milliseconds: 2_000 },
    { kind, only: 'writes' },
  );
  await editor.review.publish.click();
  await expect.poll(() => posts(installation)).toBe(1);
  await installation.fail({ kind: '503', only: 'reads' });
}

/** Publishes a new webhook without a response, then makes all reads fail. */
const createUnanswered = (hookdesk: Hookdesk, installation: Installation): Promise<void> =>
  createUnread(hookdesk, installation, 'reset-after');

test('reports a create without a response as published once it is read, and does not resend it', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, drafts, page } = hookdesk;
  const { review } = editor;
  await hookdesk.connect('globex', B);
  await createUnanswered(hookdesk, B);
  await expect(review.open).toBeVisible({ timeout: 30_000 });
  await expect(review.publish).toBeDisabled();
  await expect(editor.root).toContainText('Wait for the result of the earlier request.');
  await expectAccessible(hookdesk, 'an unknown result');
  await review.publishAnyway.click();
  const asking = page.getByRole('dialog', { name: 'Publish before the result is known?' });
  await expect(asking).toContainText('this may create a second webhook on globex');
  await asking.getByRole('button', { name: 'Wait for the result' }).click();
  await review.lookNow.click();
  await expect(review.lookNow).toBeEnabled();
  await drafts.button.click();
  await expect(drafts.row('Pager night')).toContainText('Result not known yet');
  await drafts.open('Pager night');
  await editor.tab('Review');
  await expect(review.publish).toBeDisabled();

  await B.fail();
  await expect(review.published).toBeVisible({ timeout: 60_000 });
  await expect(editor.draftBadge).toHaveCount(0);
  await expect(drafts.button).toHaveText('Drafts');
  expect(posts(B)).toBe(1);
  expect(await webhookWithoutIds(B, 'Pager night')).not.toBeNull();
});

for (const way of ['discarded in the editor', 'deleted in Drafts'] as const) {
  test(`does not resend an unknown create whose draft was ${way} and restored`, async ({
    hookdesk,
    installations: { B },
  }) => {
    const { editor, drafts, page } = hookdesk;
    const { review } = editor;
    await hookdesk.connect('globex', B);
    await createUnanswered(hookdesk, B);
    await expect(review.open).toBeVisible({ timeout: 30_000 });
    if (way === 'discarded in the editor') {
      await editor.tab('Definition');
      await editor.discard.click();
    } else {
      await drafts.button.click();
      await drafts.menu('Pager night', 'Delete');
    }
    await expect(drafts.button).toHaveText('Drafts');
    await page.getByRole('button', { name: 'Undo' }).click();
    await drafts.button.click();
    await expect(drafts.row('Pager night')).toContainText('Result not known yet');
    await drafts.open('Pager night');
    await editor.tab('Review');
    await expect(review.open).toBeVisible();
    await expect(review.publish).toBeDisabled();

    await B.fail();
    await expect(drafts.button).toHaveText('Drafts', { timeout: 60_000 });
    expect(posts(B)).toBe(1);
    expect(await webhookWithoutIds(B, 'Pager night')).not.toBeNull();
  });
}

test('asks again when a webhook got the name of a new one since the review', async ({
  hookdesk,
  installations: { A },
}) => {
  const { editor, list } = hookdesk;
  const { review } = editor;
  await hookdesk.connect('globex', A);
  await list.newWebhook.click();
  await editor.name.fill('Pager night');
  await editor.url.fill('https://new.example.com/hook');
  await editor.reviewAndPublish.click();
  await expect(review.request).toBeVisible();
  await expect(review.sameName).toHaveCount(0);
  await A.fetch('POST', '', webhookBody('A', 'Pager night'));
  await review.publish.click();
  await expect(review.result).toContainText('got this name since you looked');
  await expect(review.sameName).toContainText('Publishing creates another webhook');
  await expectAccessible(hookdesk, 'a webhook with the same name');
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  // One by the other person, one by this window.
  expect(posts(A)).toBe(2);
});

test('reports a create as not applied once the installation can be read, and sends it again', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, drafts } = hookdesk;
  const { review } = editor;
  await hookdesk.connect('globex', B);
  await createUnread(hookdesk, B, '500');
  await expect(review.open).toBeVisible({ timeout: 30_000 });
  await B.fail();
  await expect(review.notApplied).toBeVisible({ timeout: 60_000 });
  await expectAccessible(hookdesk, 'an outcome that came later: not applied');
  expect(await webhookWithoutIds(B, 'Pager night')).toBeNull();
  await drafts.button.click();
  await expect(drafts.row('Pager night')).toContainText('Not applied');
  await drafts.open('Pager night');
  await editor.tab('Review');
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  await expect(drafts.button).toHaveText('Drafts');
  expect(posts(B)).toBe(2);
  expect(await webhookWithoutIds(B, 'Pager night')).not.toBeNull();
});

test('Publish anyway sends a create again, and the list shows both webhooks', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, list, page, drafts } = hookdesk;
  const { review } = editor;
  await hookdesk.connect('globex', B);
  await createUnanswered(hookdesk, B);
  await expect(review.open).toBeVisible({ timeout: 30_000 });
  await review.publishAnyway.click();
  await page
    .getByRole('dialog', { name: 'Publish before the result is known?' })
    .getByRole('button', { name: 'Publish anyway' })
    .click();
  await expect.poll(() => posts(B)).toBe(2);
  await B.fail();
  await expect(review.published).toBeVisible({ timeout: 60_000 });
  await expect(drafts.button).toHaveText('Drafts');
  await hookdesk.installation('globex').click();
  await list.readAgain.click();
  await expect(list.rows.filter({ hasText: 'Pager night' })).toHaveCount(2);
  expect(posts(B)).toBe(2);
});

test('keeps the edits if an accepted update changes nothing', async ({ hookdesk }) => {
  const installation = await startInstallation('B', { payloadTypeAtTop: true });
  await installation.fetch('POST', '', webhookBody('B', 'Pager night'));
  const { list, editor, drafts } = hookdesk;
  await hookdesk.connect('globex', installation);
  await list.open('Pager night');
  await editor.payloadType('Job').click();
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.differs).toContainText('Payload type');
  await expect(editor.review.publishAgain).toBeEnabled();
  await expectAccessible(hookdesk, 'an outcome that differs');
  await drafts.button.click();
  await expect(drafts.row('Pager night')).toContainText('Mismatch');
  await drafts.open('Pager night');
  await editor.tab('Definition');
  await expect(editor.payloadType('Job')).toBeChecked();
  await expect(editor.draftBadge).toBeVisible();
  await editor.tab('Review');
  await editor.review.keepAsDraft.click();
  await expect(editor.review.differs).toHaveCount(0);
  await expect(editor.draftBadge).toBeVisible();
  await installation.close();
});

test('publishes a create once if the host is killed while it is in flight @main', async ({
  host,
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(host !== 'web', 'starts the web host twice');
  const installation = await startInstallation('B');
  const before = await startWebHost(dataFolder);
  await page.goto(before.address);
  const hookdesk = new Hookdesk(page);
  const { editor, drafts, list } = hookdesk;
  await hookdesk.connect('acme', installation);
  await createUnanswered(hookdesk, installation);
  await before.kill();

  const after = await startWebHost(dataFolder);
  await page.goto(after.address);
  await drafts.button.click();
  await expect(drafts.row('Pager night')).toContainText('Result not known yet');
  await drafts.open('Pager night');
  await editor.tab('Review');
  await expect(editor.review.open).toBeVisible();
  await expect(editor.review.publish).toBeDisabled();
  await installation.fail();
  await expect(editor.review.published).toBeVisible({ timeout: 60_000 });
  await expect(drafts.button).toHaveText('Drafts');
  await hookdesk.installation('acme').click();
  await expect(list.row('Pager night')).toBeVisible();
  expect(posts(installation)).toBe(1);
  await after.end();
  await installation.close();
});

for (const place of ['the review', 'History'] as const) {
  test(`a webhook that the installation stored under another name is selected in ${place}`, async ({
    hookdesk,
    installations: { A },
  }) => {
    const { editor, list, history } = hookdesk;
    const { review } = editor;
    const front = await serveFront(A.baseUrl);
    front.onWrite = ({ body }) => ({ body: body.replace('  Pager Night  ', 'pager night') });
    await hookdesk.connect('globex', { ...A, baseUrl: front.url });
    await list.newWebhook.click();
    await editor.name.fill('  Pager Night  ');
    await editor.url.fill('https://new.example.com/hook');
    await editor.reviewAndPublish.click();
    await review.publish.click();
    await expect(review.candidates).toContainText('pager night');
    await expect(review.publish).toBeDisabled();
    await expectAccessible(hookdesk, 'new webhooks of an unknown create');
    if (place === 'the review') {
      await review.candidates.getByRole('button', { name: 'This is my webhook' }).click();
      await expect(review.differs).toBeVisible();
    } else {
      await history.button.click();
      await history.rows.first().click();
      await history.candidates.getByRole('button', { name: 'None of these' }).click();
      await expect(history.entry).toContainText('none of the new webhooks');
    }
    expect(front.writes.map(({ method }) => method)).toEqual(['POST']);
    await front.close();
  });
}
