import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expectLaidOut } from '../fixtures/layout.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const known = 'Only changes made with Hookdesk on this computer are known.';

let acme: Installation;
let started: Installation | null = null;
test.beforeEach(async ({ hookdesk }) => {
  acme = await startInstallation('B', { seed: 0 });
  started = acme;
  for (const name of ['Chat', 'Mail', 'Pager']) {
    await acme.fetch('POST', '', webhookBody('B', name));
  }
  await hookdesk.connect('acme', acme);
  await hookdesk.list.rows.first().waitFor();
});
// Also runs after a skipped test.
test.afterEach(async () => {
  await started?.close();
  started = null;
});

/** Disables a webhook with a plan. */
async function disable({ list, plan }: Hookdesk, name: string): Promise<void> {
  await list.tick(name).check();
  await list.changeChosen('Disable…');
  await expect(plan.rows).toHaveCount(1);
  await expect(plan.run).toBeEnabled();
  await plan.run.click();
  await expect(plan.end).toContainText('published and verified');
  await plan.close.click();
  await list.tick(name).uncheck();
}

const heldBy = async (): Promise<{ id: number; name: string; enabled: boolean }[]> =>
  (await acme.fetch('GET', '')) as { id: number; name: string; enabled: boolean }[];

test('compares an installation with the time before a History entry, and restores it', async ({
  hookdesk,
}) => {
  const { compare, contextMenu, history, list, page, plan } = hookdesk;
  await disable(hookdesk, 'Pager');
  await disable(hookdesk, 'Chat');
  const pager = (await heldBy()).find(({ name }) => name === 'Pager');
  await acme.fetch('PUT', String(pager?.id), { url: 'https://hooks.example.com/elsewhere' });
  await list.readAgain.click();
  await expect(list.row('Pager')).toContainText('elsewhere');

  await history.button.click();
  await contextMenu.choose(history.row('Update', 'Chat'), 'Compare with before this');
  await expect(compare.root.getByRole('heading', { level: 1 })).toContainText(
    'Compare with acme on ',
  );
  await expect(compare.root.getByText(known)).toBeVisible();
  await expect(compare.rows).toHaveCount(2);
  await expect(compare.cells('Chat')).toHaveText(['1 difference']);
  await expect(compare.cells('Pager')).toHaveText(['cannot tell']);
  await compare.row('Chat').click();
  await expect(compare.part('Enabled')).toContainText('acme on ');
  await expectAccessible(hookdesk, 'compared with an earlier time');
  await expectLaidOut(page, 'compared with an earlier time');
  expect((await compare.export('Markdown')).text).toContain('acme on ');

  await page.reload();
  await expect(compare.cells('Chat')).toHaveText(['1 difference']);
  await compare.makeAllAlike(/^Match all to acme on/);
  await expect(plan.rows).toHaveCount(1);
  await expect(plan.run).toBeEnabled();
  await plan.run.click();
  await expect(plan.end).toContainText('published and verified');
  await plan.close.click();
  await expect(compare.rows).toHaveCount(1);
  await expect(compare.cells('Pager')).toHaveText(['cannot tell']);
  expect((await heldBy()).map(({ name, enabled }) => [name, enabled])).toEqual([
    ['Chat', true],
    ['Mail', true],
    ['Pager', false],
  ]);
});

test('selects an earlier time as reference by keyboard', async ({ hookdesk }) => {
  const { compare, page, plan } = hookdesk;
  const { keyboard } = page;
  await disable(hookdesk, 'Mail');
  await compare.button.press('Enter');
  await compare.reference.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'An earlier time…' })).toBeVisible();
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(compare.reference).toHaveText('An earlier time…');
  await expect(compare.root.getByText(known)).toBeVisible();
  await expectAccessible(hookdesk, 'an earlier time to compare with');
  await expectLaidOut(page, 'an earlier time to compare with');
  await compare.target('acme').focus();
  await keyboard.press('Space');
  const time = compare.root.getByLabel('Time', { exact: true });
  const yesterday = await time.inputValue();
  await time.fill('');
  await expect(compare.start).toBeDisabled();
  await time.fill(yesterday);
  await expect(compare.start).toBeEnabled();
  await compare.start.press('Enter');
  await expect(compare.cells('Mail')).toHaveText(['1 difference']);
  await compare.root.getByRole('button', { name: 'Match to the reference' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Match all to acme on/ }).press('Enter');
  await expect(plan.rows).toHaveCount(1);
  await expect(plan.run).toBeEnabled();
  await plan.run.press('Enter');
  await expect(plan.end).toContainText('published and verified');
  await plan.close.press('Enter');
  await expect(compare.root.getByText('No differences on 1 installation')).toBeVisible();
});
