import type { Locator } from '@playwright/test';
import { rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** The styles that show the state of a row: background, left bar or border, and outline. */
const lookOf = (row: Locator): Promise<string> =>
  row.evaluate((each) => {
    const { backgroundColor, boxShadow, borderLeft, outlineStyle } = getComputedStyle(each);
    return [backgroundColor, boxShadow, borderLeft, outlineStyle].join(' | ');
  });

async function expectDifferent(rows: Record<string, Locator>): Promise<void> {
  await expect(async () => {
    const looks = await Promise.all(Object.values(rows).map(lookOf));
    expect(new Set(looks).size, Object.keys(rows).join(', ')).toBe(looks.length);
  }).toPass();
}

// The test publishes several webhooks first.
test.describe.configure({ timeout: 120_000 });

for (const forcedColors of ['none', 'active'] as const) {
  test.describe(`forced colours: ${forcedColors}`, () => {
    test.use({ forcedColors, ownContext: true });

    test('selected, focused and current rows look different', async ({
      hookdesk,
      installations,
    }) => {
      const { B } = installations;
      const { all, list, history, drafts, plan, editor, page, sidebar } = hookdesk;
      const names = ['Ops a', 'Ops b', 'Ops c', 'Ops d'];
      for (const name of names) await B.fetch('POST', '', webhookBody('B', name));
      await hookdesk.connect('globex', B);
      await hookdesk.connect('acme', B);
      for (const name of names.slice(0, 3)) await rename(hookdesk, name, `${name} 2`);

      await list.open('Ops a 2');
      await list.tick('Ops b 2').click();
      await list.grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.mouse.move(0, 0);
      await expectDifferent({
        current: list.row('Ops a 2'),
        selected: list.row('Ops b 2'),
        focused: list.row('Ops c 2'),
        other: list.row('Ops d'),
      });
      await expectDifferent({ current: sidebar.row('acme'), other: sidebar.row('globex') });

      await all.button.click();
      await all.field.fill('Ops');
      await expect.poll(() => all.count()).toBe(12);
      await all.row('Ops a 2', 'acme').click();
      await expect(editor.name).toBeVisible();
      await all.tick('Ops b 2', 'acme').check();
      await all.grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.mouse.move(0, 0);
      const selected = all.row('Ops b 2', 'acme');
      await expectDifferent({
        current: all.row('Ops a 2', 'acme'),
        selected,
        other: all.row('Ops d', 'acme'),
      });
      await all.tick('Ops b 2', 'acme').uncheck();
      await hookdesk.installation('acme').click();

      await editor.severity('Low').check();
      await list.open('Ops d');
      await editor.severity('Low').check();
      await drafts.button.click();
      await drafts.open('Ops d');
      const draft = (name: string): Locator => drafts.row(name).locator('[data-draft]');
      await expectDifferent({ current: draft('Ops d'), other: draft('Ops a 2') });
      await drafts.tickAll.click();
      await drafts.publishTicked.click();
      await plan.row('Ops d').click();
      const item = (name: string): Locator =>
        plan.root
          .getByRole('listitem')
          .filter({ has: page.getByText(name, { exact: true }) })
          .locator('> *');
      await expectDifferent({ current: item('Ops d'), other: item('Ops a 2') });

      await history.button.click();
      await history.open('Update', 'Ops a 2');
      await history.tick('Update', 'Ops b 2').click();
      await history.grid.focus();
      await page.keyboard.press('ArrowUp');
      await page.mouse.move(0, 0);
      await expectDifferent({
        current: history.row('Update', 'Ops a 2'),
        selected: history.row('Update', 'Ops b 2'),
        focused: history.row('Update', 'Ops c 2'),
      });
    });
  });
}
