import { expect, test } from '../fixtures/test.ts';
import { webhookWithoutIds } from '../fixtures/webhook-without-ids.ts';

test('a request in flight affects only its own webhook while another one is open', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Slow one', 'Other one', 'Old one']);
  const { page, list, editor, deletion } = hookdesk;
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 1_500 });
  // Before the request is sent, an edit stops it.
  const hasReceivedUpdates = async (count: number): Promise<void> =>
    expect.poll(() => B.received.filter(({ method }) => method === 'PUT').length).toBe(count);

  await test.step('publishing', async () => {
    await list.open('Slow one');
    await editor.name.fill('Slow one, published');
    await page.keyboard.press('Control+Enter');
    await editor.review.publish.click();
    await hasReceivedUpdates(1);
    await list.open('Other one');
    await editor.name.fill('Other one, edited');
    await expect(list.row('Slow one, published')).toBeVisible();
    await expect(editor.heading).toHaveText('Other one, edited');
    await expect(editor.name).toHaveValue('Other one, edited');
    expect(await webhookWithoutIds(B, 'Other one')).not.toBeNull();
  });

  await test.step('publishing, while the webhook is edited again', async () => {
    await list.open('Slow one, published');
    await editor.name.fill('Slow one, again');
    await page.keyboard.press('Control+Enter');
    await editor.review.publish.click();
    await hasReceivedUpdates(2);
    await editor.tab('Definition');
    await editor.name.fill('Slow one, further');
    await expect(list.row('Slow one, again')).toBeVisible();
    await expect(editor.name).toHaveValue('Slow one, further');
    await page.reload();
    await hookdesk.isThere();
    await hookdesk.drafts.button.click();
    await expect(hookdesk.drafts.row('Slow one, further')).toBeVisible();
    await hookdesk.installation('globex').click();
    expect(await webhookWithoutIds(B, 'Slow one, again')).not.toBeNull();
  });

  await test.step('deleting', async () => {
    await list.open('Old one');
    await expect(editor.heading).toHaveText('Old one');
    await editor.menu('Delete…');
    await deletion.confirm.click();
    await page.keyboard.press('Escape');
    await expect(deletion.root).toBeHidden();
    await list.open('Other one');
    await expect(hookdesk.notice('“Old one” deleted on globex')).toBeVisible();
    await expect(editor.name).toHaveValue('Other one, edited');
    await expect(list.row('Old one')).toHaveCount(0);
    expect(await webhookWithoutIds(B, 'Old one')).toBeNull();
  });
});
