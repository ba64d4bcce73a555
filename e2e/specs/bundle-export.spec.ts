import { armor, Decrypter } from 'age-encryption';
import { expectAccessible } from '../fixtures/accessible.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { tracesIn } from '#test-support/traces.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const secrets = {
  'secret in a URL': 'canaryZ7qK2vX9pLm4Rt8WnB3s',
  'header value': 'canary-6d41f0aa92-header',
};
const passphrase = 'cedar otter lamp rivet';

/** A webhook with a secret in its URL and one in a header. */
const secretBody = (variant: 'A' | 'B', name: string): Record<string, unknown> => ({
  ...webhookBody(variant, name),
  url: `https://hooks.slack.com/services/T0AB/B0CD/${secrets['secret in a URL']}`,
  http_headers: [
    { http_header_key: 'Content-Type', http_header_value: 'application/json' },
    { http_header_key: 'X-Api-Key', http_header_value: secrets['header value'] },
  ],
});

interface Bundle {
  readonly containsSecrets: boolean;
  readonly sources: readonly { readonly installation: string; readonly address?: string }[];
  readonly webhooks: readonly { readonly name: string; readonly payloadType?: string }[];
}
const read = (text: string): Bundle => JSON.parse(text) as Bundle;
const names = (text: string): string[] => read(text).webhooks.map(({ name }) => name);

