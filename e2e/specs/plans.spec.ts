import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { test as runs } from '../fixtures/runs.ts';
import { pressKeysOf, renameInDraft } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

// For the browser: the desktop’s own policy allows the window to copy.
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const keychainHere =
  process.platform !== 'linux' || process.env.DBUS_SESSION_BUS_ADDRESS !== undefined;

interface Held {
  readonly id: number;
  readonly name: string;
}
const heldBy = async (installation: Installation): Promise<Held[]> =>
  (await installation.fetch('GET', '')) as Held[];
const namesOn = async (installation: Installation): Promise<string[]> =>
  (await heldBy(installation)).map(({ name }) => name);

/** Creates webhooks on an installation, connects to it, and edits the name of each webhook. */
async function edited(
  hookdesk: Hookdesk,
  name: string,
  installation: Installation,
  webhooks: readonly string[],
): Promise<void> {
  for (const each of webhooks) {
    await installation.fetch('POST', '', webhookBody(installation.variant, each));
  }
  await hookdesk.connect(name, installation);
  for (const each of webhooks) {
    await renameInDraft(hookdesk, each, `${each}, edited`);
  }
}
const changes = (installation: Installation): number =>
  installation.writes().filter(({ method }) => method === 'PUT').length;

test('publishes drafts of two installations in one plan, and resumes after a failed row', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const { drafts, plan, list } = hookdesk;
  await edited(hookdesk, 'acme', A, ['Pager night', 'Pager day']);
  await edited(hookdesk, 'globex', B, ['Ops chat', 'Ops mail', 'Ops desk']);
  await list.newWebhook.click();
  await hookdesk.editor.name.fill('Ops wall');
  await hookdesk.editor.url.fill('https://hooks.example.com/wall');

  await drafts.button.click();
  await expect(drafts.rows).toHaveCount(6);
  await drafts.tickOn('acme');
  await expect(drafts.publishTicked).toHaveText('Review and publish 2 drafts…');
  await expectAccessible(hookdesk, 'drafts');
  await drafts.tickAll.click();
  await drafts.tickAll.click();
  await drafts.tick('Ops chat, edited').click();
  await drafts.tick('Pager day, edited').click({ modifiers: ['Shift'] });
  await expect(drafts.publishTicked).toHaveText('Review and publish 6 drafts…');
  await drafts.tick('Ops desk, edited').click();
  await drafts.publishTicked.click();

  await expect(plan.run).toHaveText(/Publish 5 changes on (acme and globex|globex and acme)/);
  await expect(plan.installation('acme')).toContainText('production');
  await expect(plan.row('Ops wall')).toContainText('Create');
  await plan.row('Pager night, edited').click();
  await expect(plan.details).toContainText('from “Pager night” to “Pager night, edited”');
  await expect(plan.request).toContainText('PUT');
  await expect(plan.request).not.toContainText(A.authToken);
  await expectAccessible(hookdesk, 'a plan');

  await plan.atOnce(1);
  await plan.goOnAfterFailures();
  await B.fail({ kind: '500', only: 'writes', next: 1 });
  await plan.run.click();
  await expect(plan.end).toContainText('4 changes published and verified, 1 failed');
  expect(changes(A)).toBe(2);
  expect((await namesOn(A)).filter((name) => name.endsWith(', edited'))).toHaveLength(2);
  const failed = plan.rows.filter({ hasText: 'Failed' });
  await expect(failed).toHaveCount(1);
  await failed.click();
  await expect(plan.details).toContainText('500');
  await expectAccessible(hookdesk, 'a plan that is over');
  const report = await plan.save('Save as text');
  expect(report.fileName).toMatch(/^hookdesk-plan-.*\.txt$/);
  expect(report.text).toContain('4 done, 1 failed.');
  expect(report.text).toMatch(/^acme \(production\)$/m);
  const { text } = await plan.save('Save as JSON');
  expect(JSON.parse(text)).toMatchObject({ counts: { done: 4, failed: 1 } });
  await expect(drafts.button).toContainText('2');

  await plan.resume.click();
  await expect(plan.end).toContainText('5 changes published and verified');
  await expect(plan.resume).toBeHidden();
  expect(await namesOn(B)).toEqual(
    expect.arrayContaining(['Ops wall', 'Ops chat, edited', 'Ops mail, edited', 'Ops desk']),
  );
  await plan.report('Copy as text');
  await expect(hookdesk.notice('Report copied')).toBeVisible();
  await plan.close.click();
  await expect(drafts.rows).toHaveCount(1);
  await expect(drafts.row('Ops desk, edited')).toBeVisible();
});

