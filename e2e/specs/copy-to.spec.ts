import type { Installation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

/** Variant B has “Zulu day” and a job “Zulu job”. Variant A has another “Zulu day”. */
async function connect(
  hookdesk: Hookdesk,
  { A, B }: { A: Installation; B: Installation },
): Promise<void> {
  await B.fetch('POST', '', webhookBody('B', 'Zulu day'));
  await B.fetch('POST', '', { ...webhookBody('B', 'Zulu job'), payload_type: 'JOB' });
  await A.fetch('POST', '', { ...webhookBody('A', 'Zulu day'), url: 'https://other.example.com' });
  await hookdesk.connect('globex', A);
  await hookdesk.connect('acme', B);
  await hookdesk.list.filter.fill('Zulu');
  await expect(hookdesk.list.rows).toHaveCount(2);
}

test('copies webhooks to another installation, with a choice for existing names @main', async ({
  hookdesk,
  installations,
}) => {
  const { copyTo, list, plan } = hookdesk;
  await connect(hookdesk, installations);
  for (const name of ['Zulu day', 'Zulu job']) await list.tick(name).check();
  await list.chosen.getByRole('button', { name: 'Copy to…' }).click();
  await expect(copyTo.targets).toHaveText([/globex/]);
  await copyTo.target('globex').click();
  await copyTo.review.click();

  await expect(plan.root.getByRole('heading', { name: 'Copy 2 webhooks' })).toBeVisible();
  await plan.rows.filter({ hasText: 'Zulu day' }).click();
  await expect(plan.rows.filter({ hasText: 'Zulu day' })).toContainText(
    'The installation has one of this name.',
  );
  await plan.option(/A new webhook/).click();
  await plan.rows.filter({ hasText: 'Zulu job' }).click();
  await plan.details.getByRole('checkbox', { name: 'Make it an alert webhook' }).click();
  await expect(plan.root).toContainText('Payload type is dropped');
  await expect(plan.run).toContainText('2');
  await pressKeysOf(plan.run);
  await expect(plan.end).toContainText('2');
  const copied = JSON.stringify(await installations.A.fetch('GET', ''));
  expect(copied.split('"Zulu day"')).toHaveLength(3);
  expect(copied.split('fake-old-key')).toHaveLength(4);
});

test('copies a webhook by keyboard and by dragging it onto an installation', async ({
  hookdesk,
  installations,
}) => {
  const { contextMenu, copyTo, list, page, plan } = hookdesk;
  await connect(hookdesk, installations);
  await list.grid.focus();
  await contextMenu.openByKey('Shift+F10');
  await contextMenu.items.filter({ hasText: 'Copy to…' }).press('Enter');
  await expect(copyTo.search).toBeFocused();
  await page.keyboard.type('glob');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(plan.rows).toHaveCount(1);
  await plan.close.click();
  await list.row('Zulu job').dragTo(hookdesk.installation('globex'));
  await expect(plan.rows).toHaveText([/Zulu job/]);
  await expect(plan.root).toContainText('globex');
  await expect(plan.run).toHaveText('1 row needs input first');
});

test('matches all copies with the webhooks of their names at once', async ({
  hookdesk,
  installations,
}) => {
  const { copyTo, list, plan } = hookdesk;
  await connect(hookdesk, installations);
  const night = webhookBody('B', 'Zulu night');
  await installations.B.fetch('POST', '', night);
  await installations.A.fetch('POST', '', { ...webhookBody('A', 'Zulu night'), enabled: false });
  await list.readAgain.click();
  for (const name of ['Zulu day', 'Zulu night']) await list.tick(name).check();
  await list.chosen.getByRole('button', { name: 'Copy to…' }).click();
  await copyTo.target('globex').click();
  await copyTo.review.click();
  await expect(plan.run).toHaveText('2 rows need input first');
  await expect(plan.root).toContainText('2 webhooks of the same name on globex');
  await plan.root.getByRole('button', { name: 'Match all by name' }).click();
  await expect(plan.run).toHaveText('Publish 2 changes on globex');
  await pressKeysOf(plan.run);
  await expect(plan.end).toContainText('2 changes published and verified');
  const copied = JSON.stringify(await installations.A.fetch('GET', ''));
  expect(copied.split('"Zulu day"')).toHaveLength(2);
  expect(copied.split('"Zulu night"')).toHaveLength(2);
});
