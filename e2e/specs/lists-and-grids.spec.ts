import { boxOf } from '../fixtures/box-of.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Locator } from '@playwright/test';
import { webhookBody } from '../fixtures/webhooks.ts';

async function edges(locator: Locator): Promise<{ left: number; right: number; height: number }> {
  const { x, width, height } = await boxOf(locator);
  return { left: x, right: x + width, height };
}

test('the columns of Compare and Coverage fill the room, in the order of the sidebar', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Ops'));
  await B.fetch('POST', '', webhookBody('B', 'Ops'));
  await hookdesk.connect('acme', A);
  await hookdesk.connect('globex', B);
  await hookdesk.connect('umbrella', B);
  const { compare, coverage, page, sidebar } = hookdesk;
  await sidebar.row('umbrella').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => sidebar.names()).toEqual(['acme', 'umbrella', 'globex']);

  await coverage.button.click();
  await expect(coverage.ofAll.getByRole('rowheader')).toHaveText([/acme/, /umbrella/, /globex/]);

  await compare.button.click();
  await compare.refer(/acme/);
  await compare.target('umbrella').check();
  await compare.target('globex').check();
  await compare.start.click();
  await expect(compare.heads).toHaveCount(2);
  await expect(compare.heads.first()).toHaveAccessibleName('umbrella');
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(
        async () => (await edges(compare.root)).right - (await edges(compare.heads.last())).right,
      )
      .toBeLessThanOrEqual(24);
    const tools = compare.root.locator('header').getByRole('button');
    await expect(tools.filter({ hasText: 'Change installations' })).toBeVisible();
    await expect(tools.filter({ hasText: 'Export the comparison' })).toBeVisible();
  }
  await page.setViewportSize({ width: 640, height: 400 });
  const change = compare.root.getByRole('button', { name: 'Change installations' });
  await expect.poll(async () => (await edges(change)).right - (await edges(change)).left).toBe(28);
  await change.click();
  await expect(compare.reference).toContainText('acme');
  await expect(compare.target('umbrella')).toBeChecked();
  await expect(compare.target('globex')).toBeChecked();
});

test('History has each time in one line, and its zone on hover', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connectWith('globex', installations.B, ['Zulu']);
  const { editor, history, list } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await history.button.click();
  const time = history.rows.first().getByRole('gridcell').nth(1);
  expect((await edges(time)).height).toBeLessThanOrEqual(20);
  await expect(time).toHaveAttribute('title', /:\d\d:\d\d .*(UTC|GMT|[A-Z]{3})/);
});

test('at the end of a rotation, what still holds the old value has room', async ({
  hookdesk,
  installations,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `Ops ${String(index + 1)}`);
  await hookdesk.connectWith('globex', installations.B, names);
  const { page, plan, rotate } = hookdesk;
  await hookdesk.command('Rotate a secret…');
  await rotate.value.fill('fake-old-key');
  await page.keyboard.press('Enter');
  await rotate.newValue.fill('fake-new-key');
  await page.keyboard.press('Control+Enter');
  await expect(plan.run).toBeEnabled();
  await plan.rows.first().focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Space');
  await plan.run.click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/still hold the old value/)).toBeVisible();
  const holders = result.getByRole('region', { name: 'globex' }).getByRole('listitem');
  await expect(holders).toHaveCount(11);
  await expect(holders.nth(8)).toBeInViewport({ ratio: 1 });
  await expect(plan.rows.first()).toBeInViewport({ ratio: 1 });
});

/** The number of the row of `Scroll job` at `y`, in CSS pixels; also while rows ignore the pointer. */
function jobAt(rows: Locator, y: number): Promise<string | undefined> {
  return rows.evaluateAll((all, at) => {
    const row = all.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top <= at && at < bottom;
    });
    return /Scroll job \d\d/u.exec(row?.textContent ?? '')?.[0];
  }, y);
}

test('a click right after a scroll opens the row below the pointer', async ({
  hookdesk,
  installations,
}) => {
  const names = Array.from({ length: 40 }, (_, index) => `Scroll job ${String(index + 10)}`);
  await hookdesk.connectWith('globex', installations.B, names);
  const { editor, list, page } = hookdesk;
  await list.filter.fill('Scroll job');
  await expect.poll(() => list.count()).toBe(names.length);
  const y = 400;
  for (let scrolled = 0; scrolled < 3; scrolled++) {
    const before = await jobAt(list.rows, y);
    await page.mouse.move(300, y);
    await page.mouse.wheel(0, 64);
    await expect.poll(() => jobAt(list.rows, y), { intervals: [5] }).not.toBe(before);
    const name = await jobAt(list.rows, y);
    await page.mouse.down();
    await page.mouse.up();
    await expect(editor.name).toHaveValue(name ?? 'no row');
  }
});