test('creates, reorders, changes and runs a plan by keyboard alone @main', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { drafts, plan, page } = hookdesk;
  await edited(hookdesk, 'globex', B, ['First', 'Second', 'Third']);
  await hookdesk.command('Drafts');
  await expect(drafts.rows).toHaveCount(3);
  await page.keyboard.press('Escape');
  await drafts.root.getByRole('checkbox').first().focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+Enter');
  await expect(plan.run).toHaveText('Publish 3 changes on globex');

  await expect(plan.rows).toContainText(['First, edited', 'Second, edited', 'Third, edited']);
  await plan.rows.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(plan.rows.nth(1)).toBeFocused();
  await expect(plan.rows.first()).toContainText('Second, edited');
  await page.keyboard.press('Space');
  await expect(plan.run).toHaveText('Publish 2 changes on globex');
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(plan.rows.last()).toBeFocused();
  await plan.atOnce(1);
  await pressKeysOf(plan.run);
  await expect(plan.end).toContainText('3 changes published and verified');
  const sent = B.writes().filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => body.includes('First, edited'))).toEqual([false, true, false]);
  await page.keyboard.press('Escape');
  await expect(drafts.root).toBeVisible();
});

test('resolves a conflict of a plan row in the draft, then refreshes the plan', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { drafts, plan, editor } = hookdesk;
  await edited(hookdesk, 'globex', B, ['Shared', 'Lone']);
  const held = await heldBy(B);
  const shared = held.find(({ name }) => name === 'Shared');
  await B.fetch('PUT', String(shared?.id), { name: 'Shared, theirs' });
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();

  await expect(plan.run).toHaveText('Publish 1 change on globex');
  await expect(plan.row('Shared, edited')).toContainText('Conflict');
  await expect(plan.tick('Change Shared, edited')).toBeDisabled();
  await plan.row('Shared, edited').click();
  await plan.openDraft.click();
  await expect(editor.review.conflict('Name')).toContainText('Shared, theirs');
  await editor.review.all('Use all mine').click();
  await editor.review.settle.click();
  await expect(plan.root).toContainText('edited since');
  await plan.refresh.click();
  await expect(plan.run).toHaveText('Publish 2 changes on globex');
  await plan.run.click();
  await expect(plan.end).toContainText('2 changes published and verified');
  expect(await namesOn(B)).toEqual(expect.arrayContaining(['Shared, edited', 'Lone, edited']));
});

test('a finished plan says what a conflict left out', async ({ hookdesk, installations }) => {
  const { B } = installations;
  const { drafts, plan } = hookdesk;
  await edited(hookdesk, 'globex', B, ['Shared', 'Lone']);
  const shared = (await heldBy(B)).find(({ name }) => name === 'Shared');
  await B.fetch('PUT', String(shared?.id), { name: 'Shared, theirs', enabled: false });
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  const row = plan.row('Shared, edited');
  await expect(row).toContainText('Conflict');
  await expect(row).not.toContainText('enabled');
  await plan.run.click();
  await expect(plan.end).toContainText('1 change published and verified, 1 left out (conflict)');
  await expect(row).toContainText('Conflict');
  await expect(row).toContainText('1 edit conflicts with the current version');
  await row.click();
  await expect(plan.details).toContainText('Resolve the conflict in the draft, then publish it.');
});

