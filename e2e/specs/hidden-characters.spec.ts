import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('shows hidden characters in names as visible marks wherever names appear', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 0 });
  const { drafts, editor, history, list, page, plan } = hookdesk;
  const header = { http_header_key: 'X-Team', http_header_value: 'ops' };
  const bodies = ['Ops', 'Ops\u200b', 'Ops \u202ekcals', 'مَی\u200cخواهم 👩\u200d💻'].map(
    (name) => ({
      ...webhookBody('B', name),
      http_headers: [header],
    }),
  );
  for (const body of bodies) await installation.fetch('POST', '', body);
  await hookdesk.connect('acme\u202e', installation);

  await expect(list.row('Ops')).toHaveCount(1);
  await expect(list.grid).toContainText('Ops‹U+200B›');
  await expect(list.grid).toContainText('Ops ‹U+202E›kcals');
  await expect(list.grid).toContainText('مَی\u200cخواهم 👩\u200d💻');
  expect(await list.root.innerText()).not.toContain('\u202e');
  await expect(hookdesk.sidebar.root).toContainText('acme‹U+202E›');

  await list.rows.filter({ hasText: '‹U+202E›' }).click();
  await expect(editor.heading).toHaveText('Ops ‹U+202E›kcals');
  await expect(editor.root).toContainText('Contains hidden characters: ‹U+202E›');
  await editor.severity('Low').check();
  await editor.tab('Review');
  await expect(editor.root).toContainText('"name": "Ops ‹U+202E›kcals"');
  await drafts.button.click();
  await expect(drafts.rows).toContainText('Ops ‹U+202E›kcals');
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.rows).toContainText('Ops ‹U+202E›kcals');
  await expect(plan.root).toContainText('acme‹U+202E›');
  await plan.run.click();
  await expect(plan.rows).toContainText('Done');
  await history.button.click();
  await expect(history.rows).toContainText('Ops ‹U+202E›kcals');
  expect(await page.title()).not.toContain('\u202e');
  await installation.close();
});
