import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../../electron/cli/testing/run-cli.ts';
import type { Installation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** Exports an installation with the command line. Returns the folder. */
async function exportedFolder(dataFolder: string, { authToken, ...of }: Installation) {
  const folder = join(dataFolder, 'team-webhooks');
  const installations = join(dataFolder, 'installations.json');
  const connection = {
    name: 'acme',
    baseUrl: of.baseUrl,
    variant: of.variant,
    apiRoot: of.apiRoot,
    environment: 'test',
  };
  const file = { format: 'hookdesk-connections', version: 1, connections: [connection] };
  await writeFile(installations, JSON.stringify(file));
  const { code, err } = await runCli(
    ['export', 'acme', '--to', folder, '--installations-file', installations],
    { env: { HOOKDESK_TOKEN_ACME: authToken } },
  );
  expect(err).toBe('');
  expect(code).toBe(0);
  return folder;
}

test('a folder that the command line wrote proposes nothing, and one edit of it one change', async ({
  hookdesk,
  dataFolder,
  installations: { B },
}) => {
  const { bundle, page, plan } = hookdesk;
  const payload = '{\n  "text": "%AlertName%"\n}\n';
  await B.fetch('POST', '', { ...webhookBody('B', 'Night shift'), payload_template: payload });
  await hookdesk.connect('acme', B);
  const folder = await exportedFolder(dataFolder, B);

  await test.step('the folder is opened like a bundle', async () => {
    await bundle.button.click();
    await bundle.chooseFolder(folder);
    await expect(bundle.file).toContainText('Hookdesk folder, version 1.1');
    await expect(bundle.fileRows.filter({ hasText: 'Night shift' })).toContainText('not included');
    await bundle.target('acme').check();
    await bundle.seePlan.click();
    await expect(plan.filter('All')).toHaveText('All 13');
    await expect(plan.filter('Unchanged')).toHaveText('Unchanged 13');
    await plan.close.click();
  });

  await test.step('an edited template is one change, with its findings', async () => {
    const template = join(folder, 'webhooks/night-shift.template.txt');
    await writeFile(template, payload.replace('AlertName', 'AlertNme'));
    await bundle.closeFile.click();
    await bundle.chooseFolder(folder);
    await bundle.target('acme').check();
    await bundle.seePlan.click();
    await expect(plan.filter('Ready to send')).toHaveText('Ready to send 1');
    await plan.row('Night shift').first().click();
    await expect(plan.details).toContainText('%AlertNme%');
    await plan.close.click();
  });

  await test.step('a folder with errors is refused, and each error named', async () => {
    await writeFile(join(folder, 'webhooks/broken.json'), '{\n  "name": }');
    await writeFile(
      join(folder, 'webhooks/latin.json'),
      Buffer.from('{"name": "Z\xfcrich"}', 'latin1'),
    );
    await bundle.closeFile.click();
    await bundle.chooseFolder(folder);
    await expect(bundle.problem).toContainText('webhooks/latin.json: It is not text in UTF-8.');
    await rm(join(folder, 'webhooks/latin.json'));
    await bundle.chooseFolder(folder);
    await expect(bundle.problem).toContainText('webhooks/broken.json: Line 2, column 11');
    await rm(join(folder, 'webhooks/broken.json'));
  });

  await test.step('a link in a dropped folder does not lead out of it', async () => {
    const outside = join(dataFolder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'b.json'), '{"name": "Canary of another file"}');
    await symlink(join(outside, 'b.json'), join(folder, 'webhooks/linked.json'));
    await bundle.dropPath(folder);
    await expect(bundle.file).toContainText('Hookdesk folder');
    await expect(bundle.fileRows.first()).toBeVisible();
    await expect(page.getByText('Canary of another file')).toHaveCount(0);
  });

  expect(await readFile(join(folder, 'hookdesk.json'), 'utf8')).toContain('hookdesk-folder');
});
