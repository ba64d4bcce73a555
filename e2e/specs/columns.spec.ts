import { expectAligned } from '../fixtures/aligned.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { remove, rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

/** The list has no scrollbar with `few` rows, and one with `many`. */
const few = 3;
const many = 60;

async function connectWith(hookdesk: Hookdesk, count: number): Promise<Installation> {
  const installation = await startInstallation('B', { seed: 0 });
  for (let at = 0; at < count; at += 1) {
    await installation.fetch('POST', '', webhookBody('B', `Ops ${at}`));
  }
  await hookdesk.connect('acme', installation);
  return installation;
}

for (const count of [few, many]) {
  const rows = `${count} rows`;

  test(`the webhook list with ${rows} aligns cells and column headers`, async ({ hookdesk }) => {
    const installation = await connectWith(hookdesk, count);
    const { list, page } = hookdesk;
    await expectAligned(page, 'webhooks', list.columns);
    await expectAligned(page, 'severities', list.severityColumns);
    await list.open('Ops 0');
    await expect(hookdesk.editor.name).toHaveValue('Ops 0');
    await expectAligned(page, 'webhooks beside the editor', list.columns);
    await expectAligned(page, 'severities beside the editor', list.severityColumns);
    await installation.close();
  });

  test(`a file with ${rows}, its plan and its drafts align their checkboxes`, async ({
    hookdesk,
  }) => {
    const installation = await connectWith(hookdesk, 1);
    const { bundle, drafts, page, plan } = hookdesk;
    const webhooks = Array.from({ length: count }, (_, at) => webhookBody('B', `New ${at}`));
    await bundle.drop('webhooks.json', JSON.stringify(webhooks));
    await expectAligned(page, 'file', bundle.fileTicks);
    await bundle.target('acme').check();
    await bundle.seePlan.click();
    await expect(plan.rows.first()).toBeVisible();
    await expectAligned(page, 'plan of a file', plan.ticks);
    await plan.close.click();
    await bundle.makeDrafts.click();
    await bundle.showDrafts.click();
    await expectAligned(page, 'drafts', drafts.ticks);
    await drafts.publishTicked.click();
    await expect(plan.rows.first()).toBeVisible();
    await expectAligned(page, 'plan', plan.ticks);
    await installation.close();
  });

  test(`an export with ${rows} aligns its columns`, async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 0 });
    for (let at = 0; at < count; at += 1) {
      const header = {
        http_header_key: `X-Api-Key-${at}`,
        http_header_value: `fake-key-${at}-4f1d9c`,
      };
      const body = { ...webhookBody('B', `Ops ${at}`), http_headers: [header] };
      await installation.fetch('POST', '', body);
    }
    await hookdesk.connect('acme', installation);
    const { bundleExport, page } = hookdesk;
    await hookdesk.command('Export webhooks…');
    await bundleExport.choose('acme').check();
    await bundleExport.next.click();
    await expect(bundleExport.secrets).toBeVisible();
    await expectAligned(page, 'secrets', bundleExport.columns);
    await installation.close();
  });
}

test('History, the changes of an entry, headers and coverage align their columns', async ({
  hookdesk,
}) => {
  const installation = await connectWith(hookdesk, few);
  const { coverage, editor, history, page } = hookdesk;
  await rename(hookdesk, 'Ops 0', 'Ops 0 renamed');
  await rename(hookdesk, 'Ops 0 renamed', 'Ops 0 again');
  await remove(hookdesk, 'Ops 1');
  await hookdesk.list.open('Ops 0 again');
  await editor.tab('Headers');
  await expectAligned(page, 'headers', editor.headers.columns);
  await hookdesk.ofInstallation('Coverage');
  await expectAligned(page, 'coverage', coverage.columns);
  await history.button.click();
  await expect(history.rows).toHaveCount(3);
  await expectAligned(page, 'history', history.columns);
  await history.open('Update', 'Ops 0 again');
  await expectAligned(page, 'what changed', history.changedColumns);
  await installation.close();
});
