import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('back and forward return to earlier places, and a reload stays at the current place', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Ops alerts'));
  await A.fetch('POST', '', webhookBody('A', 'Night pager'));
  await hookdesk.connect('acme', A);
  await hookdesk.connect('globex', B);
  const { page, editor } = hookdesk;
  await hookdesk.list.open('Ops alerts');
  await editor.tab('Headers');
  await hookdesk.installation('acme').click();
  await hookdesk.list.open('Night pager');
  await hookdesk.history.button.click();

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(editor.heading).toHaveText('Night pager');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(editor.root).toBeHidden();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(editor.heading).toHaveText('Ops alerts');
  await expect(hookdesk.installation('globex')).toHaveAttribute('aria-current', 'page');
  await expect(editor.headers.add).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(editor.heading).toHaveText('Night pager');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(editor.headers.add).toBeVisible();

  await page.reload();
  await expect(editor.heading).toHaveText('Ops alerts');
  await expect(editor.headers.add).toBeVisible();
});

test('ignores back under a dialog, and ignores an invalid address', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Ops alerts'));
  await B.fetch('POST', '', webhookBody('B', 'Night pager'));
  await hookdesk.connect('acme', B);
  const { page, editor } = hookdesk;
  await hookdesk.list.open('Night pager');
  await hookdesk.list.open('Ops alerts');
  await expect(editor.heading).toHaveText('Ops alerts');
  await editor.menu('Delete…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor.heading).toHaveText('Ops alerts');
  await page.goBack();
  await expect(editor.heading).toHaveText('Night pager');

  const address = page.url();
  for (const damaged of ['#/installation/%ZZ', '#/installation/none/webhook/1', '#/plan/none']) {
    await page.evaluate((place) => {
      location.hash = place;
    }, damaged);
    await expect(page).toHaveURL(address);
  }
  await expect(editor.heading).toHaveText('Night pager');
});
