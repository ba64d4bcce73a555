import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

async function expectAccessible(hookdesk: Hookdesk, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: hookdesk.page }).analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  expect(found, state).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  test(`nothing serious for axe on any screen, ${theme}`, async ({ hookdesk, installations }) => {
    const { A } = installations;
    const { editor, list } = hookdesk;
    await A.fetch('POST', '', webhookBody('A', 'Ops'));
    await hookdesk.chooseTheme(theme);
    await expectAccessible(hookdesk, 'welcome');
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', baseUrl: 'acme', variant: 'A' });
    await dialog.add.click();
    await expectAccessible(hookdesk, 'installation with mistakes');
    await dialog.fill({ ...A });
    await dialog.add.click();
    await list.open('Ops');
    await expect(editor.name).toBeVisible();
    await expectAccessible(hookdesk, 'definition');
    await editor.name.fill('');
    await editor.tab('Headers');
    await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('x');
    await editor.headers.remove('X-Retired');
    await editor.headers.append('X Y', 'z');
    await expectAccessible(hookdesk, 'headers');
    await editor.tab('Payload');
    await expectAccessible(hookdesk, 'payload');
    await editor.tab('Review');
    await expectAccessible(hookdesk, 'review with mistakes');
    await editor.tab('Definition');
    await editor.name.fill('Ops 2');
    await editor.tab('Headers');
    await editor.headers.lines.last().getByRole('button', { name: 'Remove the header' }).click();
    await editor.tab('Review');
    await expect(editor.review.publish).toBeVisible();
    await expectAccessible(hookdesk, 'review');
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
    await expectAccessible(hookdesk, 'published');
    await editor.menu('Delete…');
    await expectAccessible(hookdesk, 'delete');
    await hookdesk.deletion.keep.click();
    await hookdesk.page.keyboard.press('Control+K');
    await expectAccessible(hookdesk, 'commands');
  });
}
