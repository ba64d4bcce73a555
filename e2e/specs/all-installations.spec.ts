import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const environments = { acme: 'Production', globex: 'Staging', initech: 'Test' } as const;

type Three = Record<keyof typeof environments, Installation>;

/** Adds three installations, each with a webhook *Ops* and a unique one. */
async function connectThree(hookdesk: Hookdesk): Promise<Three> {
  const three = {
    acme: await startInstallation('A', { seed: 0 }),
    globex: await startInstallation('B', { seed: 0 }),
    initech: await startInstallation('B', { seed: 0 }),
  };
  for (const name of ['acme', 'globex', 'initech'] as const) {
    const there = three[name];
    await there.fetch('POST', '', webhookBody(there.variant, 'Ops'));
    await there.fetch('POST', '', {
      ...webhookBody(there.variant, `Only ${name}`),
      url: `https://${name}.example.com/hook`,
      enabled: false,
    });
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name, ...there, environment: environments[name] });
    await dialog.add.click();
    await dialog.root.waitFor({ state: 'hidden' });
    await expect(hookdesk.list.rows).toHaveCount(2);
  }
  return three;
}

const closeAll = (three: Three): Promise<unknown> =>
  Promise.all(Object.values(three).map((each) => each.close()));

test('finds a host on all installations, and changes webhooks of several @main', async ({
  hookdesk,
}) => {
  const three = await connectThree(hookdesk);
  const { all, editor, plan, statusBar } = hookdesk;
  await expect(statusBar).toContainText('2 webhooks');
  await all.button.click();
  await expect(all.rows).toHaveCount(6);
  await expect(all.coverage).toContainText('6 webhooks');
  await expect(all.coverage).toContainText('3 of 3 installations searched, all just refreshed');

  // Search takes one click, then typing.
  await expect(all.field).toBeFocused();
  await hookdesk.page.keyboard.type('host:hooks.example.com');
  await expect(all.rows).toHaveCount(3);
  await expect(all.row('Ops', 'globex')).toContainText(/staging/i);

  await all.row('Ops', 'acme').click();
  await expect(editor.name).toHaveValue('Ops');
  await expect(editor.root.getByRole('banner').or(editor.root)).toContainText('acme');
  await expect(editor.root.getByTitle('Environment: production')).toBeVisible();
  await expect(all.rows).toHaveCount(3);
  await expect(statusBar).not.toContainText('webhook');
  await hookdesk.page.keyboard.press('Escape');
  await expect(editor.root).toBeHidden();

  await all.tick('Ops', 'acme').check();
  await all.tick('Ops', 'initech').check();
  await expect(all.selected).toContainText('2 selected on 2 installations');
  await all.disableSelected.click();
  await expect(plan.rows).toHaveCount(2);
  await plan.run.click();
  await expect(plan.end).toContainText('2');
  await expect.poll(() => three.acme.writes().at(-1)?.method).toBe('PUT');
  await expect.poll(() => three.initech.writes().at(-1)?.method).toBe('PUT');
  expect(three.globex.writes().map(({ method }) => method)).toEqual(['POST', 'POST']);

  await plan.close.click();
  // A selection ends with its plan.
  await expect(all.selected).toBeHidden();
  await all.field.fill('Ops is:disabled');
  await expect(all.rows).toHaveCount(2);
  await all.tick('Ops', 'acme').check();
  await all.tick('Ops', 'initech').check();
  await all.deleteSelected();
  await expect(plan.bar).toContainText('Deletes 2 webhooks. Undo creates them again with new ids.');
  await expect(plan.run).toHaveClass(/danger/);
  await plan.run.click();
  await expect.poll(() => three.initech.writes().at(-1)?.method).toBe('DELETE');
  await plan.close.click();
  await expect(all.selected).toBeHidden();
  await expect(all.rows).toHaveCount(0);
  await closeAll(three);
});

test('completes a term, selects rows and opens a webhook with the keyboard only', async ({
  hookdesk,
}) => {
  const three = await connectThree(hookdesk);
  const { all, editor, page } = hookdesk;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Control+Shift+F');
  await expect(all.field).toBeFocused();
  await page.keyboard.type('-inst');
  await expect(all.suggestions).toHaveText([/installation:/]);
  await press('ArrowDown', 'Tab');
  await expect(all.field).toHaveValue('-installation:');
  await expect(all.suggestions).toContainText(['acme', 'globex', 'initech']);
  await page.keyboard.type('gl');
  await expect(all.suggestions).toHaveCount(1);
  await press('ArrowDown', 'Enter');
  await expect(all.field).toHaveValue('-installation:globex ');
  await expect(all.rows).toHaveCount(4);
  await press('Control+Space');
  await expect(all.suggestions.first()).toBeVisible();
  await press('Escape');
  await expect(all.suggestions).toHaveCount(0);
  await expect(all.field).toBeFocused();

  await press('Enter');
  await expect(all.grid).toBeFocused();
  await press('ArrowDown', 'Space', 'End', 'Shift+Space');
  await expect(all.selected).toContainText('3 selected on 2 installations');
  await press('Control+a');
  await expect(all.selected).toContainText('4 selected on 2 installations');
  await press('Home', 'Enter');
  await expect(editor.name).toBeFocused();
  await press('Escape', 'Escape');
  await expect(editor.root).toBeHidden();
  await expect(all.grid).toBeFocused();
  await press('Control+f');
  await expect(all.field).toBeFocused();
  await closeAll(three);
});