test('a plan continues while another page is open, and can be cancelled', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { drafts, plan, page } = hookdesk;
  const webhooks = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  await edited(hookdesk, 'globex', B, webhooks);
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await plan.atOnce(1);
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 2_000 });
  await plan.run.click();
  await expect(plan.progress).toBeVisible();
  await hookdesk.installation('globex').first().click();
  await expect(plan.underWay).toBeVisible();
  await page.reload();
  await plan.underWay.click();
  await plan.cancel.click();
  await expect(plan.end).toContainText('cancelled');
  await B.fail();
  const before = changes(B);
  expect(before).toBeLessThan(webhooks.length);
  await plan.resume.click();
  await expect(plan.end).toContainText('6 changes published and verified');
  expect(changes(B)).toBe(webhooks.length);
});

test('offers the right setting after an installation ignored the payload type', async ({
  hookdesk,
}) => {
  const B = await startInstallation('B', { payloadTypeAtTop: true });
  const { list, editor, drafts, plan, dialog, page } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Jobs'));
  await hookdesk.connect('globex', B);
  await list.open('Jobs');
  await editor.payloadType('Job').click();
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await plan.run.click();
  await expect(plan.end).toContainText('1 mismatch');
  const offer = plan.details.getByRole('button', { name: /^Send it at the top level/ });
  await offer.click();
  await expect(plan.details).toContainText('now send the payload type at the top level');
  await plan.close.click();
  await hookdesk.sidebar.menu('globex', 'Settings…');
  await expect(dialog.root).toContainText(
    'Where the payload type is sent (advanced) at the top level',
  );
  await page.keyboard.press('Escape');
  await hookdesk.installation('globex').first().click();
  await list.open('Jobs');
  await editor.payloadType('Job').click();
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await B.close();
});

runs.describe('after Hookdesk was killed in the middle', () => {
  runs.beforeEach(({}, testInfo) => {
    testInfo.skip(!keychainHere, 'there is no keychain in this session');
  });

  runs(
    'the plan is offered again, and only what is left is sent',
    async ({ run, killRun, acme }) => {
      const webhooks = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
      const first = await run();
      await edited(first, 'acme', acme, webhooks);
      await first.drafts.button.click();
      await first.drafts.tickAll.click();
      await first.drafts.publishTicked.click();
      await first.plan.atOnce(1);
      await acme.fail({ kind: 'latency', only: 'writes', milliseconds: 700 });
      await first.plan.run.click();
      // Polls more often than updates arrive, so that it sees each count.
      await expect.poll(() => changes(acme), { intervals: [50] }).toBe(3);
      await killRun();
      await acme.fail();

      const { drafts, plan, page } = await run();
      await drafts.button.click();
      await expect(drafts.undone).toContainText('A plan of 6 was interrupted');
      await drafts.undone.getByRole('button', { name: 'Show results' }).click();
      await expect(plan.end).toContainText(/published and verified|nothing done yet/);
      await plan.resume.click();
      await expect(plan.end).toContainText('6 changes published and verified');
      expect(changes(acme)).toBe(webhooks.length);
      const names = await namesOn(acme);
      expect(names.filter((name) => name.endsWith(', edited'))).toHaveLength(webhooks.length);
      await plan.close.click();
      await expect(drafts.undone).toBeHidden();
      await expect(drafts.rows).toHaveCount(0);
      await page.reload();
      await drafts.button.click();
      await expect(drafts.undone).toBeHidden();
    },
  );
});

