import { expectAccessible } from '../fixtures/accessible.ts';
import { expectAligned } from '../fixtures/aligned.ts';
import { boxOf } from '../fixtures/box-of.ts';
import { expect, test } from '../fixtures/test.ts';

test('a reload keeps the selected columns and row height of the list', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, page } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops']);
  await expect
    .poll(() => list.heads())
    .toEqual(['On', 'Name', 'Target', 'Method', 'Type', 'L M H C']);
  const heightOf = async (): Promise<number> =>
    (await list.rows.first().boundingBox())?.height ?? 0;
  expect(await heightOf()).toBe(32);

  await list.arrange('Method', 'Id', 'Move Target up', 'Compact rows');
  await expect.poll(() => list.heads()).toEqual(['On', 'Target', 'Name', 'Type', 'L M H C', 'Id']);
  await expect.poll(heightOf).toBe(26);
  const edge = list.edge('Target');
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await expectAligned(page, 'selected columns', list.columns);
  await page.setViewportSize({ width: 1280, height: 800 });

  await expect(edge).toHaveAttribute('aria-valuenow', String(before));
  await edge.focus();
  // Two keys within one frame.
  await edge.evaluate(async (separator) => {
    for (const type of ['keydown', 'keyup', 'keydown', 'keyup']) {
      separator.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowRight', bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 20));
  const box = await boxOf(edge);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await edge.hover();
  await page.mouse.down();
  await page.mouse.move(x - 50, y, { steps: 5 });
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', String(before - 30));
  await expectAligned(page, 'a resized column', list.columns);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect.poll(() => list.heads()).toEqual(['On', 'Target', 'Name', 'Type', 'L M H C', 'Id']);
  await expect(list.edge('Target')).toHaveAttribute('aria-valuenow', String(before - 30));
  await list.edge('Target').press('Enter');
  await expect(list.edge('Target')).toHaveAttribute('aria-valuenow', String(before));
  await expectAccessible(hookdesk, 'columns of the list');
  await list.arrange('Reset columns', 'Comfortable rows');
  await expect
    .poll(() => list.heads())
    .toEqual(['On', 'Name', 'Target', 'Method', 'Type', 'L M H C']);
});

test('a narrow list hides other columns before the name', async ({ hookdesk, installations }) => {
  const { B } = installations;
  const { list, page } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops']);
  for (const width of [640, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const name = list.grid.getByRole('columnheader', { name: /^Name/ });
    await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(130);
    await expect(list.grid.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 });
  }
});
