import { serveFront } from '#test-support/service-front.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** A webhook with a secret in each place; all contain `mark`. */
const withSecrets = (name: string, mark: string): Record<string, unknown> => ({
  ...webhookBody('B', name),
  url: `https://user:PW-${mark}@hooks.example.com/path?api_key=K1-${mark}`,
  http_headers: [
    { http_header_key: 'Authorization', http_header_value: `Bearer T-${mark}` },
    { http_header_key: 'X-Team', http_header_value: 'ops' },
  ],
  payload_template: `{"password": "P-${mark}", "text": "%AlertName%"}`,
});

/** A secret of `withSecrets`, with a mark of these tests. */
const hidden = /[A-Z]1?-q7f\d/;

test('no pane shows a secret of a URL, a header or a payload before a person asks for it', async ({
  hookdesk,
}) => {
  const acme = await startInstallation('B', { seed: 0 });
  const globex = await startInstallation('B', { seed: 0 });
  await acme.fetch('POST', '', withSecrets('Pager', 'q7f3'));
  await acme.fetch('POST', '', withSecrets('Chat', 'q7f3'));
  await globex.fetch('POST', '', withSecrets('Chat', 'q7f4'));
  await hookdesk.connect('globex', globex);
  await hookdesk.connect('acme', acme);
  const { bundleExport, compare, editMany, editor, history, list, plan } = hookdesk;
  const expectMasked = async (): Promise<void> => {
    expect(await hookdesk.seenTexts()).not.toMatch(hidden);
  };

  await test.step('the list and its tooltips', async () => {
    await expect(list.row('Pager')).toBeVisible();
    await expect(list.row('Pager').getByTitle('api_key=••••••••')).toBeVisible();
    await expectMasked();
  });

  await test.step('the review', async () => {
    await list.open('Pager');
    await editor.url.fill('https://user:PW-q7f3@hooks.example.com/v2?api_key=K1-q7f3');
    await editor.reviewAndPublish.click();
    await expect(editor.review.request).toContainText('••••••••');
    await expect(editor.review.changes).toContainText('v2?api_key=••••••••');
    await expectMasked();
    await editor.review.showSecrets.check();
    await expect(editor.review.changes).toContainText('v2?api_key=K1-q7f3');
    await expect(editor.review.request).toContainText('P-q7f3');
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
  });

  await test.step('History and its export', async () => {
    await rename(hookdesk, 'Pager', 'Pager day');
    await history.button.click();
    for (const name of ['Pager', 'Pager day']) {
      await history.open('Update', name);
      await expect(history.request).toContainText('••••••••');
      await expectMasked();
    }
    const { text } = await history.export();
    expect(text).toContain('••••••••');
    expect(text).not.toMatch(hidden);
    await history.open('Update', 'Pager');
    await history.changes.getByRole('checkbox', { name: 'Show secret values' }).check();
    await expect(history.changes).toContainText('K1-q7f3');
    await hookdesk.installation('acme').click();
  });

  await test.step('edit many', async () => {
    for (const name of ['Pager day', 'Chat']) await list.tick(name).check();
    await list.chosen.getByRole('button', { name: 'Edit many…' }).click();
    await editMany.choose(1, 'Replace in target URL');
    await editMany.field(1, 'Find').fill('hooks.example.com');
    await editMany.field(1, 'Replace with').fill('relay.example.com');
    await expect(editMany.row('Chat')).toContainText('relay.example.com/path?api_key=••••••••');
    await expectMasked();
    await editMany.showSecrets.check();
    await expect(editMany.row('Chat')).toContainText('user:PW-q7f3@relay.example.com');
  });

  await test.step('the plan', async () => {
    await editMany.review.click();
    await plan.rows.filter({ hasText: 'Chat' }).click();
    await expect(plan.request).toContainText('••••••••');
    await expect(plan.details).toContainText('relay.example.com/path?api_key=••••••••');
    await expectMasked();
    await plan.showSecrets.first().check();
    await expect(plan.request).toContainText('P-q7f3');
    await expect(plan.details).toContainText('user:PW-q7f3@relay.example.com');
    await plan.close.click();
  });

  await test.step('a comparison, and its plan', async () => {
    await hookdesk.installation('acme').click();
    await compare.button.click();
    await compare.target('globex').check();
    await compare.start.click();
    await compare.row('Chat').click();
    await expect(compare.part('Header Authorization')).toContainText('Different secret');
    await expect(compare.part('Target URL')).toContainText('Different secret');
    await expectMasked();
    await compare.showSecrets.check();
    await expect(compare.part('Header Authorization')).toContainText('T-q7f4');
    await compare.details.getByRole('button', { name: 'Change on globex…' }).click();
    await plan.row('Chat').click();
    await expect(plan.details).toContainText('Changes a secret in the target URL.');
    await expect(plan.request).toContainText('••••••••');
    await expectMasked();
    await plan.close.click();
  });

  await test.step('the export of webhooks', async () => {
    await hookdesk.installation('acme').click();
    for (const name of ['Pager day', 'Chat']) await list.tick(name).check();
    await hookdesk.command('Export 2 selected');
    await expect(bundleExport.secrets.getByRole('listitem').first()).toBeVisible();
    await expectMasked();
  });
  await acme.close();
  await globex.close();
});

test('the outcome of a publish that does not match masks the sent and the current values', async ({
  hookdesk,
}) => {
  const there = await startInstallation('B', { seed: 0 });
  const front = await serveFront(there.baseUrl);
  front.onWrite = ({ body }) => ({ body: body.replace('/v2?', '/v3?') });
  await there.fetch('POST', '', withSecrets('Pager', 'q7f3'));
  await hookdesk.connect('acme', { ...there, baseUrl: front.url });
  const { list, editor } = hookdesk;
  const { review } = editor;
  await list.open('Pager');
  await editor.url.fill('https://user:PW-q7f3@hooks.example.com/v2?api_key=K1-q7f3');
  await editor.reviewAndPublish.click();
  await review.publish.click();
  await expect(review.differs).toContainText('/v3?api_key=••••••••');
  expect(await hookdesk.seenTexts()).not.toMatch(hidden);
  await review.differs.getByRole('checkbox', { name: 'Show secret values' }).check();
  await expect(review.differs).toContainText('/v3?api_key=K1-q7f3');
  await front.close();
  await there.close();
});
