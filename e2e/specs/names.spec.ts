import { startInstallation } from '../fixtures/installation.ts';
import { expectNameFirst } from '../fixtures/names-first.ts';
import { rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const widths = [640, 1000, 1280];
const west = 'Slack – operations of the monitoring team, region eu-west-2';
const east = 'Slack – operations of the monitoring team, region us-east-1';
const installationName = 'acme-monitoring-prod-eu-west-2';

test('long names show their end, and badges shrink before names do', async ({ hookdesk }) => {
  const acme = await startInstallation('B', { seed: 0 });
  for (const name of [west, 'Ops']) await acme.fetch('POST', '', webhookBody('B', name));
  const { page, list, editor, drafts, history, plan, sidebar } = hookdesk;
  await hookdesk.connect(installationName, acme);
  await rename(hookdesk, 'Ops', east);
  await list.open(west);
  await editor.severity('Low').check();
  await expect(list.row(west)).toContainText('draft');
  await editor.root.getByRole('button', { name: 'Close', exact: true }).click();

  const atEachWidth = async (look: (where: string) => Promise<void>): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await look(`${width} px wide`);
    }
  };
  await atEachWidth(async (where) => {
    await expectNameFirst(list.row(west), west, `list, ${where}`);
    await expectNameFirst(list.row(east), east, `list, ${where}`);
  });
  // In narrower windows the sidebar is a drawer.
  for (const width of [1040, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNameFirst(sidebar.row(installationName), installationName, `sidebar, ${width} px`);
  }
  await drafts.button.click();
  await atEachWidth(async (where) => {
    await expectNameFirst(drafts.row(west), west, `drafts, ${where}`);
    await expectNameFirst(drafts.head(installationName), installationName, `drafts, ${where}`);
  });
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await atEachWidth(async (where) => {
    const head = plan.installation(installationName);
    await expectNameFirst(head, installationName, `plan, ${where}`);
    await expectNameFirst(plan.row(west), west, `plan, ${where}`);
  });
  await history.button.click();
  await atEachWidth(async (where) => {
    await expectNameFirst(history.row('Update', east), east, `history, ${where}`);
    await expectNameFirst(history.row('Update', east), installationName, `history, ${where}`);
  });
  await acme.close();
});

test('lists an edited webhook by its new name, and finds it by both names', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('acme', B, ['Day shift']);
  const { list, editor } = hookdesk;
  await list.open('Day shift');
  await editor.name.fill('Night shift');
  await expect(list.row('Night shift')).toContainText('was Day shift');
  const total = await list.count();
  for (const text of ['night shift', 'day shift']) {
    await list.filter.fill(text);
    await expect.poll(() => list.count()).toBe(1);
    await expect(list.row('Night shift')).toBeVisible();
  }
  await list.filter.fill('');
  await editor.name.fill('Day shift');
  await expect.poll(() => list.count()).toBe(total);
  await expect(list.row('Day shift')).not.toContainText('was');
});
