import type { Locator } from '@playwright/test';
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

test('with forced colours, shapes and system colours tell what colours told', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Ops alerts'));
  await hookdesk.connect('acme', B);
  const { editor, list, page } = hookdesk;
  await list.open('Ops alerts');
  const body = page.locator('body');
  const highlight = await systemColor(body, 'Highlight');

  expect(await backgroundOf(list.row('Ops alerts'))).toBe(highlight);
  expect(await backgroundOf(hookdesk.installation('acme'))).toBe(highlight);
  await expect(list.row('Ops alerts').locator('.dots')).toHaveText('mh');

  await editor.name.fill('Night shift');
  await expect(editor.badge('edited')).toHaveCSS('border-style', 'solid');
  const canvas = await systemColor(body, 'Canvas');
  expect(await backgroundOf(editor.enabled)).not.toBe(canvas);
  await editor.enabled.click();
  expect(await backgroundOf(editor.enabled)).toBe(canvas);
  const active = editor.root.getByRole('tab', { name: 'Definition' });
  const other = editor.root.getByRole('tab', { name: 'Payload' });
  await expect(active).toHaveCSS('border-bottom-color', highlight);
  await expect(other).toHaveCSS('border-bottom-color', canvas);
});
