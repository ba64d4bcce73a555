import { boxOf } from '../fixtures/box-of.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('keeps edits while another installation is open', async ({ hookdesk, installations }) => {
  const { A, B } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Ours'));
  await hookdesk.connectByDialog('acme', A);
  await hookdesk.list.open('Ours');
  await hookdesk.editor.name.fill('Ours, edited');
  await hookdesk.connectByDialog('globex', B);
  await expect(hookdesk.editor.root).toBeHidden();
  await expect(hookdesk.statusBar).toContainText('1 draft');
  await hookdesk.installation('acme').click();
  await hookdesk.list.open('Ours');
  await expect(hookdesk.editor.name).toHaveValue('Ours, edited');
  await expect(hookdesk.editor.draftBadge).toBeVisible();
});

test('removes an installation from Hookdesk without a write to it', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await hookdesk.connectByDialog('acme', A);
  await hookdesk.list.menu('Remove from Hookdesk…');
  await hookdesk.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(hookdesk.welcome).toBeVisible();
  expect(A.writes()).toEqual([]);
});

test('applies changed settings at once, with the stored auth token @main', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectByDialog('globex', B);
  await hookdesk.list.menu('Settings…');
  await hookdesk.dialog.fill({ name: 'globex-stage' });
  await hookdesk.dialog.environment.click();
  await hookdesk.page.getByRole('option', { name: 'Staging' }).click();
  await hookdesk.dialog.save.click();
  await expect(hookdesk.installation('globex-stage')).toBeVisible();
  await expect(hookdesk.list.root).toContainText('staging');
  await expect(hookdesk.list.rows.first()).toBeVisible();
});

test('pane widths, theme and the last installation are remembered', async ({
  hookdesk,
  installations,
}) => {
  const { page } = hookdesk;
  await hookdesk.connectByDialog('acme', installations.A);
  await hookdesk.chooseTheme('dark');
  const divider = page.getByRole('separator', { name: 'Width of the sidebar' });
  const box = await boxOf(divider);
  await page.mouse.move(box.x, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 200, { steps: 5 });
  await page.mouse.up();
  const widened = Number(await divider.getAttribute('aria-valuenow'));
  expect(widened).toBeGreaterThan(18);
  await page.reload();
  await hookdesk.list.rows.first().waitFor();
  expect(Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(widened, 0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
