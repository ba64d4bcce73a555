import { expectHelpAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';

test('the user guide has working links and pictures in the current theme @main', async ({
  hookdesk,
}) => {
  const guide = await hookdesk.helpPage(() => hookdesk.command('Show user guide'));
  await expect(guide).toHaveTitle('User guide – Hookdesk');
  await guide.getByRole('link', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(guide.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport();
  for (const colorScheme of ['light', 'dark'] as const) {
    await guide.emulateMedia({ colorScheme });
    const pictures = await guide.getByRole('img').all();
    expect(pictures.length).toBeGreaterThan(10);
    for (const picture of pictures) {
      const shown = () =>
        picture.evaluate((image) =>
          image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.currentSrc : '',
        );
      await expect.poll(shown).toContain(`-${colorScheme}-`);
    }
  }
  await expectHelpAccessible(guide);
});

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
  const address = licences.url();
  await licences.close();

  await settings.open('About');
  const show = settings.panel('About').getByRole('button', { name: 'Show licences' });
  await expect(show).toBeEnabled();
  const again = await hookdesk.helpPage(() => show.press('Enter'));
  expect(again.url()).toBe(address);
});
