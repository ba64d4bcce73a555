import type { Command } from '@commander-js/extra-typings';
import { countOf } from '../number-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { tableOf } from '../output/table.ts';
import { run } from '../run.ts';

const most = 500;

export function addHistoryCommands(program: Command): void {
  program
    .command('history')
    .description('show what Hookdesk sent, newest first')
    .option('--installation <name>', 'of this installation only, by name or id')
    .option(
      '--text <words>',
      'words in the name or URL of the webhook, the installation or the person',
    )
    .option('--limit <count>', `entries to show, at most ${most}`, countOf(most), 50)
    .action(({ installation, text = '', limit }, command) =>
      run(command, async ({ client, findInstallation, output }) => {
        const found = installation === undefined ? null : await findInstallation(installation);
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
        const table = tableOf(shown, {
          TIME: 'at',
          INSTALLATION: 'installation',
          ACTION: 'action',
          WEBHOOK: 'webhook',
          RESULT: 'outcome',
          CHANGES: 'changes',
          PERSON: 'who',
          ID: 'id',
        });
        output.result('history', shown, table);
        return exitCodes.done;
      }),
    );

  program
    .command('undo')
    .description('undo the last “apply”, or entries of History')
    .argument('[entry...]', 'ids of “history”; default: what the last “apply” sent')
    .option('--installation <name>', 'on this installation only, by name or id')
    .option('--yes', 'do not ask; for production, --installation is needed too')
    .action((entryIds, { installation, yes = false }, command) =>
      run(command, async (context) => {
        const { client, findInstallation, signal } = context;
        const { prepareUndo } = await import('../plans/prepare-plan.ts');
        const { awaitResults, reviewAndApply } = await import('../plans/apply-plan.ts');
        const connectionId =
          installation === undefined ? null : (await findInstallation(installation)).id;
        await awaitResults(context, connectionId === null ? null : [connectionId]);
        const prepared = await prepareUndo(client, entryIds, connectionId, signal);
        const how = { isGiven: yes, isNamed: connectionId !== null };
        return reviewAndApply(context, prepared, how);
      }),
    );
}
