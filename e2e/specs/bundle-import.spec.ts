import { Encrypter, armor } from 'age-encryption';
import { expectAccessible } from '../fixtures/accessible.ts';
import type { Installation } from '../fixtures/installation.ts';
import { outsideOf } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

interface Held {
  readonly id: number;
  readonly name: string;
  readonly method: string;
  readonly payload_template: string;
  readonly http_headers: readonly { http_header_key: string; http_header_value: string }[];
}
const heldBy = async (installation: Installation): Promise<Held[]> =>
  (await installation.fetch('GET', '')) as Held[];
const named = async (installation: Installation, name: string): Promise<Held[]> =>
  (await heldBy(installation)).filter((each) => each.name === name);

const whole = {
  enabled: true,
  method: 'POST',
  url: 'https://hooks.example.com/services/ops',
  headers: [],
  payloadTemplate: '{"text": "%AlertName% on %ObjectName%"}',
  severities: { low: false, medium: true, high: true, cleared: false },
};
const bundle = (...webhooks: readonly object[]): string =>
  JSON.stringify({
    format: 'hookdesk-bundle',
    version: '1.0',
    exportedAt: '2026-11-20T16:05:00Z',
    exportedBy: 'Hookdesk 0.1.0',
    secrets: [{ name: 'pager-key', what: 'The key of the pager.' }],
    webhooks,
  });
const pager = {
  ...whole,
  key: 'pager',
  name: 'Pager night',
  url: 'https://pager.example.com/enqueue',
  headers: [{ name: 'X-Api-Key', value: [{ secret: 'pager-key' }] }],
};

test('publishes a dropped file to two installations, and then shows no changes @main', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const { bundle: imports, plan, page } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  for (let count = 0; count < 2; count += 1) await B.fetch('POST', '', webhookBody('B', 'Twin'));
  await hookdesk.connect('acme', B);
  await hookdesk.connect('globex', A);
  await expect(hookdesk.dialog.root).toBeHidden();
  const before = (await heldBy(B)).length;

  await imports.drop(
    'team.hookdesk.json',
    bundle(
      { ...whole, key: 'ops', name: 'Ops chat' },
      { ...whole, key: 'twin', name: 'Twin' },
      {
        ...whole,
        key: 'relay',
        name: 'Relay',
        method: undefined,
        onlyVariantA: { method: 'PATCH' },
      },
      { ...whole, key: 'jobs', name: 'Nightly', onlyVariantB: { payloadType: 'JOB' } },
      pager,
      { key: 'bad', name: 'Broken', url: 7 },
    ),
  );
  await expect(imports.fileRows).toHaveCount(6);
  await expect(imports.file).toContainText('1 webhook cannot be read');
  await expect(imports.fileTick('Broken')).toBeDisabled();
  await imports.target('acme').check();
  await imports.target('globex').check();
  await imports.alsoRemove.click();
  await expectAccessible(hookdesk, 'a file with webhooks');
  await imports.seePlan.focus();
  await page.keyboard.press('Enter');
  await expect(plan.rows.first()).toBeFocused();
  await expect(plan.row('Ops chat').first()).toContainText('Change');
  await expect(plan.tick('Unmatched Twin')).toBeDisabled();
  await plan.filter('Delete').click();
  for (const each of await plan.rows.all()) {
    await expect(each.locator('..').getByRole('checkbox')).not.toBeChecked();
  }
  await plan.filter('Needs input').click();
  await plan.row('Twin').first().click();
  await plan
    .option(/^“Twin”/)
    .first()
    .click();
  await expect(plan.details).toContainText('What changes');
  await plan.filter('All').click();
  await plan.row('Relay').first().click();
  await plan.option('PUT').click();
  await expect(plan.request).toContainText('"method": "PUT"');
  await plan.row('Pager night').first().click();
  await plan.giveSecret('pager-key', 'canary-pager-1', true);
  await expect(plan.request).toContainText('<secret:pager-key>');
  await expect(page.getByText('canary-pager-1')).toHaveCount(0);
  await expectAccessible(hookdesk, 'the plan of a file');
  await plan.filter('Needs input').click();
  await plan.root.getByRole('button', { name: 'Enter 1 secret' }).click();
  await expectAccessible(hookdesk, 'the secrets of an installation');
  await plan.giveSecret('pager-key', 'canary-pager-2');
  await plan.row('Nightly').click();
  await plan.details.getByRole('checkbox', { name: 'Make it an alert webhook' }).check();

  await expect(plan.run).toContainText('Publish 10 changes on');
  await plan.run.click();
  await expect(plan.end).toContainText('10 changes published and verified');
  const [sent] = await named(B, 'Pager night');
  expect(sent?.http_headers[0]?.http_header_value).toBe('canary-pager-1');
  const [other] = await named(A, 'Pager night');
  expect(other?.http_headers[0]?.http_header_value).toBe('canary-pager-2');
  expect((await named(B, 'Relay'))[0]?.method).toBe('PUT');
  expect(await named(B, 'Twin')).toHaveLength(2);
  expect(await heldBy(B)).toHaveLength(before + 3);

  await plan.close.click();
  await imports.seePlan.click();
  await expect(plan.filter('Unchanged')).toContainText('10');
  await expect(plan.run).toHaveText('Nothing selected');
});

