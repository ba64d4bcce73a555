import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expectLaidOut } from '../fixtures/layout.ts';
import { missPause, pauseShortly } from '../fixtures/scheduled-pauses.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const long = 'Slack – operations of the monitoring team';
const production = 'acme-prod-eu-west-2';

/** Fails for axe violations, and for layout faults at any window size. */
async function expectUsable(hookdesk: Hookdesk, state: string): Promise<void> {
  await hookdesk.page.mouse.move(0, 0);
  await expectAccessible(hookdesk, state);
  await expectLaidOut(hookdesk.page, state);
}

/** Adds production and staging installations that differ, and one that cannot be read. */
async function connectThree(hookdesk: Hookdesk): Promise<void> {
  const staging = await startInstallation('A', { seed: 0 });
  await staging.fetch('POST', '', { ...webhookBody('A', long), high_alert: false });
  const prod = await startInstallation('B', { seed: 0 });
  for (const name of [long, 'Pager night']) {
    await prod.fetch('POST', '', webhookBody('B', name));
  }
  started.push(staging, prod);
  const { dialog, list } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'umbrella', baseUrl: 'http://127.0.0.1:9', authToken: 'unused' });
  await dialog.add.click();
  await dialog.root.waitFor({ state: 'hidden' });
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'globex-stage', environment: 'Staging', ...staging });
  await dialog.add.click();
  await expect(list.rows).toHaveCount(1);
  await hookdesk.addInstallation();
  await dialog.fill({ name: production, environment: 'Production', ...prod });
  await dialog.add.click();
  await expect(list.rows).toHaveCount(2);
}

/** Fails unless this is the only current entry of the sidebar. */
const expectPlace = (hookdesk: Hookdesk, name: string): Promise<void> =>
  expect(hookdesk.sidebar.current).toContainText([name]);

const started: Installation[] = [];
test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ hookdesk }) => connectThree(hookdesk));
test.afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.close()));
});

