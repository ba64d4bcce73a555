import { countEffort, takeEffort } from '../fixtures/effort.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { enabledZulus } from '../fixtures/zulus.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

async function selectAllFound({ all, page }: Hookdesk, count: number): Promise<void> {
  await page.keyboard.press('Control+Shift+F');
  await all.field.fill('Zulu');
  await expect.poll(() => all.count()).toBe(count);
  await all.tickAll.click();
}

test.describe('in Berlin', () => {
  test.use({ ownContext: true, timezoneId: 'Europe/Berlin' });

  test('pauses a selection of two installations until a time @main', async ({
    hookdesk,
    installations: { A, B },
  }) => {
    const { all, pauseDialog, plan } = hookdesk;
    await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
    await hookdesk.connectWith('globex', A, ['Zulu day']);
    await selectAllFound(hookdesk, 3);
    await all.selected.getByRole('button', { name: 'Pause until…' }).click();

    await test.step('asks for a time that exists once', async () => {
      await expect(pauseDialog.reason).toBeFocused();
      await pauseDialog.reason.fill('Change window');
      await pauseDialog.option('Other time').click();
      await pauseDialog.end.fill('2020-01-01T08:00');
      await expect(pauseDialog.summary).toHaveText('The end has passed. Enter a later time.');
      await expect(pauseDialog.review).toBeDisabled();
      await pauseDialog.end.fill('2199-03-31T02:30');
      await expect(pauseDialog.root).toContainText('does not exist in Europe/Berlin');
      await pauseDialog.option('03:30 +02:00').click();
      await expect(pauseDialog.summary).toHaveText(
        'Ends Mar 31, 2199, 3:30 AM Europe/Berlin (Mar 31, 2199, 1:30 AM UTC).',
      );
      await expect(pauseDialog.resumesItself).not.toBeChecked();
      await expect(pauseDialog.root).toContainText(
        'Hookdesk resumes only while it runs with an unlocked vault.',
      );
    });

    await pauseDialog.review.click();
    await expect(plan.root).toContainText('Until Mar 31, 2199, 3:30 AM Europe/Berlin');
    await expect(plan.root).toContainText('Resuming will enable these 3 webhooks again');
    expect(B.writes().filter(({ method }) => method === 'PUT')).toEqual([]);
    await expect(plan.run).toHaveText(/Pause 3 webhooks on/);
    await plan.run.click();
    await expect(plan.end).toContainText('3');
    expect([...(await enabledZulus(B)), ...(await enabledZulus(A))]).toEqual([]);
  });
});