test('says one cause once, and retries what failed', async ({ hookdesk, installations: { B } }) => {
  const { drafts, history, plan } = hookdesk;
  await edited(hookdesk, 'globex', B, ['One', 'Two', 'Three']);
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await plan.goOnAfterFailures();
  await B.fail({ kind: '500', only: 'writes' });
  await plan.run.click();
  await expect(plan.end).toContainText('3 failed');
  await expect(plan.causes).toHaveText(/^3 failed: .*500/);
  await expect(plan.rows).toHaveCount(3);
  for (const row of await plan.rows.all()) {
    await expect(row).toContainText('Not changed');
    await expect(row).not.toContainText('500');
  }
  await expect(plan.resume).toHaveText('Retry 3 failed on globex');
  await B.fail();
  await plan.resume.click();
  await expect(plan.end).toContainText('3 changes published and verified');
  await expect(plan.causes).toHaveCount(0);
  await expect(plan.resume).toBeHidden();
  await expect(plan.row('One, edited')).toContainText('Changed');
  await plan.row('One, edited').click();
  await plan.viewInHistory.click();
  // The latest attempt, not the failed one.
  await expect(history.entry).toContainText('Verified');
});

test('an outcome that is found later reaches the plan on screen', async ({
  hookdesk,
  installations: { B },
}) => {
  const { drafts, plan } = hookdesk;
  await edited(hookdesk, 'globex', B, ['One', 'Two']);
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await plan.goOnAfterFailures();
  await B.fail(
    { kind: 'latency', only: 'writes', milliseconds: 2_000 },
    { kind: 'reset-after', only: 'writes' },
  );
  await plan.run.click();
  await expect.poll(() => changes(B)).toBe(2);
  await B.fail({ kind: '503', only: 'reads' });
  await expect(plan.end).toContainText('2 unknown', { timeout: 30_000 });
  await expect(plan.row('One, edited')).toContainText('Sent');
  await expect(plan.resume).toBeHidden();

  await B.fail();
  await expect(plan.end).toContainText('2 changes published and verified', { timeout: 60_000 });
  await expect(plan.end).not.toContainText('unknown');
  await expect(plan.row('One, edited')).toContainText('Changed');
  await expect(plan.row('One, edited')).toContainText('Done');
  expect(changes(B)).toBe(2);
});

test('names an installation that could not be read, and plans the rest again', async ({
  hookdesk,
  installations: { A, B },
}) => {
  const { all, page, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await hookdesk.connectWith('globex', A, ['Zulu day']);
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('Zulu');
  await expect.poll(() => all.count()).toBe(2);
  await all.tickAll.click();
  await expect(all.selected).toContainText('2 selected on 2 installations');
  await B.fail({ kind: '500', only: 'reads' });
  await all.disableSelected.click();
  await expect(plan.bar).toContainText('acme could not be read. Nothing is sent there.');
  await expect(plan.run).toHaveText('Publish 1 change on globex');
  await plan.run.click();
  await expect(plan.end).toContainText('acme could not be read. Nothing was sent there.');
  await expect(plan.installation('acme')).toContainText('acme could not be read');

  await B.fail();
  await plan.planRest.click();
  await expect(plan.run).toHaveText('Publish 1 change on acme');
  await expect(plan.row('Zulu day')).toHaveCount(0);
  await plan.run.click();
  await expect(plan.end).toContainText('1 change published and verified');
  await expect(plan.planRest).toBeHidden();
});

test('opens the first row that failed, and continues after failures if asked', async ({
  hookdesk,
  installations: { A, B },
}) => {
  const { drafts, plan } = hookdesk;
  await edited(hookdesk, 'acme', A, ['One', 'Two', 'Three']);
  await edited(hookdesk, 'globex', B, ['Four', 'Five', 'Six']);
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await B.fail({ kind: '500', only: 'writes' });
  await plan.run.click();
  await expect(plan.end).toContainText('3 changes published and verified');
  await expect(plan.rows.filter({ hasText: 'Failed' }).first()).toHaveAttribute('aria-current');
  await expect(plan.details).toContainText('500');

  await plan.goOnAfterFailures();
  await plan.resume.click();
  await expect(plan.end).toContainText('3 failed');
  await expect(plan.end).toContainText('Sent again at');
  await B.fail();
  await plan.retryFirst.click();
  await expect(plan.end).toContainText('4 changes published and verified');
  await expect(plan.end).toContainText('2 failed');
  await plan.resume.click();
  await expect(plan.end).toContainText('6 changes published and verified');
});
