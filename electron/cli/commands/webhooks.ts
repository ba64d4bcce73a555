import type { Command } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import type { Results } from '../output/results.ts';
import { tableOf } from '../output/table.ts';

type Listed = Results['webhooks']['webhooks'][number];

const columns = {
  ID: 'id',
  NAME: 'name',
  ENABLED: ({ enabled }: Pick<Listed, 'enabled'>) => (enabled ? 'yes' : 'no'),
  METHOD: 'method',
  URL: 'url',
} as const;

export function addWebhookCommands(program: Command): void {
  program
    .command('list')
    .description('list the webhooks of an installation')
    .argument('<installation>', 'name or id')
    .option('--stored', 'show the last list that was read, and send nothing')
    .action((given, { stored = false }, command) =>
      run(command, async ({ client, findInstallation, output, signal }) => {
        const { listedResult, readList } = await import('../read-list.ts');
        const installation = await findInstallation(given);
        const { webhooks: read, readAt } = await readList(client, installation.id, signal, stored);
        const webhooks = read.map(listedResult);
        const at = readAt?.toISOString() ?? null;
        const value = { installation: installation.name, readAt: at, webhooks };
        output.result('webhooks', value, tableOf(webhooks, columns));
        if (stored && at === null) output.note(`“${installation.name}” was never read.`);
        return exitCodes.done;
      }),
    );

  program
    .command('get')
    .description('show one webhook; secrets are masked')
    .argument('<installation>', 'name or id')
    .argument('<webhook>', 'id or name')
    .action((given, webhook, _options, command) =>
      run(command, async ({ client, findInstallation, output, signal }) => {
        const { readOne } = await import('../read-list.ts');
        const { id: connectionId } = await findInstallation(given);
        const found = await readOne(client, connectionId, webhook, signal);
        output.result('webhook', found, { columns: ['FIELD', 'VALUE'], rows: detailsOf(found) });
        return exitCodes.done;
      }),
    );

  program
    .command('search')
    .description('search the last lists of all installations, and send nothing')
    .argument('<query...>', 'words and terms of the window, such as host:example.com is:disabled')
    .action((query, _options, command) =>
      run(command, async ({ client, output }) => {
        const { search } = await import('../read-list.ts');
        const found = await search(client, query.join(' '));
        const table = tableOf(found.webhooks, { INSTALLATION: 'installation', ...columns });
        output.result('search', found, table);
        if (found.neverRead.length > 0) {
          output.note(
            `Not searched, because their lists were never read: ${found.neverRead.join(', ')}.`,
          );
        }
        return exitCodes.done;
      }),
    );
}

function detailsOf(webhook: Results['webhook']): string[][] {
  const { id, name, enabled, method, url, payloadType, severities } = webhook;
  const alerts = Object.entries(severities).flatMap(([severity, isOn]) => (isOn ? [severity] : []));
  return [
    ['Id', String(id)],
    ['Name', name],
    ['Enabled', enabled ? 'yes' : 'no'],
    ['Method', method],
    ['URL', url],
    ...(payloadType === null ? [] : [['Payload type', payloadType]]),
    ['Alerts', alerts.join(', ')],
    ...webhook.headers.map((header) => [`Header ${header.name}`, header.value]),
    ...webhook.payloadTemplate
      .split('\n')
      .map((line, index) => [index === 0 ? 'Payload' : '', line]),
  ];
}