test('pauses by keyboard, until a person resumes', async ({ hookdesk, installations: { B } }) => {
  const { contextMenu, list, page, pauseDialog, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await list.filter.fill('Zulu');
  await expect(list.rows).toHaveCount(1);
  await list.grid.focus();
  await contextMenu.openByKey('Shift+F10');
  await contextMenu.items.filter({ hasText: 'Pause until…' }).press('Enter');
  await expect(pauseDialog.reason).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(pauseDialog.summary).toHaveText('Ends when a person resumes it.');
  await expect(pauseDialog.resumesItself).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(plan.run).toBeEnabled();
  await pressKeysOf(plan.run);
  await expect(plan.end).toBeVisible();
  expect(await enabledZulus(B)).toEqual([]);
});

test('pauses the webhooks of a whole installation, and begins a pause later', async ({
  hookdesk,
  installations: { B },
}) => {
  const { list, page, pauseDialog, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await list.menu('Pause all webhooks until…');
  await expect(pauseDialog.root).toContainText('acme');
  await page.keyboard.press('Escape');
  await expect(pauseDialog.root).toBeHidden();
  await hookdesk.command('Pause all webhooks of acme');
  await pauseDialog.later.click();
  await pauseDialog.begin.fill('2199-04-01T08:00');
  await expect(pauseDialog.summary).toContainText(
    /Begins Apr 1, 2199, 8:00\sAM.*Ends Apr 1, 2199, 10:00\sAM/,
  );
  await pauseDialog.option('Other time').click();
  await expect(pauseDialog.summary).toContainText('would end before it begins');
  await pauseDialog.end.fill('2199-04-01T09:00');
  await pauseDialog.schedule.click();
  await expect(hookdesk.notice(/^The pause begins at Apr 1, 2199, 8:00\sAM/)).toBeVisible();
  await expect(plan.root).toBeHidden();
  await pauses.status.click();
  await expect(pauses.items).toContainText(['webhooks selected, nothing is disabled']);
  expect(await enabledZulus(B)).toEqual(['Zulu']);
});

test('pauses a selection by keyboard in six actions, and resumes it in one', async ({
  hookdesk,
  installations: { A, B },
}) => {
  const { all, page, pauseDialog, palette, pauses, plan } = hookdesk;
  const { keyboard } = page;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await hookdesk.connectWith('globex', A, ['Zulu day']);
  await countEffort(page);
  await keyboard.press('Control+Shift+F');
  await keyboard.type('Zulu');
  await expect.poll(() => all.count()).toBe(3);
  await takeEffort(page);

  await keyboard.press('ArrowDown');
  await expect(all.grid).toBeFocused();
  await keyboard.press('Control+A');
  await expect(all.selected).toContainText('3 selected');
  await keyboard.press('Control+K');
  await keyboard.type('pause 3 selected');
  await expect(palette.root.getByRole('option')).toHaveCount(1);
  await keyboard.press('Enter');
  await expect(pauseDialog.reason).toBeFocused();
  await keyboard.type('Change window');
  await keyboard.press('Control+Enter');
  await expect(plan.run).toHaveText(/Pause 3 webhooks on/);
  await pressKeysOf(plan.run);
  await expect(plan.end).toBeVisible();
  expect([...(await enabledZulus(B)), ...(await enabledZulus(A))]).toEqual([]);
  expect(await takeEffort(page)).toEqual({ clicks: 0, keys: 6 });

  await hookdesk.command('Pauses');
  await expect(palette.root).toBeHidden();
  await expect(pauses.resume('Change window')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pauses' })).toBeFocused();
  await takeEffort(page);
  await keyboard.press('Control+Enter');
  await expect.poll(() => enabledZulus(A)).toEqual(['Zulu day']);
  await expect.poll(() => enabledZulus(B)).toHaveLength(2);
  expect(await takeEffort(page)).toEqual({ clicks: 0, keys: 1 });
  // The desktop asks before it closes during a plan.
  await expect(plan.end).toBeVisible();
});

test('pauses 200 webhooks on 5 installations in six actions, and resumes them in one', async ({
  hookdesk,
}) => {
  test.slow();
  const { all, page, pauseDialog, pauses, plan } = hookdesk;
  const names = Array.from({ length: 40 }, (_, index) => `Zulu ${index + 1}`);
  const sites = await Promise.all(
    ['A', 'B', 'B', 'B', 'A'].map((variant) =>
      startInstallation(variant === 'A' ? 'A' : 'B', { seed: 0 }),
    ),
  );
  for (const [index, site] of sites.entries())
    await hookdesk.connectWith(`site-${index + 1}`, site, names);
  const enabled = async (): Promise<number> =>
    (await Promise.all(sites.map(enabledZulus))).flat().length;
  expect(await enabled()).toBe(200);
  await countEffort(page);
  const actions = async (): Promise<number> => {
    const { clicks, keys } = await takeEffort(page);
    return clicks + keys;
  };

  await all.button.click();
  await expect(all.coverage).toContainText('200 webhooks');
  await all.tickAll.click();
  await all.selected.getByRole('button', { name: 'Pause until…' }).click();
  await expect(pauseDialog.summary).toContainText('Ends ');
  await pauseDialog.review.click();
  await expect(plan.run).toHaveText(/Pause 200 webhooks on/);
  await plan.run.click();
  await expect.poll(enabled, { timeout: 60_000 }).toBe(0);
  expect(await actions()).toBeLessThanOrEqual(6);
  await expect(plan.end).toBeVisible();

  await pauses.entry.click();
  await actions();
  await pauses.items.getByRole('button', { name: 'Resume now' }).click();
  await expect.poll(enabled, { timeout: 60_000 }).toBe(200);
  expect(await actions()).toBe(1);
  await expect(plan.end).toBeVisible();
  for (const site of sites) await site.close();
});

test('a pause is not overdue while it is resumed slowly, nor during a later plan', async ({
  hookdesk,
  installations: { B },
}) => {
  const { list, page, pauseDialog, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await selectAllFound(hookdesk, 2);
  await hookdesk.all.selected.getByRole('button', { name: 'Pause until…' }).click();
  await pauseDialog.reason.fill('Change window');
  await pauseDialog.review.click();
  await plan.run.click();
  await expect(plan.end).toContainText('2 webhooks paused');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (/overdue/i.test(document.body.innerText)) seen.push(document.body.innerText);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 1_200 });
  await pauses.entry.click();
  await pauses.resume('Change window').click();
  await expect(plan.rows.first()).toContainText('In progress');
  await pauses.entry.click();
  await expect(pauses.item('Change window')).toContainText('resuming now');
  await expect(pauses.resume('Change window')).toBeHidden();
  await expect.poll(() => enabledZulus(B)).toHaveLength(2);
  await expect(pauses.items).toHaveCount(0);

  await selectAllFound(hookdesk, 2);
  await hookdesk.all.selected.getByRole('button', { name: 'Disable…' }).click();
  await plan.run.click();
  await expect(plan.rows.first()).toContainText('In progress');
  await expect(plan.end).toContainText('2 changes published');
  await B.fail();
  await hookdesk.installation('acme').first().click();
  await expect(list.grid).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});
