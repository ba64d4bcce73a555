import type { Locator } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import type { Installation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

interface Held {
  readonly id: number;
  readonly name: string;
  readonly http_headers: readonly { http_header_id: number; http_header_key: string }[];
}

const listOf = async (installation: Installation): Promise<Held[]> =>
  (await installation.fetch('GET', '')) as Held[];

/** Creates and opens a webhook of this name, and returns it as read from the installation. */
async function opened(hookdesk: Hookdesk, installation: Installation, name: string): Promise<Held> {
  await installation.fetch('POST', '', webhookBody(installation.variant, name));
  await hookdesk.welcome.or(hookdesk.list.root).waitFor();
  if (await hookdesk.welcome.isVisible()) await hookdesk.connect('acme', installation);
  else await hookdesk.list.readAgain.click();
  await hookdesk.list.open(name);
  await expect(hookdesk.editor.name).toHaveValue(name);
  const held = (await listOf(installation)).find((each) => each.name === name);
  if (held === undefined) throw new Error(`There is no ${name}.`);
  return held;
}
const idOf = ({ http_headers }: Held, name: string): number =>
  http_headers.find((header) => header.http_header_key === name)?.http_header_id ?? 0;
const puts = (installation: Installation): number =>
  installation.writes().filter((request) => request.method === 'PUT').length;

test('resolves each conflict side by side with the keyboard only @main', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { editor, page } = hookdesk;
  const { review } = editor;
  const held = await opened(hookdesk, B, 'Shared');
  await editor.name.fill('Shared, mine');
  await editor.severity('Low').check();
  await editor.tab('Headers');
  await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('fake-mine');
  await editor.headers.remove('X-Retired');
  await editor.reviewAndPublish.click();
  await expect(review.publish).toBeVisible();

  const changed = (name: string, value: string) => ({
    http_header_id: idOf(held, name),
    http_header_key: name,
    http_header_value: value,
  });
  await B.fetch('PUT', String(held.id), {
    name: 'Shared, theirs',
    high_alert: false,
    http_headers: {
      added: [],
      changed: [changed('X-Api-Key', 'fake-theirs'), changed('X-Retired', 'no')],
      deleted: [],
    },
  });
  await pressKeysOf(review.publish);

  await expect(review.conflict('Name')).toContainText(/Original.*Mine.*Theirs/s);
  await expect(review.conflict('Name')).toContainText(/Shared.*Shared, mine.*Shared, theirs/s);
  await expect(review.conflict('Header X-Api-Key')).not.toContainText('fake-');
  await expect(review.conflict('Header X-Retired')).toContainText('Deleted by you');
  await expect(review.conflicts).toContainText('Switches low alerts on.');
  await expect(review.conflicts).toContainText('High alerts switched off.');
  await expect(review.publish).toBeHidden();
  await expect(review.settle).toBeDisabled();
  const isFocused = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => element === document.activeElement);
  const reach = async (what: Locator): Promise<void> => {
    for (let keys = 0; keys < 40 && !(await isFocused(what)); keys += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(what).toBeFocused();
  };
  await reach(review.showConflictSecrets);
  await page.keyboard.press('Space');
  await expect(review.conflict('Header X-Api-Key')).toContainText(/old-key.*mine.*theirs/s);
  await reach(review.choice('Name', 'Mine'));
  await page.keyboard.press('Space');
  await reach(review.choice('Header X-Api-Key', 'Mine'));
  await page.keyboard.press('ArrowUp');
  await expect(review.choice('Header X-Api-Key', 'Custom value')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('fake-agreed');
  await reach(review.choice('Header X-Retired', 'Mine'));
  await page.keyboard.press('ArrowDown');
  await expect(review.choice('Header X-Retired', 'Theirs')).toBeChecked();
  await reach(review.settle);
  await page.keyboard.press('Enter');

  await expect(page.locator(':focus')).toContainText('was renamed to “Shared, theirs”');
  await expect(review.changes).toContainText('from “Shared, theirs” to “Shared, mine”');
  await expect(review.changes).not.toContainText('X-Retired');
  expect(puts(B)).toBe(1);
  const body = await review.exactBody();
  await pressKeysOf(review.publish);
  await expect(review.identical).toBeVisible();
  expect(B.writes().at(-1)?.body).toBe(body);
  expect(await B.fetch('GET', String(held.id))).toMatchObject({
    name: 'Shared, mine',
    low_alert: true,
    high_alert: false,
    http_headers: [
      { http_header_key: 'Content-Type' },
      { http_header_key: 'X-Api-Key', http_header_value: 'fake-agreed' },
      { http_header_key: 'X-Retired', http_header_value: 'no' },
    ],
  });
});

test('axe finds no violations in a conflict, in either theme', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const { editor, list } = hookdesk;
  const { review } = editor;
  const { id } = await opened(hookdesk, A, 'Shared');
  await editor.name.fill('Shared, mine');
  await A.fetch('PUT', String(id), { name: 'Shared, theirs', high_alert: false });
  await list.open('Shared');
  await review.seeWhatChanged.click();
  await review.choice('Name', 'Custom value').check();
  await expectAccessible(hookdesk, 'a conflict');
});