test('exports selected webhooks without secrets, except those that are left in @main', async ({
  hookdesk,
}) => {
  const acme = await startInstallation('B', { seed: 0 });
  const { page, list, bundleExport } = hookdesk;
  const { keyboard } = page;
  for (const name of ['Pager day', 'Pager night']) {
    await acme.fetch('POST', '', secretBody('B', name));
  }
  await acme.fetch('POST', '', {
    ...webhookBody('B', `Ops ${secrets['header value']}`),
    http_headers: [],
  });
  await acme.fetch('POST', '', { ...webhookBody('B', 'Ticket desk'), http_headers: [] });
  await hookdesk.connect('acme', acme);

  await test.step('selects webhooks in the list with the keyboard only', async () => {
    await list.grid.focus();
    await keyboard.press('End');
    await keyboard.press('Space');
    await keyboard.press('ArrowUp');
    await keyboard.press('Space');
    await keyboard.press('Shift+ArrowUp');
    await expect(list.chosen).toContainText('3 selected');
    await expectAccessible(hookdesk, 'chosen webhooks');
    await hookdesk.command('Export 3 selected');
    await expect(bundleExport.root).toContainText('3 webhooks of acme');
    await expect(bundleExport.root).toContainText('2 secrets found, all removed');
    await expect(bundleExport.root).toBeFocused();
  });

  await test.step('shows a secret only on request', async () => {
    for (let tabs = 0; tabs < 8; tabs += 1) {
      await keyboard.press('Tab');
      if (await bundleExport.takeOut('pager-day-url').evaluate(isFocused)) break;
    }
    await keyboard.press('Tab');
    await expect(bundleExport.secret('pager-day-url')).toBeFocused();
    await keyboard.press('Enter');
    await expect(bundleExport.secrets).toContainText('Used in 2 places');
    await expect(bundleExport.secrets).toContainText('the URL of Pager night');
    expect(tracesIn(await bundleExport.root.innerText(), secrets)).toEqual([]);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(bundleExport.secrets).toContainText(secrets['secret in a URL']);
    await expect(bundleExport.show('pager-day-url')).toHaveCount(0);
    await keyboard.press('Enter');
    await expect(bundleExport.show('pager-day-url')).toBeFocused();
    expect(tracesIn(await bundleExport.root.innerText(), secrets)).toEqual([]);
  });

  await test.step('writes a file without secrets', async () => {
    const { fileName, text } = await bundleExport.saved(() => keyboard.press('Control+Enter'));
    expect(fileName).toMatch(/^acme-\d{4}-\d\d-\d\d\.hookdesk\.json$/);
    expect(names(text)).toEqual(['Pager day', 'Pager night', 'Ticket desk']);
    expect(read(text).containsSecrets).toBe(false);
    expect(text).not.toContain(acme.baseUrl);
    expect(tracesIn(text, { ...secrets, 'auth token': acme.authToken })).toEqual([]);
    await expect(bundleExport.file).toContainText(`Saved as ${fileName}`);
    await expect(bundleExport.file).toContainText('no known secret left');
  });

  await test.step('warns about a secret that is left in, and writes it', async () => {
    await bundleExport.secret('pager-day-url').focus();
    await keyboard.press('ArrowDown');
    await expect(bundleExport.secret('pager-day-x-api-key')).toBeFocused();
    await keyboard.press('Shift+Tab');
    await keyboard.press('Space');
    await expect(bundleExport.takeOut('pager-day-x-api-key')).not.toBeChecked();
    await expect(bundleExport.file).toContainText('1 secret can be read in the file');
    await bundleExport.withAddress.click();
    await expectAccessible(hookdesk, 'secrets of an export');
    const { text } = await bundleExport.saved();
    expect(read(text).containsSecrets).toBe(true);
    expect(read(text).sources[0]?.address).toContain(acme.baseUrl);
    expect(tracesIn(text, secrets)).toEqual(['header value']);
  });

  await test.step('requires the passphrase twice, and encrypts the whole file', async () => {
    await bundleExport.sealed.click();
    await expect(bundleExport.file).not.toContainText('can be read in the file');
    await bundleExport.passphrase.fill(passphrase);
    await bundleExport.again.fill('cedar otter');
    await bundleExport.save.click();
    await expect(bundleExport.again).toBeFocused();
    await expect(bundleExport.file).toContainText('The passphrases do not match.');
    await expectAccessible(hookdesk, 'passphrase of an export');
    await bundleExport.again.fill(passphrase);
    const { fileName, text } = await bundleExport.saved();
    expect(fileName).toMatch(/^acme-.*\.hookdesk\.json\.age$/);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    expect(names(await decrypter.decrypt(armor.decode(text), 'text'))).toHaveLength(3);
    await bundleExport.sealed.click();
  });

  await test.step('writes JSON and CSV without secrets', async () => {
    await bundleExport.takeOut('pager-day-x-api-key').click();
    await bundleExport.format('JSON as the service returns it').click();
    await bundleExport.variant('A').click();
    const raw = await bundleExport.saved();
    expect(raw.fileName).toMatch(/^acme-[\d-]+\.json$/);
    expect(names(`{"webhooks": ${raw.text}}`)).toContain('Ticket desk');
    expect(raw.text).not.toContain('payload_type');
    await bundleExport.format('Table (CSV)').click();
    const csv = await bundleExport.saved();
    expect(csv.fileName).toMatch(/^acme-[\d-]+\.csv$/);
    expect(csv.text).toContain('"Pager night","yes","POST",');
    expect(tracesIn(raw.text + csv.text, secrets)).toEqual([]);
    await bundleExport.close.click();
    await expect(list.grid).toBeVisible();
  });
  await acme.close();
});

