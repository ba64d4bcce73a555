import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const withKey = (body: Record<string, unknown>, key: string): Record<string, unknown> => ({
  ...body,
  http_headers: [{ http_header_key: 'X-Api-Key', http_header_value: key }],
});

interface Compared {
  readonly acme: Installation;
  readonly globex: Installation;
  readonly stage: Installation;
}

/** Starts the reference, an installation that differs, and one of the other variant. */
async function startCompared(): Promise<Compared> {
  const acme = await startInstallation('B', { seed: 0 });
  const globex = await startInstallation('B', { seed: 0 });
  const stage = await startInstallation('A', { seed: 0 });
  for (const name of ['Mail to the desk', 'Ops alerts – Slack', 'Pager night']) {
    await acme.fetch('POST', '', withKey(webhookBody('B', name), 'secret-of-acme'));
  }
  await globex.fetch('POST', '', {
    ...withKey(webhookBody('B', 'Ops alerts – Slack'), 'secret-of-globex'),
    url: 'https://hooks.example.com/services/other',
    enabled: false,
    payload_template: '{\n  "text": "%AlertName%",\n  "level": "%AlertLevel%"\n}',
  });
  await globex.fetch('POST', '', withKey(webhookBody('B', 'Pager night'), 'secret-of-acme'));
  await globex.fetch('POST', '', webhookBody('B', 'Teams – network'));
  for (const name of ['Mail to the desk', 'Ops alerts – Slack', 'Pager night']) {
    await stage.fetch('POST', '', withKey(webhookBody('A', name), 'secret-of-acme'));
  }
  return { acme, globex, stage };
}

async function connectAll(hookdesk: Hookdesk, { acme, globex, stage }: Compared): Promise<void> {
  await hookdesk.connect('globex', globex);
  await hookdesk.connect('acme-stage', stage);
  await hookdesk.connect('acme-prod', acme);
}