test('shows a merge without conflicts before sending, and again after each remote change', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const { editor } = hookdesk;
  const { review } = editor;
  const { id } = await opened(hookdesk, A, 'Shared');
  await editor.name.fill('Shared, mine');
  await editor.reviewAndPublish.click();
  await expect(review.publish).toBeVisible();

  await A.fetch('PUT', String(id), { url: 'https://elsewhere.example.com/', high_alert: false });
  await review.publish.click();
  await expect(review.changedElsewhere).toContainText('High alerts switched off.');
  await expect(review.changes).toContainText('from “Shared” to “Shared, mine”.');
  await expect(review.changes).not.toContainText('target URL');
  await expect(review.body).toContainText('https://elsewhere.example.com/');
  expect(puts(A)).toBe(1);

  await A.fetch('PUT', String(id), { url: 'https://third.example.com/' });
  await review.publish.click();
  await expect(review.body).toContainText('https://third.example.com/');
  expect(puts(A)).toBe(2);

  await review.publish.click();
  await expect(review.identical).toBeVisible();
  await expect(review.changedElsewhere).toBeHidden();
  expect(await A.fetch('GET', String(id))).toMatchObject({
    name: 'Shared, mine',
    url: 'https://third.example.com/',
    high_alert: false,
  });
});

test('discards edits for the current version, and undoes the discard', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const { editor, list } = hookdesk;
  const { review } = editor;
  const { id } = await opened(hookdesk, A, 'Shared');
  await editor.name.fill('Shared, mine');
  await A.fetch('PUT', String(id), { name: 'Shared, theirs' });
  await list.open('Shared');
  await review.seeWhatChanged.click();
  await expect(review.conflict('Name')).toBeVisible();
  await review.dropEdits.click();
  await expect(editor.name).toHaveValue('Shared, theirs');
  await hookdesk.page.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.name).toHaveValue('Shared, mine');
  await editor.tab('Review');
  await review.all('Use all mine').click();
  await review.settle.click();
  await review.chooseAgain.click();
  await expect(review.choice('Name', 'Mine')).toBeChecked();
  await review.settle.click();
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  expect(await A.fetch('GET', String(id))).toMatchObject({ name: 'Shared, mine' });
});

test('creates a remotely deleted webhook again with the edits', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { editor, list } = hookdesk;
  const { review } = editor;
  const { id } = await opened(hookdesk, B, 'Shared');
  await editor.name.fill('Shared, mine');
  await editor.reviewAndPublish.click();
  await expect(review.publish).toBeVisible();
  await B.fetch('DELETE', String(id));

  await review.publish.click();
  await expect(review.deletedRemotely).toBeVisible();
  await review.discardEdits.click();
  await expect(list.row('Shared')).toBeHidden();
  await hookdesk.page.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.name).toHaveValue('Shared, mine');
  await editor.discard.click();

  const again = await opened(hookdesk, B, 'Shared again');
  await editor.name.fill('Shared again, mine');
  await editor.reviewAndPublish.click();
  await expect(review.publish).toBeVisible();
  await B.fetch('DELETE', String(again.id));
  await review.publish.click();
  await review.createAgain.click();
  await expect(review.changes).toContainText('Creates “Shared again, mine”');
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  const held = (await listOf(B)).filter(({ name }) => name.startsWith('Shared'));
  expect(held).toMatchObject([{ name: 'Shared again, mine', http_headers: [{}, {}, {}] }]);
});

test('does not overwrite a different webhook with the same id', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { editor, list } = hookdesk;
  const { review } = editor;
  const { id, http_headers } = await opened(hookdesk, B, 'Shared');
  await editor.severity('Low').check();
  await editor.reviewAndPublish.click();
  await expect(review.publish).toBeVisible();
  await B.fetch('PUT', String(id), {
    name: 'Pager',
    url: 'https://pager.example.com/',
    payload_template: '{}',
    http_headers: {
      added: [],
      changed: [],
      deleted: http_headers.map(({ http_header_id }) => ({ http_header_id })),
    },
  });
  await review.publish.click();
  await expect(review.anotherWebhook).toContainText('“Pager”');
  await expect(review.conflicts).toBeHidden();
  await review.createAsNew.click();
  await expect(review.changes).toContainText('Creates “Shared”');
  await review.publish.click();
  await expect(review.identical).toBeVisible();
  await expect(list.row('Pager')).toBeVisible();
  expect(await B.fetch('GET', String(id))).toMatchObject({ name: 'Pager', low_alert: false });
});
