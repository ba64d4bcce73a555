import type { Locator } from '@playwright/test';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test.use({ forcedColors: 'active', ownContext: true });

const backgroundOf = (element: Locator): Promise<string> =>
  element.evaluate((each) => getComputedStyle(each).backgroundColor);

const systemColor = (element: Locator, name: string): Promise<string> =>
  element.evaluate((each, color) => {
    const probe = document.createElement('span');
    probe.style.color = color;
    each.append(probe);
    const { color: shown } = getComputedStyle(probe);
    probe.remove();
    return shown;
  }, name);

test('with forced colours, shapes and system colours show selection, edits and switches', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('acme', B, ['Ops alerts']);
  const { editor, list, page, settings } = hookdesk;
  await list.open('Ops alerts');
  const body = page.locator('body');
  const highlight = await systemColor(body, 'Highlight');

  expect(await backgroundOf(list.row('Ops alerts'))).toBe(highlight);
  expect(await backgroundOf(hookdesk.installation('acme'))).toBe(highlight);
  await expect(list.row('Ops alerts').locator('.dots')).toHaveText('mh');

  await editor.name.fill('Night shift');
  await expect(editor.draftBadge).toHaveCSS('border-style', 'solid');
  const canvas = await systemColor(body, 'Canvas');
  expect(await backgroundOf(editor.enabled)).not.toBe(canvas);
  await editor.enabled.click();
  expect(await backgroundOf(editor.enabled)).toBe(canvas);
  const active = editor.root.getByRole('tab', { name: 'Definition' });
  const other = editor.root.getByRole('tab', { name: 'Payload' });
  await expect(active).toHaveCSS('border-bottom-color', highlight);
  await expect(other).toHaveCSS('border-bottom-color', canvas);

  const text = await systemColor(body, 'CanvasText');
  await expect(page.getByRole('separator', { name: 'Width of the list' })).toHaveCSS(
    'background-color',
    text,
  );
  // The text colour of a selected row would hide the check mark.
  await expect(list.tick('Night shift')).toHaveCSS('accent-color', text);
  await settings.open('Appearance');
  expect(await backgroundOf(settings.tab('Appearance'))).toBe(highlight);
  expect(await backgroundOf(settings.tab('About'))).not.toBe(highlight);
});

test('with forced colours, shapes and system colours show changes, findings and selected items', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('acme', B, ['Ops alerts']);
  const { drafts, editor, list, page, plan } = hookdesk;
  const highlight = await systemColor(page.locator('body'), 'Highlight');
  const text = await systemColor(page.locator('body'), 'CanvasText');
  expect(await backgroundOf(list.root.getByText('production', { exact: true }))).toBe(text);

  await list.open('Ops alerts');
  await editor.tab('Headers');
  const { headers } = editor;
  await headers.valueOf(headers.line('X-Api-Key')).fill('fake-new');
  await headers.remove('X-Retired');
  await headers.append('X-Team', 'ops');
  await expect(headers.line('X-Team')).toHaveCSS('border-left-style', 'solid');
  await expect(headers.line('X-Api-Key')).toHaveCSS('border-left-style', 'dashed');
  await expect(headers.line('X-Retired')).toHaveCSS('border-left-style', 'double');

  await editor.tab('Payload');
  await editor.template.fill('{"text": "%AlertNam%"}');
  await editor.payload.marks.first().waitFor();
  // The editor redraws its marks after each check.
  const shapeOf = (): Promise<string> =>
    editor.payload.marks
      .first()
      .evaluate((each) => getComputedStyle(each, '::before').backgroundColor);
  await expect.poll(shapeOf).toBe(text);
  await editor.preview.event.press('Enter');
  await page.keyboard.press('ArrowDown');
  const highlighted = page.locator('[role="option"][data-highlighted]');
  await expect(highlighted).toHaveCSS('background-color', highlight);
  await page.keyboard.press('Escape');

  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.request).toBeVisible();
  const row = plan.root
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /Ops alerts/ }) })
    .locator('.current-row');
  await expect(row).toHaveCSS('background-color', highlight);
});

test('with forced colours, shapes and words show gaps, differences and removed headers', async ({
  hookdesk,
}) => {
  const A = await startInstallation('A', { seed: 0 });
  const B = await startInstallation('B', { seed: 0 });
  await A.fetch('POST', '', { ...webhookBody('A', 'Ops alerts'), high_alert: false });
  const { all, compare, coverage, editMany, page } = hookdesk;
  await hookdesk.connect('globex', A);
  await hookdesk.connectWith('acme', B, ['Ops alerts', 'Pager']);
  await coverage.button.click();
  const gap = coverage.installation('globex').nth(2);
  await expect(gap).toHaveText('Gap');
  await expect(gap.locator('svg')).toBeVisible();

  await hookdesk.sidebar.menu('acme', 'Compare with…');
  await compare.dialog.getByRole('button', { name: /^globex/ }).click();
  const cell = compare.cells('Pager').locator('.badge');
  await expect(cell).toHaveText('missing');
  await expect(cell).toHaveCSS('border-style', 'solid');

  await all.button.click();
  await all.field.fill('Ops alerts');
  await expect(all.rows).toHaveCount(2);
  await all.tick('Ops alerts', 'acme').check();
  await all.selected.getByRole('button', { name: 'Edit many…' }).click();
  await editMany.field(1, 'Header name').fill('X-Retired');
  await editMany.choose(1, 'Remove a header');
  const removed = page.getByRole('deletion');
  await expect(removed.locator('.tint')).toHaveCSS('border-style', 'solid');
  await expect(removed).toHaveCSS('text-decoration-line', 'line-through');
  await Promise.all([A.close(), B.close()]);
});