test.describe('compare', () => {
  let installations: Compared;
  let started: Installation[] = [];
  test.beforeEach(async ({ hookdesk }) => {
    installations = await startCompared();
    started = [installations.acme, installations.globex, installations.stage];
    await connectAll(hookdesk, installations);
  });
  test.afterEach(async () => {
    for (const each of started) await each.close();
  });

  test('compares one webhook on two installations in three clicks, and publishes a plan @main', async ({
    hookdesk,
  }) => {
    const { compare, contextMenu, list, plan } = hookdesk;
    await contextMenu.open(list.row('Ops alerts – Slack'));
    await contextMenu.root.getByRole('menuitem', { name: 'Compare with…' }).click();
    await compare.dialog.getByRole('button', { name: /^globex/ }).click();

    await expect(compare.rows).toHaveCount(1);
    await expect(compare.cells('Ops alerts – Slack')).toHaveText(['4 differences']);
    await expect(compare.part('Target URL')).toContainText('services/other');
    await expect(compare.part('Header X-Api-Key')).toContainText('Different secret');
    await expect(compare.details).not.toContainText('secret-of');

    await compare.details.getByRole('button', { name: 'Change on globex…' }).click();
    await expect(plan.rows).toHaveCount(1);
    await plan.run.click();
    await expect(plan.end).toBeVisible();
    await plan.close.click();
    await expect(compare.cells('Ops alerts – Slack')).toHaveText(['same']);
    const listed = JSON.stringify(await installations.globex.fetch('GET', ''));
    expect(listed).toContain('secret-of-acme');
    expect(listed).not.toContain('secret-of-globex');
  });

  test('ignores fields, filters rows, exports, and works after a reload', async ({ hookdesk }) => {
    const { compare, page } = hookdesk;
    await hookdesk.sidebar.menu('acme-prod', 'Compare with…');
    await compare.dialog.getByRole('button', { name: 'All 2 other installations' }).click();

    await test.step('counts equal installations instead of showing a column for each', async () => {
      await expect(compare.root.getByRole('status').first()).toHaveText(
        '1 installation same, 1 differs',
      );
      await expect(compare.heads).toHaveCount(1);
      await compare.root.getByRole('button', { name: 'Show 1 same' }).click();
      await expect(compare.heads).toHaveCount(2);
      await expect(compare.root.getByText('Payload type is compared only')).toBeVisible();
    });

    await test.step('filters the rows', async () => {
      await compare.showOnly(/^All webhooks \(4\)/);
      await expect(compare.cells('Mail to the desk')).toHaveText(['missing', 'same']);
      await expect(compare.cells('Pager night')).toHaveText(['same', 'same']);
      await expect(compare.cells('Teams – network')).toHaveText(['extra', '–']);
      await compare.showOnly(/^Missing \(1\)/);
      await expect(compare.rows).toHaveCount(1);
      await compare.showOnly(/^All webhooks/);
    });

    await test.step('ignores a field, and compares it again', async () => {
      await compare.row('Ops alerts – Slack').click();
      await compare
        .part('Enabled')
        .getByRole('button', { name: 'Ignore this field: Enabled' })
        .click();
      await expect(compare.cells('Ops alerts – Slack').first()).toHaveText('3 differences');
      await expect(compare.part('Enabled')).toHaveCount(0);
      await compare.ignored.getByRole('button', { name: 'Compare Enabled again' }).click();
      await expect(compare.cells('Ops alerts – Slack').first()).toHaveText('4 differences');
      await expect(compare.ignored).toHaveCount(0);
    });

    await test.step('exports CSV, Markdown and HTML', async () => {
      const { fileName, text } = await compare.export('CSV');
      expect(fileName).toMatch(/^hookdesk-comparison-.*\.csv$/);
      expect(text).toContain('"Ops alerts – Slack","yes","4 differences","same"');
      expect((await compare.export('Markdown')).text).toContain('| Pager night |');
      expect((await compare.export('HTML')).text).toContain(
        '<td class="differs">4 differences</td>',
      );
    });

    await test.step('shows the comparison again after a reload', async () => {
      await page.reload();
      await expect(compare.cells('Ops alerts – Slack')).toHaveText(['4 differences']);
    });
  });

  test('makes all like the reference, and selects no deletions', async ({ hookdesk }) => {
    const { compare, plan } = hookdesk;
    await hookdesk.sidebar.menu('acme-prod', 'Compare with…');
    await compare.dialog.getByRole('button', { name: 'All 2 other installations' }).click();
    await expect(compare.rows).toHaveCount(3);
    await compare.makeAllAlike(/^Match all to acme-prod/);
    await expect(plan.rows).toHaveCount(2);
    await plan.run.click();
    await expect(plan.end).toBeVisible();
    await plan.close.click();
    await expect(compare.rows).toHaveCount(1);
    await expect(compare.cells('Teams – network')).toHaveText(['extra']);
    await compare.makeAllAlike(/delete extra webhooks/);
    await expect(plan.rows).toHaveCount(1);
    await expect(plan.tick('Delete Teams – network')).not.toBeChecked();
  });

  test('works with the keyboard only', async ({ hookdesk }) => {
    const { compare, page, plan } = hookdesk;
    const { keyboard } = page;
    await hookdesk.command('Compare acme-prod with');
    await expect(compare.dialog.getByRole('button', { name: /^globex/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(compare.rows).toHaveCount(3);
    await keyboard.press('Control+F');
    await expect(compare.filter).toBeFocused();
    await keyboard.type('ops');
    await expect(compare.rows).toHaveCount(1);
    await keyboard.press('ArrowDown');
    await expect(compare.grid).toBeFocused();
    await keyboard.press('Enter');
    await expect(compare.details.getByRole('group', { name: 'Details' })).toBeFocused();
    await keyboard.press('Tab');
    await expect(compare.details.getByRole('button', { name: 'Change on globex…' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(compare.details).toBeHidden();
    await expect(compare.grid).toBeFocused();
    await keyboard.press('Space');
    await keyboard.press('Tab');
    const make = compare.root.getByRole('button', { name: 'Match to the reference…' });
    while (!(await make.evaluate((element) => element === document.activeElement))) {
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await expect(plan.rows).toHaveCount(1);
  });
});

test('nothing that writes is offered for a read-only installation', async ({
  hookdesk,
  installations: { A, B },
}) => {
  const { compare, contextMenu } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Only here'));
  const dialog = await hookdesk.addInstallation();
  await dialog.fill({ name: 'globex', ...A });
  await dialog.readOnly.click();
  await dialog.add.click();
  await hookdesk.list.rows.first().waitFor();
  await hookdesk.connect('acme', B);
  await hookdesk.sidebar.menu('acme', 'Compare with…');
  await compare.dialog.getByRole('button', { name: /^globex/ }).click();
  await expect(compare.cells('Only here')).toHaveText(['missing']);
  await expect(compare.root.getByRole('button', { name: 'Match to the reference' })).toBeHidden();
  await contextMenu.open(compare.cells('Only here'));
  await expect(contextMenu.labels).toHaveText(['Open']);
  await contextMenu.items.first().click();
  await expect(compare.details.getByRole('list', { name: 'Installations' })).toContainText(
    'missing',
  );
  await expect(compare.details.getByRole('button', { name: /globex/ })).toHaveCount(0);
});
