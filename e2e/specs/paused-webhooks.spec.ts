import { missPause, pauseShortly } from '../fixtures/scheduled-pauses.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { enabledZulus, zulusOn } from '../fixtures/zulus.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const byWebHost = 'schedules a pause through the web host';

/** Pauses the webhooks that the list shows. */
async function pauseShown(
  { list, pauseDialog, plan }: Hookdesk,
  reason: string,
  end: '2 hours' | 'Until resumed',
): Promise<void> {
  await list.tickAll.click();
  await list.chosen.getByRole('button', { name: 'Pause until…' }).click();
  await pauseDialog.reason.fill(reason);
  await pauseDialog.option(end).click();
  await pauseDialog.review.click();
  await plan.run.click();
  await expect(plan.end).toBeVisible();
  await plan.close.click();
  // What is selected next is selected as the pause left it.
  await expect(list.grid.getByRole('img', { name: 'enabled', exact: true })).toHaveCount(0);
}

test('marks paused webhooks, lists the pause, and forgets it @main', async ({
  hookdesk,
  installations: { B },
}) => {
  const { all, editor, list, page, pauses } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await expect(pauses.entry).toBeHidden();
  await list.filter.fill('Zulu');
  await expect(list.rows).toHaveCount(2);
  await pauseShown(hookdesk, 'Change window', '2 hours');

  await test.step('marks the webhook in its row and in the editor', async () => {
    const mark = pauses.markIn(list.row('Zulu'));
    await expect(mark).toHaveText(/^paused until .*\d:\d\d\s[AP]M$/);
    await expect(mark).toHaveAttribute(
      'title',
      /^Paused until .*by a pause of 2 webhooks: Change window$/,
    );
    await list.open('Zulu');
    await expect(
      editor.root.getByText(/^Paused until .* by a pause of 2 webhooks: Change window$/),
    ).toBeVisible();
    await page.keyboard.press('Control+Shift+F');
    await expect(pauses.markIn(all.row('Zulu', 'acme'))).toBeVisible();
  });

  await test.step('lists it with what stays disabled', async () => {
    await expect(pauses.status).toHaveText(/^1 pause · next ends .*\d:\d\d\s[AP]M$/);
    await pauses.status.click();
    await expect(pauses.item('Change window')).toContainText('ends in 1 h 59 min');
    await expect(pauses.item('Change window')).toContainText('2 webhooks disabled');
    await pauses.item('Change window').getByText('2 webhooks', { exact: true }).click();
    await expect(pauses.items.getByRole('listitem')).toHaveText([
      /Zulu on acme: disabled/,
      /Zulu night on acme: disabled/,
    ]);
    await pauses.forget('Change window');
    await expect(pauses.forgetDialog.getByRole('listitem')).toHaveCount(2);
    await pauses.forgetDialog.getByRole('button', { name: 'Forget the pause' }).click();
    await expect(hookdesk.notice('Pause forgotten. Still disabled: 2 webhooks')).toBeVisible();
    await expect(pauses.items).toHaveCount(0);
    await expect(pauses.status).toBeHidden();
    expect(await enabledZulus(B)).toEqual([]);
  });
});