test('names an invalid search term, pins a search, and restores it after Back and reload', async ({
  hookdesk,
}) => {
  const three = await connectThree(hookdesk);
  const { all, editor, page, sidebar } = hookdesk;
  await all.button.click();
  await all.field.fill('hots:x');
  await expect(all.field).toHaveAttribute('aria-invalid', 'true');
  await expect(all.field).toHaveAccessibleDescription(/hots/);
  await expect(all.field).toHaveAccessibleDescription(/The list still shows all webhooks/);
  await expect(all.rows).toHaveCount(6);

  await all.field.fill('Ops');
  await all.root.getByRole('combobox', { name: 'Enabled' }).click();
  await page.getByRole('option', { name: 'Enabled', exact: true }).click();
  await expect(all.field).toHaveValue('Ops is:enabled');
  await all.pin.click();
  await sidebar.menuOfPin('Ops is:enabled', 'Rename…');
  await page.getByRole('dialog').getByLabel('Name').fill('Ops that are on');
  await page.keyboard.press('Enter');
  await all.field.fill('');
  await expect(all.rows).toHaveCount(6);
  await sidebar.pin('Ops that are on').click();
  await expect(all.field).toHaveValue('Ops is:enabled');
  await expect(all.rows).toHaveCount(3);

  await all.row('Ops', 'globex').click();
  await expect(editor.name).toHaveValue('Ops');
  await hookdesk.installation('initech').click();
  await expect(all.root).toBeHidden();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(all.root).toBeVisible();
  await expect(all.field).toHaveValue('Ops is:enabled');
  await expect(editor.root).toContainText('globex');
  await page.reload();
  await expect(editor.root).toContainText('globex');
  await expect(all.rows).toHaveCount(6);
  await sidebar.pin('Ops that are on').click();
  await expect(all.rows).toHaveCount(3);
  await closeAll(three);
});

test('shows unread installations, and Refresh all reads them', async ({ hookdesk }) => {
  const three = await connectThree(hookdesk);
  const { all, page } = hookdesk;
  const late = await startInstallation('B', { seed: 3 });
  await late.fail({ kind: '500' });
  const dialog = await hookdesk.addInstallation();
  await dialog.fill({ name: 'late', ...late });
  await dialog.add.click();
  await dialog.root.waitFor({ state: 'hidden' });
  await all.button.click();
  await expect(all.coverage).toContainText('3 of 4 installations searched, 1 never read');
  await late.fail();
  await three.acme.fetch('POST', '', webhookBody('A', 'Added by others'));
  await page.keyboard.press('F5');
  await expect(all.coverage).toContainText('4 of 4 installations searched');
  await expect(all.rows).toHaveCount(10);
  await expect(all.row('Added by others', 'acme')).toBeVisible();
  await late.close();
  await closeAll(three);
});

test('the palette finds webhooks of all installations and entries of History', async ({
  hookdesk,
}) => {
  const three = await connectThree(hookdesk);
  const { editor, list, page, all } = hookdesk;
  await all.button.click();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await page.keyboard.type('only acme');
  const found = palette.getByRole('group', { name: 'Webhooks on all installations' });
  await expect(found.getByRole('option')).toHaveText(['Only acme on acme production']);
  await page.keyboard.press('Enter');
  await expect(editor.name).toHaveValue('Only acme');
  await expect(list.root).toHaveAccessibleName('Webhooks of acme');

  await editor.name.fill('Renamed');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('renamed');
  const entries = palette.getByRole('group', { name: 'History' });
  await expect(entries.getByRole('option')).toHaveText([
    /^Update “Renamed” on acme.*production\s*$/,
  ]);
  await entries.getByRole('option').click();
  await expect(hookdesk.history.root).toBeVisible();
  await closeAll(three);
});

test('a long list of all installations has its rows at the end, and at the top after another pane', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 2_000 });
  await hookdesk.connect('big', installation);
  const { all, page, list } = hookdesk;
  await expect.poll(() => list.count()).toBe(2_000);
  await all.button.click();
  await expect.poll(() => all.count()).toBe(2_000);
  await all.grid.focus();
  await page.keyboard.press('End');
  await expect(all.rowAt(2_000)).toBeVisible();
  await expect(all.loading).toHaveCount(0);
  await hookdesk.sidebar.row('big').click();
  await installation.fetch('POST', '', webhookBody('B', '0 first'));
  await list.readAgain.click();
  await expect.poll(() => list.count()).toBe(2_001);
  await all.button.click();
  await expect(all.rowAt(1)).toContainText('0 first');
  await expect(all.loading).toHaveCount(0);
  await installation.close();
});
