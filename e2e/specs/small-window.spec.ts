import { expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';

// Also a window of 1280 by 800 at 200 % zoom.
test.use({ viewport: { width: 640, height: 400 } });

const names = Array.from({ length: 8 }, (_, index) => `Small job ${String(index + 1)}`);

/** Rows whose name is whole in the window, and that nothing covers. */
function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('[data-row] .names-first')].filter((row) => {
        const { left, top, right, bottom } = row.getBoundingClientRect();
        const at = (y: number): boolean =>
          row.contains(document.elementFromPoint((left + right) / 2, y)) ||
          document
            .elementFromPoint((left + right) / 2, y)
            ?.closest('[data-row]')
            ?.contains(row) === true;
        return at(top + 2) && at(bottom - 2);
      }).length,
  );
}

/** Elements that scroll sideways, apart from code and wide tables that are made to. */
function scrollingSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main *')]
      .filter((element) => {
        const { overflowX, visibility } = getComputedStyle(element);
        return (
          (overflowX === 'auto' || overflowX === 'scroll' || element.localName === 'html') &&
          visibility === 'visible' &&
          element.clientWidth > 0 &&
          element.scrollWidth > element.clientWidth + 1
        );
      })
      .map((element) => `${element.localName}.${element.className}`),
  );
}

test('the main job needs no scrolling sideways', async ({ hookdesk, installations }) => {
  await hookdesk.connectWith('globex', installations.B, names);
  const { editor, list, page } = hookdesk;
  expect(await scrollingSideways(page)).toEqual([]);
  await list.open('Small job 1');
  await editor.name.fill('Ops alerts of the night shift in the data centre of Frankfurt am Main');
  expect(await scrollingSideways(page)).toEqual([]);
  for (const tab of ['Headers', 'Payload', 'Review'] as const) {
    await editor.tab(tab);
    expect(await scrollingSideways(page), tab).toEqual([]);
  }
  await expect(editor.review.publish).toBeInViewport({ ratio: 1 });
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeInViewport({ ratio: 1 });
  expect(await scrollingSideways(page)).toEqual([]);
});

test('a plan and its report show at least five rows', async ({ hookdesk, installations }) => {
  await hookdesk.connectWith('globex', installations.B, names);
  const { list, page, plan } = hookdesk;
  await list.filter.fill('Small job');
  await expect(list.rows).toHaveCount(names.length);
  await list.grid.focus();
  await page.keyboard.press('Control+A');
  await list.changeChosen('Disable…');
  await expect(plan.run).toBeEnabled();
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(5);
  expect(await scrollingSideways(page)).toEqual([]);
  await plan.run.click();
  await expect(plan.end).toContainText('8 changes published');
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(5);
  expect(await scrollingSideways(page)).toEqual([]);
});
