import { Encrypter, armor } from 'age-encryption';
import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expectLaidOut } from '../fixtures/layout.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** A webhook of the file, with a secret reference instead of the API key. */
const portable = (name: string, url: string): Record<string, unknown> => ({
  key: name.toLowerCase(),
  name,
  enabled: true,
  method: 'POST',
  url,
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Api-Key', value: [{ secret: 'api-key' }] },
    { name: 'X-Retired', value: 'yes' },
  ],
  payloadTemplate: '{"text": "%AlertName%"}',
  severities: { low: false, medium: true, high: true, cleared: false },
  onlyVariantB: { payloadType: 'ALERT' },
});

const bundle = (...webhooks: readonly unknown[]): string =>
  JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks });

const ops = 'https://hooks.example.com/services/ops';

let acme: Installation;
let started: Installation | null = null;
test.beforeEach(async () => {
  acme = await startInstallation('B', { seed: 0 });
  started = acme;
});
// Also runs after a skipped test.
test.afterEach(async () => {
  await started?.close();
  started = null;
});

test('compares with a dropped file, and its plan keeps the secrets of the installation', async ({
  hookdesk,
}) => {
  const { bundle: imports, compare, page, plan } = hookdesk;
  await acme.fetch('POST', '', webhookBody('B', 'Chat'));
  await acme.fetch('POST', '', webhookBody('B', 'Pager'));
  await acme.fetch('POST', '', webhookBody('B', 'Extra'));
  await hookdesk.connect('acme', acme);
  await compare.button.click();
  await imports.drop(
    'team.hookdesk.json',
    bundle(portable('Chat', ops), { ...portable('Pager', ops), enabled: false }),
  );
  await expect(compare.reference).toHaveText('A bundle file…');
  await expect(compare.root.getByRole('region', { name: 'File' })).toContainText('2 webhooks');
  await expectAccessible(hookdesk, 'a file to compare with');
  await expectLaidOut(page, 'a file to compare with');
  await compare.target('acme').click();
  await expect(compare.start).toBeEnabled();
  await compare.start.click();

  await expect(compare.root.getByRole('heading', { level: 1 })).toHaveText(
    'Compare with team.hookdesk.json',
  );
  await compare.showOnly(/^All webhooks \(3\)/);
  await expect(compare.cells('Chat')).toHaveText(['same, 1 cannot tell']);
  await expect(compare.cells('Pager')).toHaveText(['1 difference']);
  await expect(compare.cells('Extra')).toHaveText(['extra']);
  await compare.row('Pager').click();
  await expect(compare.part('Enabled')).toContainText('team.hookdesk.json (reference)');
  await expect(compare.part('Header X-Api-Key')).toContainText('Cannot tell');
  await expectAccessible(hookdesk, 'compared with a file');
  await expectLaidOut(page, 'compared with a file');
  expect((await compare.export('CSV')).text).toContain('"team.hookdesk.json (reference)"');

  await compare.details.getByRole('button', { name: 'Change on acme…' }).click();
  await expect(plan.rows).toHaveCount(1);
  await expect(plan.run).toBeEnabled();
  await plan.run.click();
  await expect(plan.end).toBeVisible();
  await plan.close.click();
  await expect(compare.cells('Pager')).toHaveText(['same, 1 cannot tell']);
  const held = JSON.stringify(await acme.fetch('GET', ''));
  expect(held.match(/fake-old-key/g)).toHaveLength(3);
});

test('decrypts a reference file by keyboard, and shows no differences after its plan', async ({
  hookdesk,
}) => {
  const { bundle: imports, compare, page, plan } = hookdesk;
  const { keyboard } = page;
  await acme.fetch('POST', '', webhookBody('B', 'Chat'));
  await hookdesk.connect('acme', acme);
  const encrypter = new Encrypter();
  encrypter.setPassphrase('correct horse');
  encrypter.setScryptWorkFactor(12);
  const sealed = armor.encode(
    await encrypter.encrypt(bundle({ ...portable('Chat', ops), enabled: false })),
  );
  await compare.button.press('Enter');
  await compare.reference.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'A bundle file…' })).toBeVisible();
  await keyboard.press('End');
  await keyboard.press('Enter');
  const select = compare.root.getByLabel('Select a file…');
  await expect(select).toBeVisible();
  await select.focus();
  await imports.choose('team.json.age', sealed, () => keyboard.press('Enter'));
  await expect(compare.passphrase).toBeFocused();
  await keyboard.type('wrong horse');
  await keyboard.press('Enter');
  await expect(compare.passphrase).toHaveAttribute('aria-invalid', 'true');
  await keyboard.type('correct horse');
  await keyboard.press('Enter');
  await expect(compare.root.getByRole('region', { name: 'File' })).toContainText('1 webhook');
  await compare.target('acme').focus();
  await keyboard.press('Space');
  await expect(compare.start).toBeEnabled();
  await compare.start.press('Enter');
  await expect(compare.cells('Chat')).toHaveText(['1 difference']);
  const make = compare.root.getByRole('button', { name: 'Match to the reference' });
  await make.press('Enter');
  await page.getByRole('menuitem', { name: /^Match all to team/ }).press('Enter');
  await expect(plan.rows).toHaveCount(1);
  await expect(plan.run).toBeEnabled();
  await plan.run.press('Enter');
  await expect(plan.end).toBeVisible();
  await plan.close.press('Enter');
  await expect(compare.root.getByText('No differences on 1 installation')).toBeVisible();
});
