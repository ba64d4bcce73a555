import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const environments = {
  'acme-prod': 'Production',
  'globex-stage': 'Staging',
  'initech-test': 'Test',
} as const;

test('tries the selected row in sight, by webhook, installation and environment', async ({
  hookdesk,
}) => {
  const { bundle, plan } = hookdesk;
  const three = new Map<string, Installation>();
  for (const [name, environment] of Object.entries(environments)) {
    const there = await startInstallation('B', { seed: 1 });
    three.set(name, there);
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name, ...there, environment });
    await dialog.add.click();
    await dialog.root.waitFor({ state: 'hidden' });
  }
  const list = Array.from({ length: 100 }, (_, at) => webhookBody('B', `svc-${at} Mail`));
  await bundle.drop('many.json', JSON.stringify(list));
  for (const name of three.keys()) await bundle.target(name).check();
  await bundle.seePlan.click();

  await expect(plan.tryFirst).toHaveText('Try svc-0 Mail on initech-test testtest first');
  await expect(plan.tryMark).toHaveCount(1);
  await expect(plan.row('svc-0 Mail').locator(plan.tryMark)).toBeVisible();

  // Another installation is in sight: its row is tried, not the opened one.
  await plan.scroll(100 * 48 + 600);
  await expect(plan.tryFirst).toHaveText(/Try svc-\d+ Mail on globex-stage stagingstage first$/);
  await expect(plan.tryMark).toBeInViewport();

  // Nothing selected is in sight.
  await plan.scroll(-1e6);
  await expect(plan.tryFirst).toHaveText(/initech-test/);
  await plan.tick('Everything on initech-test').uncheck();
  await expect(plan.tryFirst).toHaveText('Try one row first');
  await expect(plan.tryFirst).toBeDisabled();
  await expect(plan.tryFirst).toHaveAttribute('title', /^Scroll to a selected row/);
  await expect(plan.run).toBeEnabled();
  await expect(plan.tryMark).toHaveCount(0);

  // The filter shows one row of each installation.
  await plan.filterText.fill('svc-42');
  await expect(plan.rows).toHaveCount(3);
  await expect(plan.tryFirst).toHaveText('Try svc-42 Mail on globex-stage stagingstage first');
  await plan.tick('Everything on globex-stage').uncheck();
  await expect(plan.tryFirst).toHaveText('Try svc-42 Mail on acme-prod productionprod first');
  await plan.tryFirst.click();
  await expect(plan.continueRest).toBeVisible();
  await expect(plan.end).toContainText('production acme-prod');
  const sent = (name: string): unknown[] => three.get(name)?.writes() ?? [];
  expect(sent('initech-test')).toHaveLength(0);
  expect(sent('globex-stage')).toHaveLength(0);
  expect(sent('acme-prod')).toHaveLength(1);
  for (const there of three.values()) await there.close();
});

test('a test of the tried webhook does not open once the person left the plan', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Alpha', 'Zulu']);
  const { drafts, editor, list, plan, testSend } = hookdesk;
  for (const name of ['Alpha', 'Zulu']) await list.tick(name).check();
  await list.changeChosen('Disable…');
  await plan.tryFirst.click();
  await expect(plan.sendTest).toBeVisible();
  await B.fail({ kind: 'latency', only: 'reads', milliseconds: 4_000 });
  await plan.sendTest.click();
  await drafts.button.click();
  await expect(drafts.root).toBeVisible();
  await B.fail();
  // The read ends beside the drafts.
  await expect(editor.name).toHaveValue('Alpha');
  await expect(editor.lastRead).toBeHidden();
  await expect(editor.tabOf('Definition')).toHaveAttribute('aria-selected', 'true');
  await expect(testSend.root).toBeHidden();
  await hookdesk.installation('globex').click();
  await list.open('Alpha');
  await expect(editor.name).toHaveValue('Alpha');
  await expect(editor.tabOf('Definition')).toHaveAttribute('aria-selected', 'true');
  await expect(testSend.root).toBeHidden();
});