test('lists and resumes pauses by keyboard, and waits where a webhook changed', async ({
  hookdesk,
  installations: { B },
}) => {
  const { list, page, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await list.filter.fill('Zulu');
  await expect(list.rows).toHaveCount(2);
  await pauseShown(hookdesk, 'Change window', 'Until resumed');
  const night = (await zulusOn(B)).find(({ name }) => name === 'Zulu night');
  await B.fetch('PUT', String(night?.id), { low_alert: true });
  await hookdesk.command('Pauses');
  await expect(pauses.items).toHaveCount(1);
  await pauses.resume('Change window').focus();
  await page.keyboard.press('Enter');
  await expect(plan.row('Zulu night')).toContainText('changed after it was paused');
  expect(await enabledZulus(B)).toEqual([]);
  await expect(plan.run).toHaveText(/Resume 1 webhook on acme/);
  await pressKeysOf(plan.run);
  await expect.poll(() => enabledZulus(B)).toEqual(['Zulu']);
  await plan.close.click();
  await expect(pauses.item('Change window')).toContainText('1 webhook disabled');
});

test('extends a pause: the last one that ends enables the webhook', async ({
  hookdesk,
  installations: { B },
}) => {
  const { list, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await list.filter.fill('Zulu');
  await expect(list.rows).toHaveCount(1);
  await pauseShown(hookdesk, 'Change window', '2 hours');
  await pauseShown(hookdesk, 'Longer', 'Until resumed');
  await expect(pauses.markIn(list.row('Zulu'))).toHaveText('paused until resumed');
  await pauses.status.click();
  await pauses.resume('Change window').click();
  await expect(hookdesk.notice(/other pauses keep its webhooks disabled/)).toBeVisible();
  await expect(pauses.items).toHaveCount(1);
  expect(await enabledZulus(B)).toEqual([]);
  await pauses.resume('Longer').click();
  await expect.poll(() => enabledZulus(B)).toEqual(['Zulu']);
  // The desktop asks before it closes during a plan.
  await expect(plan.end).toBeVisible();
});

test('shows an overdue pause first, and resumes it', async ({
  hookdesk,
  installations: { B },
  host,
}, testInfo) => {
  testInfo.skip(host !== 'web', byWebHost);
  const { list, page, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await pauseShortly(page, 'Zulu');
  await expect(pauses.overdue).toContainText('1 webhook is still disabled');
  await expect(pauses.status).toContainText('1 overdue');
  await page.reload();
  await expect(pauses.overdue).toBeVisible();
  await expect(pauses.markIn(list.row('Zulu'))).toHaveText('pause overdue');
  await pauses.overdue.getByRole('button', { name: 'Resume now' }).click();
  await expect.poll(() => enabledZulus(B)).toEqual(['Zulu']);
  await plan.close.click();
  await expect(pauses.overdue).toBeHidden();
  await expect(pauses.markIn(list.root)).toBeHidden();
});

test('shows an overdue pause above every pane, also without an installation', async ({
  hookdesk,
  installations: { B },
  host,
}, testInfo) => {
  testInfo.skip(host !== 'web', byWebHost);
  const { page, pauses, sidebar } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await pauseShortly(page, 'Zulu');
  await expect(pauses.overdue).toBeVisible();
  const panes = ['All installations', 'Drafts', 'Bundles', 'Compare', 'History', 'Coverage'];
  for (const pane of panes) {
    await page.locator('#sidebar').getByRole('button', { name: pane }).first().click();
    await expect(sidebar.current).toContainText([pane]);
    await expect(pauses.overdue, pane).toBeVisible();
  }
  await pauses.overdue.getByRole('button', { name: 'Show pauses' }).click();
  await expect(pauses.items).toHaveCount(1);
  await expect(pauses.overdue.getByRole('button', { name: 'Show pauses' })).toBeHidden();

  await sidebar.menu('acme', 'Remove from Hookdesk…');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(pauses.items).toContainText(['1 webhook disabled']);
  await page.locator('#sidebar').getByRole('button', { name: 'Compare' }).click();
  await expect(hookdesk.welcome).toBeVisible();
  await expect(pauses.overdue).toBeVisible();
  await pauses.overdue.getByRole('button', { name: 'Show pauses' }).click();
  await pauses.forget('Restart of the gateway');
  await pauses.forgetDialog.getByRole('button', { name: 'Forget the pause' }).click();
  await expect(pauses.overdue).toBeHidden();
});

test('names the webhooks of a pause whose time passed, and begins it', async ({
  hookdesk,
  installations: { B },
  host,
}, testInfo) => {
  testInfo.skip(host !== 'web', byWebHost);
  const { page, pauseDialog, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await missPause(page, 'Zulu');
  await expect(pauses.status).toHaveText('1 pause · 1 did not begin');
  await pauses.status.click();
  const missed = pauses.item('Night maintenance');
  await expect(missed).toContainText('1 webhook selected, nothing is disabled.');
  await expect(missed).toContainText('while Hookdesk did not run');
  await missed.getByText('1 webhook', { exact: true }).click();
  await expect(pauses.items.getByRole('listitem')).toHaveText(['Zulu on acme']);
  await missed.getByRole('button', { name: 'Begin now…' }).click();
  await expect(pauseDialog.reason).toHaveValue('Night maintenance');
  await expect(pauseDialog.later).toBeHidden();
  await pauseDialog.option('Until resumed').click();
  await pauseDialog.review.click();
  await plan.run.click();
  await expect.poll(() => enabledZulus(B)).toEqual(['Zulu night']);
  await plan.close.click();
  await expect(missed).toContainText('until resumed');
  await expect(pauses.items).toHaveCount(1);
});

test('asks before enabling a paused webhook by hand ends its pause', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, list, page, pauses, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await list.filter.fill('Zulu');
  await expect(list.rows).toHaveCount(2);
  await pauseShown(hookdesk, 'Change window', 'Until resumed');

  await test.step('in a plan', async () => {
    await list.tick('Zulu night').check();
    await list.changeChosen('Enable…');
    await expect(plan.root).toContainText('Ends the pause of 1 webhook');
    await expect(plan.row('Zulu night')).toContainText('Ends its pause.');
    await plan.root.getByRole('button', { name: 'Leave it out' }).click();
    await expect(plan.run).toHaveText('Nothing selected');
    await expect(plan.root).not.toContainText('Ends the pause of');
    await plan.root.getByRole('checkbox', { name: /Zulu night/ }).check();
    await plan.run.click();
    await expect.poll(() => enabledZulus(B)).toEqual(['Zulu night']);
    await plan.close.click();
    await expect(pauses.markIn(list.row('Zulu night'))).toBeHidden();
    await expect(pauses.markIn(list.row('Zulu'))).toBeVisible();
  });

  await test.step('in the review of a draft', async () => {
    await list.open('Zulu');
    await expect(editor.enabled).not.toBeChecked();
    await editor.enabled.click();
    await page.keyboard.press('Control+Enter');
    await expect(editor.root).toContainText('Publishing ends the pause of this webhook');
    await editor.root.getByRole('button', { name: 'Keep it paused' }).click();
    await expect(editor.root).toContainText('Nothing to publish');
    await editor.tab('Definition');
    await expect(editor.enabled).not.toBeChecked();
    await editor.enabled.click();
    await page.keyboard.press('Control+Enter');
    await editor.review.publish.click();
    await expect.poll(() => enabledZulus(B)).toEqual(['Zulu night', 'Zulu'].toSorted());
    await expect(pauses.status).toBeHidden();
  });

  await test.step('in an undo that would run at once', async () => {
    await editor.review.undo.click();
    await expect.poll(() => enabledZulus(B)).toEqual(['Zulu night']);
    await expect(pauses.markIn(list.row('Zulu'))).toBeVisible();
    await editor.review.redo.click();
    await expect(plan.root).toContainText('Ends the pause of 1 webhook');
    await expect(plan.row('Zulu')).toContainText('Ends its pause.');
    expect(await enabledZulus(B)).toEqual(['Zulu night']);
    await plan.run.click();
    await expect(plan.end).toBeVisible();
    expect(await enabledZulus(B)).toEqual(['Zulu night', 'Zulu'].toSorted());
    await expect(pauses.status).toBeHidden();
  });
});
