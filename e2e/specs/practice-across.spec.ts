import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { root } from '../fixtures/root.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const guide = readFileSync(join(root, 'docs/user-guide.md'), 'utf8');

/** Rows of the table in the guide: a webhook, and its cell for each installation. */
const table = [
  ...(/^\| Compared with Practice production[^]*?\n\n/m.exec(guide)?.[0].matchAll(/^\|(.+)\|$/gm) ??
    []),
]
  .slice(2)
  .map(([, line = '']) => line.split('|').map((cell) => cell.trim()));

const newKey = 'fake-rotated-key-77';

async function startThree({ all, page }: Hookdesk): Promise<void> {
  await page.getByRole('button', { name: 'Start three sample installations' }).click();
  await expect(all.coverage).toContainText('3 of 3');
  await expect.poll(() => all.count()).toBe(26);
  await expect(all.grid).toBeFocused();
}

test('compares, searches and edits three practice installations as the guide describes', async ({
  hookdesk,
}) => {
  test.slow();
  const { all, compare, editMany, page, plan } = hookdesk;
  await startThree(hookdesk);

  await compare.button.click();
  const everyOther = compare.root.getByRole('checkbox', { name: 'All', exact: true });
  await expect(everyOther).toBeEnabled();
  await everyOther.check();
  await expect(compare.start).toBeEnabled();
  await compare.start.click();
  expect(table).toHaveLength(9);
  for (const [name = '', ...cells] of table) {
    await expect(compare.cells(name)).toHaveText(cells.map((cell) => new RegExp(`^\\s*${cell}`)));
  }
  await expectAccessible(hookdesk, 'three practice installations compared');
  await compare.row('Pager night shift').click();
  await expect(compare.part('Target URL')).toContainText('https://legacy.example/pager');

  await all.button.click();
  await all.field.fill('host:legacy.example');
  await expect.poll(() => all.count()).toBe(3);
  await all.grid.focus();
  await page.keyboard.press('Control+A');
  await all.selected.getByRole('button', { name: 'Edit many…' }).click();
  await editMany.choose(1, 'Replace in target URL');
  await editMany.field(1, 'Find').fill('legacy.example');
  await editMany.field(1, 'Replace with').fill('events.example');
  await expect(editMany.summary).toHaveText('3 webhooks changed, 0 unchanged');
  await expect(editMany.review).toBeEnabled();
  await editMany.review.click();
  await expect(plan.run).toBeEnabled();
  await plan.run.click();
  await expect(plan.end).toContainText('3 changes published and verified');
  await compare.button.click();
  await compare.refresh.click();
  await compare.showOnly(/^All/);
  await expect(compare.cells('Pager night shift')).toHaveText([/^\s*same/, /^\s*same/]);
});

test('pauses and resumes three practice installations as in the guide', async ({ hookdesk }) => {
  const { all, page, pauseDialog, pauses, plan } = hookdesk;
  await startThree(hookdesk);
  await all.field.fill('Status page');
  await expect.poll(() => all.count()).toBe(3);
  await all.grid.focus();
  await page.keyboard.press('Control+A');
  await all.selected.getByRole('button', { name: 'Pause until…' }).click();
  await pauseDialog.option('Until resumed').click();
  await pauseDialog.review.click();
  await expect(plan.root).toContainText('Already disabled, so this pause does not include it');
  await expect(plan.run).toHaveText(/Pause 2 webhooks on/);
  await plan.run.click();
  await expect(plan.end).toContainText('2 webhooks paused and verified');
  await pauses.entry.click();
  await expect(pauses.items).toContainText(['2 webhooks disabled']);
  await pauses.items.getByRole('button', { name: 'Resume now' }).click();
  await expect(plan.end).toContainText('2 webhooks resumed and verified');
  await expect(pauses.entry).toBeHidden();
  await all.button.click();
  await all.field.fill('Status page is:disabled');
  await expect.poll(() => all.count()).toBe(1);
});

test('copies, rotates a secret and closes a gap on three practice installations as in the guide', async ({
  hookdesk,
}) => {
  test.slow();
  const { copyTo, coverage, editor, list, plan, rotate } = hookdesk;
  await startThree(hookdesk);

  await hookdesk.installation('Practice production').click();
  await expect(list.tick('Capacity report')).toBeEnabled();
  await list.tick('Capacity report').check();
  await list.chosen.getByRole('button', { name: 'Copy to…' }).click();
  await copyTo.target('Practice standby').click();
  await expect(copyTo.review).toBeEnabled();
  await copyTo.review.click();
  await expect(plan.run).toBeEnabled();
  await plan.run.click();
  await expect(plan.end).toContainText('1 change published and verified');

  await hookdesk.command('Find where a secret is used');
  await rotate.value.fill('fake-shared-key-2041');
  await rotate.find.click();
  await expect(rotate.found).toHaveText('11 webhooks on 3 installations hold this value');
  await expect(
    rotate.holders('Practice old site').filter({ hasText: 'Ticket queue' }),
  ).toContainText('Header Authorization (inside Base64)');
  await expect(rotate.holders('Practice standby').filter({ hasText: 'Audit log' })).toContainText(
    'URL',
  );
  await rotate.newValue.fill(newKey);
  await expect(rotate.review).toBeEnabled();
  await rotate.review.click();
  await expect(plan.tryFirst).toBeEnabled();
  await plan.tryFirst.click();
  await expect(plan.end).toContainText('Only one row was sent.');
  await expect(plan.continueRest).toBeEnabled();
  await plan.continueRest.click();
  await expect(plan.end).toContainText('11 changes published and verified');
  await expect(plan.root).toContainText(/No webhook on .+ holds the old value/);

  await coverage.button.click();
  await expect(coverage.installation('Practice standby').nth(3)).toContainText('Gap');
  await hookdesk.installation('Practice standby').click();
  await list.open('Status page');
  await expect(editor.enabled).toBeEnabled();
  await editor.enabled.check();
  await editor.reviewAndPublish.click();
  await expect(editor.review.publish).toBeEnabled();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await coverage.button.click();
  await expect(coverage.installation('Practice standby').nth(3)).toContainText('Status page');
});

test('starts three practice installations by keyboard beside another installation', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connect('acme', B);
  const { length } = B.received;
  await hookdesk.command('Start three sample');
  for (const name of ['Practice production', 'Practice standby', 'Practice old site']) {
    await expect(hookdesk.installation(name)).toBeVisible();
  }
  await expect(hookdesk.all.coverage).toContainText('4 of 4');
  expect(B.received, 'the other installation is not read again').toHaveLength(length);
  await expect(hookdesk.sidebar.report, 'leaves by itself').toBeHidden({ timeout: 15_000 });
});
