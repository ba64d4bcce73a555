import type { Command } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import type { Results } from '../output/results.ts';

type Listed = Results['webhooks']['webhooks'][number];

const columns = ['ID', 'NAME', 'ENABLED', 'METHOD', 'URL'];
const cellsOf = ({ id, name, enabled, method, url }: Listed): string[] => [
  id === null ? '' : String(id),
  name,
  enabled ? 'yes' : 'no',
  method,
  url,
];

export function addWebhookCommands(program: Command): void {
  program
    .command('list')
    .description('list the webhooks of an installation')
    .argument('<installation>', 'name or id')
    .option('--stored', 'show the last list that was read, and send nothing')
    .action((given, { stored = false }, command) =>
      run(command, async ({ client, findInstallation, output, signal }) => {
        const { readList } = await import('../read-list.ts');
        const installation = await findInstallation(given);
        const { webhooks, readAt } = await readList(client, installation.id, { stored, signal });
        const at = readAt?.toISOString() ?? null;
        const value = { installation: installation.name, readAt: at, webhooks };
        output.result('webhooks', value, { columns, rows: webhooks.map(cellsOf) });
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
        output.result('search', found, {
          columns: ['INSTALLATION', ...columns],
          rows: found.webhooks.map(({ installation, ...webhook }) => [
            installation,
            ...cellsOf(webhook),
          ]),
        });
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
