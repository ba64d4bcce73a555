import { webhookWithoutIds } from '../fixtures/webhook-without-ids.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** More entries than History loads at once. */
const count = 120;

/** Milliseconds for a plan of `count` requests on a busy machine. */
const planTakes = { timeout: 90_000 };

test('selects and undoes all matching entries, and End goes to the last one', async ({
  hookdesk,
}) => {
  test.slow();
  const B = await startInstallation('B', { seed: 0 });
  for (let index = 0; index < count; index += 1) {
    await B.fetch('POST', '', webhookBody('B', `Hook ${String(index).padStart(3, '0')}`));
  }
  const before = await webhookWithoutIds(B, 'Hook 007');
  await hookdesk.connect('acme', B);
  const { history, list, plan, page } = hookdesk;

  await test.step('a plan changes all webhooks', async () => {
    await expect.poll(() => list.count()).toBe(count);
    await list.grid.focus();
    await page.keyboard.press('Control+a');
    await list.changeChosen('Disable…');
    await expect(plan.run).toHaveText(`Publish ${count} changes on acme`);
    await plan.run.click();
    await expect(plan.end).toContainText(`${count} changes published and verified`, planTakes);
    expect(await webhookWithoutIds(B, 'Hook 007')).toMatchObject({ enabled: false });
  });

  await test.step('Ctrl A selects the loaded entries and offers all matching ones', async () => {
    await history.button.click();
    await history.grid.focus();
    await page.keyboard.press('Control+a');
    await expect(history.chosen).toContainText('100 entries selected');
    await history.selectMatching(count).click();
    await expect(history.chosen).toContainText(`All ${count} matching entries selected`);
    await expect(history.selectMatching(count)).toBeHidden();
    await history.rows.first().getByRole('checkbox').uncheck();
    await expect(history.chosen).toContainText(
      `${count - 1} of ${count} matching entries selected`,
    );
    await history.grid.focus();
    await page.keyboard.press('Escape');
    await expect(history.chosen).toBeHidden();
  });

  await test.step('with a text filter, matching entries are counted on request', async () => {
    await history.filter.fill('Hook');
    await history.grid.focus();
    await page.keyboard.press('Control+a');
    await expect(history.chosen).toContainText('100 entries selected');
    await history.root.getByRole('button', { name: 'Select all matching' }).click();
    await expect(history.chosen).toContainText(`All ${count} matching entries selected`);
    await history.filter.fill('');
    await expect(history.chosen).toBeHidden();
  });

  await test.step('End goes to the last entry', async () => {
    await expect(history.grid).toHaveAttribute('aria-rowcount', '-1');
    await history.grid.focus();
    await page.keyboard.press('End');
    // The day heading is also a row.
    await expect(history.grid).toHaveAttribute('aria-rowcount', String(count + 1));
    const active = history.grid.locator('.active');
    await expect(active).toHaveAttribute('aria-rowindex', String(count + 1));
    await expect(active).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(active).toHaveAttribute('aria-rowindex', '2');
  });

  await test.step('the whole plan is undone from one of its entries', async () => {
    await history.rows.first().click();
    await history.entry.getByRole('button', { name: 'Undo this plan…' }).click();
    await expect(plan.run).toHaveText(`Undo ${count} changes on acme`);
    await expect(plan.root.getByRole('heading', { level: 1 })).toHaveText(`Undo ${count} changes`);
    await plan.run.click();
    await expect(plan.end).toContainText(`${count} changes undone and verified`, planTakes);
    expect(await webhookWithoutIds(B, 'Hook 007')).toEqual(before);
    await expect(plan.redoAll).toBeVisible();
  });
  await B.close();
});
