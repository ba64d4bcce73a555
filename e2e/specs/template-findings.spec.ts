import { expectAccessible } from '../fixtures/accessible.ts';
import type { Installation } from '../fixtures/installation.ts';
import { renameInDraft } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const broken = '{"text": "%AlertNames%"}';
const holds = (installation: Installation, name: string, template?: string) =>
  installation.fetch('POST', '', {
    ...webhookBody('B', name),
    ...(template !== undefined && { payload_template: template }),
  });
const updates = (installation: Installation): number =>
  installation.writes().filter(({ method }) => method === 'PUT').length;

test('the review names a new error of the template, and asks once before it publishes', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, editor } = hookdesk;
  await holds(B, 'Ops chat');
  await hookdesk.connect('globex', B);
  await list.open('Ops chat');
  await editor.tab('Payload');
  await editor.payload.text.fill(broken);
  await editor.reviewAndPublish.click();
  await expect(editor.tabOf('Payload')).toContainText('1');
  await expect(editor.review.newErrors).toContainText('Unknown placeholder %AlertNames%');
  await editor.review.publish.click();
  await expect(editor.review.brokenDialog).toContainText('globex');
  await expect(editor.review.brokenDialog).toContainText('Unknown placeholder %AlertNames%');
  await expectAccessible(hookdesk, 'the question about a broken template');
  await hookdesk.page.keyboard.press('Escape');
  await expect(editor.review.brokenDialog).toBeHidden();
  expect(updates(B)).toBe(0);
  await editor.review.publish.click();
  await editor.review.publishBroken.click();
  await expect(editor.review.identical).toBeVisible();
  expect(updates(B)).toBe(1);
});

test('an error that the installation has already is listed, and never asked about', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, editor } = hookdesk;
  await holds(B, 'Ops chat', broken);
  await hookdesk.connect('globex', B);
  await list.open('Ops chat');
  await expect(editor.tabOf('Payload')).toContainText('1');
  await editor.name.fill('Ops chat, renamed');
  await editor.reviewAndPublish.click();
  await expect(editor.root.getByText('1 error that the current template has too')).toBeVisible();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
});

test('a plan counts templates that break, and asks once before it sends new errors', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, editor, drafts, plan } = hookdesk;
  await holds(B, 'Ops chat');
  await holds(B, 'Ops mail', broken);
  await holds(B, 'Ops desk');
  await hookdesk.connect('globex', B);
  for (const name of ['Ops mail', 'Ops desk']) {
    await renameInDraft(hookdesk, name, `${name}, edited`);
  }
  await list.open('Ops chat');
  await editor.tab('Payload');
  await editor.payload.text.fill(broken);
  await drafts.button.click();
  await expect(drafts.rows).toHaveCount(3);
  await drafts.tickAll.click();
  await drafts.publishTicked.click();

  await expect(plan.bar).toContainText('2 of 3 have a template that breaks');
  await expect(plan.row('Ops chat')).toContainText('1 new error: Unknown placeholder');
  await expect(plan.row('Ops mail, edited')).toContainText('1 error: Unknown placeholder');
  await plan.row('Ops chat').click();
  await expect(plan.details).toContainText('1 new error in the payload template');
  await plan.filter('Template errors').click();
  await expect(plan.rows).toHaveCount(2);
  await plan.run.click();
  await expect(plan.brokenDialog).toContainText('Ops chat: Unknown placeholder');
  await expect(plan.brokenDialog).not.toContainText('Ops mail');
  await expectAccessible(hookdesk, 'the question of a plan about broken templates');
  await plan.brokenDialog.getByRole('button', { name: 'Cancel' }).click();
  expect(updates(B)).toBe(0);
  await plan.run.click();
  await plan.publishBroken.click();
  await expect(plan.end).toContainText('3 changes published and verified');
});

test('a plan needs another press when other rows are selected before it sends', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { drafts, plan } = hookdesk;
  await holds(B, 'Ops chat');
  await holds(B, 'Ops desk');
  await hookdesk.connect('globex', B);
  for (const name of ['Ops chat', 'Ops desk']) {
    await renameInDraft(hookdesk, name, `${name}, edited`);
  }
  await drafts.button.click();
  await expect(drafts.rows).toHaveCount(2);
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.run).toContainText('Publish 2');

  const box = await plan.tick('Change Ops desk, edited').elementHandle();
  // Both clicks come before the window sends anything.
  await plan.run.evaluate((button, other) => {
    for (const each of [button, other])
      each.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }, box);
  await expect(plan.run).toContainText('Publish 1 change');
  await plan.run.click();
  await expect(plan.end).toContainText('published and verified');
  expect(updates(B)).toBe(1);
});
