import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';

const most = 500;

export function addHistoryCommand(program: Command): void {
  program
    .command('history')
    .description('show what Hookdesk sent, newest first')
    .option('--installation <name>', 'of this installation only, by name or id')
    .option(
      '--text <words>',
      'words in the name or URL of the webhook, the installation or the person',
    )
    .option('--limit <count>', `entries to show, at most ${most}`, countOf, 50)
    .action(({ installation, text = '', limit }, command) =>
      run(command, async ({ client, output }) => {
        const { findInstallation } = await import('../find-installation.ts');
        const found =
          installation === undefined ? null : await findInstallation(client, installation);
        const filter = { connectionId: found?.id ?? null, text };
        const { entries } = await client.journal.page({ filter, after: null, limit });
        const shown = entries.map((entry) => ({
          id: entry.id,
          at: entry.at.toISOString(),
          who: entry.who,
          installation: entry.connectionName,
          action: entry.action,
          webhookId: entry.webhookId,
          webhook: entry.name,
          changes: entry.changes,
          outcome: entry.outcome,
        }));
        output.result('history', shown, {
          columns: ['TIME', 'INSTALLATION', 'ACTION', 'WEBHOOK', 'RESULT', 'CHANGES', 'PERSON'],
          rows: shown.map(({ at, action, webhook, outcome, changes, who, ...entry }) => [
            at,
            entry.installation,
            action,
            webhook,
            outcome,
            changes,
            who,
          ]),
        });
        return exitCodes.done;
      }),
    );
}

function countOf(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new InvalidArgumentError(`Use a number from 1 to ${most}.`);
  return count;
}
