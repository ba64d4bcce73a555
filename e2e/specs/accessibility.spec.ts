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
  test.describe(`axe finds nothing serious, ${theme}`, () => {
    test.use({ colorScheme: theme });

    test('before there is an installation', async ({ hookdesk }) => {
      await expect(hookdesk.welcome).toBeVisible();
      await expectAccessible(hookdesk, 'welcome');
      const dialog = await hookdesk.addInstallation();
      await dialog.fill({ name: 'acme', baseUrl: 'acme', variant: 'A' });
      await dialog.add.click();
      await expectAccessible(hookdesk, 'installation with mistakes');
    });

    test('in the editor', async ({ hookdesk, installations }) => {
      const { editor, list } = hookdesk;
      await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
      await hookdesk.connect('globex', installations.B);
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
    });

    test('from review to read-back', async ({ hookdesk, installations }) => {
      const { editor, list } = hookdesk;
      await installations.A.fetch('POST', '', webhookBody('A', 'Ops'));
      await hookdesk.connect('acme', installations.A);
      await list.open('Ops');
      await editor.name.fill('Ops 2');
      await editor.tab('Review');
      await expect(editor.review.publish).toBeVisible();
      await expectAccessible(hookdesk, 'review');
      await editor.review.publish.click();
      await expect(editor.review.identical).toBeVisible();
      await editor.menu('Delete…');
      await expectAccessible(hookdesk, 'delete');
      await hookdesk.deletion.keep.click();
      await hookdesk.page.keyboard.press('Control+K');
      await expectAccessible(hookdesk, 'commands');
    });
  });
}