test('the list of all installations and its plans are accessible', async ({ hookdesk }) => {
  const { all, copyTo, editMany, page, plan } = hookdesk;
  await all.button.click();
  await page.keyboard.type('in');
  await expect(all.suggestions.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectAccessible(hookdesk, 'suggestions');
  await page.keyboard.press('Escape');
  await all.field.fill('hots:x');
  await expect(all.field).toHaveAttribute('aria-invalid', 'true');
  await expectUsable(hookdesk, 'a mistake');
  await all.field.fill('nothing like it');
  await expect(all.root.getByText('No results')).toBeVisible();
  await expectAccessible(hookdesk, 'no results');
  await all.field.fill(long);
  await expect(all.rows).toHaveCount(2);
  await all.tick(long, production).check();
  await all.tick(long, 'globex-stage').check();
  await all.row(long, 'globex-stage').click();
  await expect(hookdesk.editor.name).toBeVisible();
  await expectUsable(hookdesk, 'a selection and an open webhook');
  await expectPlace(hookdesk, 'All installations');

  await all.selected.getByRole('button', { name: 'Copy to…' }).click();
  await copyTo.target('globex-stage').click();
  await expectUsable(hookdesk, 'targets of copies');
  await copyTo.review.click();
  await expect(plan.rows).toHaveCount(2);
  await expectUsable(hookdesk, 'plan of copies');
  await plan.close.click();

  await all.selected.getByRole('button', { name: 'Edit many…' }).click();
  await editMany.field(1, 'Header name').fill('X-Api-Key');
  await editMany.field(1, 'Header value').fill('another');
  await editMany.add.click();
  await editMany.choose(2, 'Replace in target URL');
  await editMany.field(2, 'Find').fill('services/(');
  await editMany.edit(2).getByRole('checkbox', { name: 'Regular expression' }).click();
  await expect(editMany.edit(2)).toContainText('This is not a regular expression');
  await expectUsable(hookdesk, 'edits with a mistake');
  await expectPlace(hookdesk, 'All installations');
  await editMany.field(2, 'Find').fill(String.raw`services/\w+`);
  await editMany.field(2, 'Replace with').fill('v2/ops');
  await expect(editMany.rows.first()).toContainText('https://hooks.example.com/v2/ops');
  await expectUsable(hookdesk, 'edits');
  await editMany.review.click();
  await expect(plan.tryFirst).toBeEnabled();
  await expectUsable(hookdesk, 'plan of edits');
  await expectPlace(hookdesk, 'All installations');
  await plan.close.click();
  await page.getByRole('button', { name: 'Close the edits' }).click();
  await expect(all.root).toBeVisible();
});

test('changes by others are accessible', async ({ hookdesk }) => {
  const { changes, dialog, elsewhere, list, page } = hookdesk;
  await changes.entry.click();
  await expectUsable(hookdesk, 'no watch');
  await hookdesk.installation(production).click();
  await list.menu('Settings…');
  await dialog.watch('Every 5 minutes');
  await expectAccessible(hookdesk, 'settings of a watch');
  await dialog.save.click();
  await dialog.root.waitFor({ state: 'hidden' });
  const [, prod] = started;
  const held = (await prod?.fetch('GET', '')) as { id: number; name: string }[];
  for (const { id, name } of held)
    await prod?.fetch('PUT', String(id), name === long ? { enabled: false } : { method: 'PUT' });
  await changes.entry.click();
  await changes.refresh.click();
  await expect(changes.rows).toHaveCount(2);
  await expectUsable(hookdesk, 'changes by others');
  await expectPlace(hookdesk, 'Changes');
  await changes.row(long).click();
  await expect(elsewhere.undo).toBeVisible();
  await page.mouse.move(0, 0);
  await expectUsable(hookdesk, 'a change by others');
});

test('pauses are accessible', async ({ hookdesk, host }, testInfo) => {
  testInfo.skip(host !== 'web', 'schedules pauses through the web host');
  const { all, list, page, pauseDialog, pauses, plan } = hookdesk;
  await list.tick(long).check();
  await list.tick('Pager night').check();
  await list.chosen.getByRole('button', { name: 'Pause until…' }).click();
  await pauseDialog.reason.fill('Change window');
  await pauseDialog.option('Other time').click();
  await pauseDialog.later.click();
  await pauseDialog.begin.fill('2020-01-01T08:00');
  await expect(pauseDialog.summary).toContainText('has passed');
  await expectUsable(hookdesk, 'a pause with a mistake');
  await pauseDialog.later.click();
  await pauseDialog.option('Until resumed').click();
  await pauseDialog.review.click();
  await expect(plan.tryFirst).toBeEnabled();
  await expectUsable(hookdesk, 'plan of a pause');
  await plan.run.click();
  await expect(plan.end).toBeVisible();
  await plan.close.click();
  await expect(pauses.markIn(list.row('Pager night'))).toBeVisible();
  await all.button.click();
  await expect(pauses.markIn(all.row('Pager night', production))).toBeVisible();
  await expectUsable(hookdesk, 'marks');
  await missPause(page, long);
  await pauses.entry.click();
  await pauses.item('Night maintenance').getByText('2 webhooks', { exact: true }).click();
  await pauses.item('Change window').getByText('2 webhooks', { exact: true }).click();
  await expectUsable(hookdesk, 'pauses');
  await expectPlace(hookdesk, 'Pauses');
  await pauses.forget('Change window');
  await expectUsable(hookdesk, 'a pause to forget');
  await page.keyboard.press('Escape');
  await pauseShortly(page, long);
  await hookdesk.installation('globex-stage').click();
  await expect(pauses.overdue).toBeVisible();
  await expectUsable(hookdesk, 'an overdue pause');
});

test('a comparison is accessible', async ({ hookdesk }) => {
  const { compare } = hookdesk;
  await compare.button.click();
  await expect(compare.root.getByRole('button', { name: 'Compare', exact: true })).toBeVisible();
  await expectUsable(hookdesk, 'compare, before');
  await hookdesk.sidebar.menu(production, 'Compare with…');
  await expectAccessible(hookdesk, 'compare with');
  await compare.dialog.getByRole('button', { name: 'All 2 other installations' }).click();
  await expect(compare.rows).toHaveCount(2);
  await expect(compare.root.getByText('Not read: umbrella.')).toBeVisible();
  await compare.rows.first().getByRole('checkbox').check();
  await expectUsable(hookdesk, 'matrix');
  await compare.row(long).click();
  await compare
    .part('High alerts')
    .getByRole('button', { name: 'Ignore this field: High alerts' })
    .click();
  await expect(compare.ignored).toBeVisible();
  await expectUsable(hookdesk, 'compared webhook');
  await expectPlace(hookdesk, 'Compare');
});

test('coverage of all installations and a rotation are accessible', async ({ hookdesk }) => {
  const { coverage, page, plan, rotate } = hookdesk;
  await coverage.button.click();
  await expect(coverage.ofAll.getByRole('rowheader')).toHaveCount(3);
  await expectUsable(hookdesk, 'coverage of all installations');
  await coverage.ofAll.getByRole('button', { name: 'globex-stage' }).click();
  await expect(coverage.level('HIGH')).toBeVisible();
  await expectUsable(hookdesk, 'coverage of one beside all');
  await expectPlace(hookdesk, 'Coverage');
  await hookdesk.installation(production).click();

  await hookdesk.command('Find where a secret is used');
  await expectUsable(hookdesk, 'find a value');
  await rotate.value.fill('nothing-holds-this');
  await rotate.find.click();
  await expect(rotate.found).toBeVisible();
  await expectAccessible(hookdesk, 'no found value');
  await rotate.anotherValue.click();
  await rotate.value.fill('fake-old-key');
  await rotate.find.click();
  await expect(rotate.newValue).toBeVisible();
  await expectUsable(hookdesk, 'found value');
  await expectPlace(hookdesk, production);
  await rotate.newValue.fill('fake-new-key');
  await rotate.review.click();
  await expect(plan.tryFirst).toBeEnabled();
  await expectUsable(hookdesk, 'plan of a rotation');
  await expectPlace(hookdesk, production);
  await expectCompact(hookdesk);
  await plan.tryFirst.click();
  await expect(plan.continueRest).toBeVisible();
  await expectUsable(hookdesk, 'paused plan');
  await expectEnvironmentWhole(hookdesk);
  await plan.continueRest.click();
  await expect(plan.root).toContainText(/No webhook on .+ holds the old value/);
  await expectUsable(hookdesk, 'rotated secret');
  await plan.close.click();
  await rotate.close.click();
  await expect(hookdesk.list.root).toBeVisible();
  await page.keyboard.press('Escape');
  await expectPlace(hookdesk, production);
});

/** Fails if the bar is higher than three lines, cuts the names of the first row too short, or hides production. */
async function expectCompact({ page, plan }: Hookdesk): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1000, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(plan.bar).toContainText(production);
    await expect
      .poll(async () => (await plan.bar.boundingBox())?.height ?? Infinity)
      .toBeLessThan(4 * 30);
    for (const name of await plan.tryFirst.locator('.name-text').all()) {
      await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(80);
    }
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Fails if the environment badge wraps beside a shortened address. */
async function expectEnvironmentWhole({ page, plan }: Hookdesk): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1000, height: 640 });
  const badge = plan.installation(production).getByTitle('Environment: production');
  await expect
    .poll(() => badge.evaluate((each) => each.scrollHeight <= each.clientHeight + 1))
    .toBe(true);
  if (before !== null) await page.setViewportSize(before);
}