test('reports unknown and invalid members of a hand-edited file without secrets', async ({
  hookdesk,
  installations,
}) => {
  const { bundle: imports } = hookdesk;
  await hookdesk.connect('acme', installations.B);
  await expect(hookdesk.dialog.root).toBeHidden();
  const { enabled, ...rest } = whole;
  const lines = [
    '{ "format": "hookdesk-bundle", "version": "1.0", "webhooks": [',
    JSON.stringify({ name: 'Ops chat', enabeld: enabled, ...rest }),
    `,${JSON.stringify({ ...whole, name: 'Broken', enabled: 'yes' })}`,
    `,${JSON.stringify({ ...whole, name: 'Keyed', url: 'https://anna:canary-pw@hooks.example.com/x?token=canary-key' })}`,
    ']}',
  ];
  await imports.drop('edited.hookdesk.json', lines.join('\n'));
  await expect(imports.fileRows).toHaveCount(3);
  await expect(imports.file).toContainText('1 unknown member');
  await expect(imports.file).toContainText(
    'Line 2, column 20: “enabeld” is unknown. Did you mean “enabled”?',
  );
  await expect(imports.file).toContainText('1 webhook cannot be read');
  await expect(
    imports.file.getByText(/^Line 3, column \d+: enabled must be true or false\.$/),
  ).toBeVisible();
  await expect(imports.fileTick('Broken')).toBeDisabled();
  await expect(imports.fileRows.nth(2)).toContainText(
    'https://••••••••@hooks.example.com/x?token=••••••••',
  );
  await expect(hookdesk.page.locator('body')).not.toContainText('canary');
  await expectAccessible(hookdesk, 'a file that was edited by hand');
});

test('pastes and decrypts a bundle, and creates drafts from it with the keyboard only', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { bundle: imports, drafts, page } = hookdesk;
  await hookdesk.connect('acme', B);
  const encrypter = new Encrypter();
  encrypter.setPassphrase('correct horse');
  encrypter.setScryptWorkFactor(12);
  const sealed = armor.encode(
    await encrypter.encrypt(bundle({ ...whole, key: 'a', name: 'One' }, pager)),
  );
  await outsideOf(page).writeClipboard(sealed);
  await hookdesk.command('Bundles');
  await page.keyboard.press('Control+V');
  await expect(imports.passphrase).toBeFocused();
  await page.keyboard.type('wrong horse');
  await page.keyboard.press('Enter');
  await expect(imports.file).toContainText('passphrase');
  await expect(imports.passphrase).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(hookdesk, 'a sealed file');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await expect(imports.fileRows).toHaveCount(2);
  await expect(imports.fileTick('One')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(imports.fileTick('Pager night')).toBeFocused();
  await imports.makeDrafts.focus();
  await page.keyboard.press('Enter');
  await expect(imports.where).toContainText('1 draft created for acme');
  await expectAccessible(hookdesk, 'drafts were made of a file');
  await imports.showDrafts.focus();
  await page.keyboard.press('Enter');
  await expect(drafts.rows).toHaveCount(1);
  await drafts.open('Pager night');
  await hookdesk.editor.tab('Headers');
  await expect(hookdesk.editor.headers.line('X-Api-Key')).toBeVisible();
  expect(B.writes()).toEqual([]);

  await hookdesk.command('Bundles');
  await outsideOf(page).writeClipboard('{"format": "hookdesk-bundle", "version": "9.0"}');
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  await expect(imports.problem).toContainText('version 9.0');
  await page.getByRole('button', { name: 'Reopen' }).press('Enter');
  await expect(imports.fileRows).toHaveCount(2);

  const raw = JSON.stringify([webhookBody('A', 'Printed by curl')]);
  await imports.choose('dump.json', raw, () => page.keyboard.press('Control+O'));
  await expect(imports.file).toContainText('Webhook list of an installation');
  await expect(imports.fileTick('Printed by curl')).toBeChecked();
});

test('a bundle of two installations shows no changes when it returns to its sources', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const { bundleExport, bundle: imports, plan } = hookdesk;
  for (const [variant, installation] of [
    ['A', A],
    ['B', B],
  ] as const) {
    await installation.fetch('POST', '', webhookBody(variant, 'Equal name'));
  }
  await hookdesk.connect('acme', B);
  await hookdesk.connect('globex', A);
  await expect(hookdesk.dialog.root).toBeHidden();
  await hookdesk.command('Export webhooks…');
  await bundleExport.choose('acme').check();
  await bundleExport.choose('globex').check();
  await bundleExport.next.click();
  const { text } = await bundleExport.saved();

  await imports.drop('both.hookdesk.json', text);
  await imports.where.getByRole('radio', { name: 'Each back to its source' }).check();
  await expect(imports.where).toContainText('acme and globex');
  await expectAccessible(hookdesk, 'the destination of a file');
  await imports.alsoRemove.click();
  await imports.seePlan.click();
  const count = (await heldBy(A)).length + (await heldBy(B)).length;
  await expect(plan.filter('All')).toContainText(String(count));
  await expect(plan.filter('Unchanged')).toContainText(String(count));
  await expect(plan.row('Equal name').first()).not.toContainText('nothing');
  await expect(plan.run).toBeDisabled();
});