test('exports installations and drafts together, and shows leaked secrets before saving', async ({
  hookdesk,
}) => {
  const acme = await startInstallation('B', { seed: 0 });
  const globex = await startInstallation('A', { seed: 0 });
  const { page, list, editor, bundleExport } = hookdesk;
  await globex.fetch('POST', '', secretBody('A', `Mail ${secrets['header value']}`));
  await hookdesk.connect('globex', globex);
  await acme.fetch('POST', '', webhookBody('B', 'Ticket desk'));
  await hookdesk.connect('acme', acme);
  await list.open('Ticket desk');
  await editor.name.fill('Service desk');
  await acme.close();

  await test.step('uses the last read of an installation that does not respond', async () => {
    await page.getByRole('button', { name: 'More for all installations' }).click();
    await page.getByRole('menuitem', { name: 'Export webhooks…' }).click();
    await expect(bundleExport.next).toBeDisabled();
    await bundleExport.choose('acme').click();
    await bundleExport.choose('globex').click();
    await bundleExport.choose('Service desk').click();
    await expect(bundleExport.root).toContainText('2 installations and 1 draft');
    await expectAccessible(hookdesk, 'what is exported');
    await page.keyboard.press('Control+Enter');
    await expect(bundleExport.root).toContainText('2 webhooks of acme and globex, 1 draft among');
    await expect(bundleExport.root).toContainText('“acme” could not be read now');
  });

  await test.step('shows a secret in a webhook name before saving', async () => {
    await bundleExport.save.click();
    await expect(bundleExport.leaks).toContainText(/the name of “Mail/i);
    await expect(bundleExport.save).toBeDisabled();
    await expectAccessible(hookdesk, 'leaks of an export');
    await page.keyboard.press('Tab');
    await expect(bundleExport.saveAnyway).toBeFocused();
    const { text } = await bundleExport.saved(() => page.keyboard.press('Enter'));
    await expect(bundleExport.save).toBeFocused();
    expect((await bundleExport.saved()).text).toBe(text);
    // The draft replaces its webhook in the file.
    expect(names(text)).toEqual([`Mail ${secrets['header value']}`, 'Service desk']);
    expect(tracesIn(text, secrets)).toEqual(['header value']);
  });
  await globex.close();
});

test('marks a header as secret, and remembers it for the next export', async ({ hookdesk }) => {
  const acme = await startInstallation('B', { seed: 0 });
  const { page, list, bundleExport } = hookdesk;
  for (const [name, team] of [
    ['Pager day', 'dba-day-shift'],
    ['Pager night', 'dba-night-shift'],
  ] as const) {
    await acme.fetch('POST', '', {
      ...webhookBody('B', name),
      http_headers: [{ http_header_key: 'X-Team', http_header_value: team }],
    });
  }
  await hookdesk.connect('acme', acme);
  const startExport = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More for all installations' }).click();
    await page.getByRole('menuitem', { name: 'Export webhooks…' }).click();
    await bundleExport.choose('acme').click();
    await bundleExport.next.click();
  };

  await test.step('lists the texts that stay in the file', async () => {
    await startExport();
    await expect(bundleExport.root).toContainText('No known secret left');
    await expect(bundleExport.plainTextsToggle).toContainText('2 header values');
    if ((await bundleExport.plainTextsToggle.getAttribute('aria-expanded')) === 'false') {
      await bundleExport.plainTextsToggle.click();
    }
    await expect(bundleExport.plainTexts).toContainText('X-Team: dba-day-shift');
    await expect(bundleExport.plainTexts).toContainText('acme · Pager day · the header X-Team');
    await expectAccessible(hookdesk, 'what stays in an exported file');
    expect((await bundleExport.saved()).text).toContain('dba-night-shift');
  });

  await test.step('removes a marked header value from all webhooks', async () => {
    await bundleExport.markAsSecret('the header X-Team').first().click();
    await expect(bundleExport.root).toContainText('2 secrets found, all removed');
    await expect(bundleExport.markAsSecret('the header X-Team')).toHaveCount(0);
    await expect(bundleExport.markAsSecret('hooks.example.com')).toBeFocused();
    await expect(bundleExport.save).toHaveText('Save…');
    const { text } = await bundleExport.saved();
    expect(names(text)).toEqual(['Pager day', 'Pager night']);
    expect(text).not.toMatch(/dba-(day|night)-shift/);
    await bundleExport.close.click();
    await expect(list.grid).toBeVisible();
  });

  await test.step('removes it in the next export until it is unmarked', async () => {
    await startExport();
    await expect(bundleExport.root).toContainText('2 secrets found, all removed');
    expect((await bundleExport.saved()).text).not.toMatch(/dba-(day|night)-shift/);
    await bundleExport.secret('pager-day-x-team').click();
    await expectAccessible(hookdesk, 'a marked secret');
    await bundleExport.unmark('pager-day-x-team').click();
    await expect(bundleExport.root).toContainText('No known secret left');
    expect((await bundleExport.saved()).text).toContain('dba-night-shift');
  });
  await acme.close();
});

const isFocused = (element: Element): boolean => element === element.ownerDocument.activeElement;
