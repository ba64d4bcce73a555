import { expectHelpAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';

test('the licences open by keyboard, from the palette and from About', async ({ hookdesk }) => {
  const { settings } = hookdesk;
  const licences = await hookdesk.helpPage(() => hookdesk.command('Show licences'));
  await expect(licences).toHaveTitle('Licences – Hookdesk');
  for (const name of [
    /^Hookdesk \d.* \(MIT\)$/,
    /^svelte \d.* \(MIT\)$/,
    /inter \d.* \(OFL-1.1\)$/,
  ]) {
    await expect(licences.getByRole('heading', { name })).toBeVisible();
  }
  await expect(licences.getByText('SIL OPEN FONT LICENSE').first()).toBeVisible();
  await expectHelpAccessible(licences);

  await settings.open('About');
  const show = settings.panel('About').getByRole('button', { name: 'Show licences' });
  await expect(show).toBeEnabled();
  const again = await hookdesk.helpPage(() => show.press('Enter'));
  expect(again.url()).toBe(licences.url());
});
