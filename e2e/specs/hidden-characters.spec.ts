import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('shows hidden characters in names as visible marks wherever names appear', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 0 });
  const { drafts, editor, history, list, page, plan } = hookdesk;
  const { payload, review } = editor;
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
  await editor.tab('Payload');
  await payload.text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('\u200b');
  await editor.tab('Review');
  await expect(editor.root).toContainText('"name": "Ops ‹U+202E›kcals"');
  await expect(review.templateLines.last()).toContainText('‹U+200B›');
  await editor.tab('Payload');
  await payload.text.focus();
  await page.keyboard.press('ControlOrMeta+Z');
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

test('shows hidden characters in the previews of imports', async ({
  hookdesk,
  installations: { B },
}) => {
  const { bundle, import: installationsFile, page, sidebar } = hookdesk;
  await hookdesk.connect('acme', B);
  const settings = {
    name: 'glo\u202ebex',
    baseUrl: 'https://glo\u200bbex.example.com',
    variant: 'B',
    apiRoot: '/api/v14',
    'au\u202ethor': 'ops',
  };
  const fileOf = (connections: object[]): string =>
    JSON.stringify({ format: 'hookdesk-connections', version: 1, connections });
  await sidebar.menuOfAll('Import installations…');
  const sound = { ...settings, name: 'ini\u202etech', baseUrl: 'https://initech.example.com' };
  await installationsFile.choose('te\u202eam.json', fileOf([settings, sound]));
  const [refused, possible] = [installationsFile.entries.nth(0), installationsFile.entries.nth(1)];
  await expect(installationsFile.root).toContainText('te‹U+202E›am.json');
  await expect(refused).toContainText('glo‹U+202E›bex');
  await expect(refused).toContainText('https://glo‹U+200B›bex.example.com/api/v14');
  await expect(refused).toContainText('Remove the hidden character U+200B from the address.');
  await expect(possible).toContainText('Unknown fields skipped: au‹U+202E›thor.');
  expect(await installationsFile.root.innerText()).not.toMatch(/[\u200b\u202e]/);
  await page.keyboard.press('Escape');
  await expect(installationsFile.root).toBeHidden();

  const webhook = {
    name: 'Pa\u202eger',
    method: 'POST',
    url: 'https://a.example.com/',
    'colo\u202er': 1,
  };
  const secrets = [{ name: 'key', what: 'The key\u202e of it.' }];
  const header = { name: 'X-Key', value: [{ secret: 'key' }] };
  const file = {
    format: 'hookdesk-bundle',
    version: '1.0',
    exportedBy: 'Hook\u202edesk',
    secrets,
    webhooks: [
      { ...webhook, headers: [header] },
      { name: 'Br\u202eoken', url: 7 },
    ],
  };
  await bundle.drop('te\u202eam.json', JSON.stringify(file));
  await expect(bundle.file).toContainText('Hook‹U+202E›desk');
  await expect(bundle.file).toContainText('“colo‹U+202E›r” is unknown');
  await expect(bundle.file).toContainText('Br‹U+202E›oken');
  await expect(bundle.where).toContainText('The key‹U+202E› of it.');
  await bundle.makeDrafts.click();
  await expect(bundle.where).toContainText('Pa‹U+202E›ger');
  for (const root of [bundle.file, bundle.where]) {
    expect(await root.innerText()).not.toContain('\u202e');
  }
});
