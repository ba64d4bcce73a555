import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../../electron/cli/testing/run-cli.ts';
import { expect, test } from '../fixtures/test.ts';

test('commands work through the open desktop application, and its window shows their changes', async ({
  application,
  hookdesk,
  installations: { B },
  dataFolder,
}) => {
  await hookdesk.connectWith('globex', B, ['Pager night']);
  const data = ['--data', dataFolder];
  const listed = await runCli(['list', 'globex', '--json', ...data]);
  expect(listed, application.printed()).toMatchObject({ code: 0 });
  expect(listed.out).toContain('"Pager night"');

  const file = join(dataFolder, 'one.json');
  const webhook = {
    name: 'Pager day',
    url: 'https://hooks.example.com/ops',
    payloadTemplate: '{}',
  };
  await writeFile(
    file,
    JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks: [webhook] }),
  );
  const applied = await runCli(['apply', file, '--installation', 'globex', '--yes', ...data]);
  expect(applied).toMatchObject({ code: 0 });
  await expect(hookdesk.list.row('Pager day')).toBeVisible();
  await hookdesk.command('History');
  await expect(hookdesk.history.row('Create', 'Pager day')).toBeVisible();
});
