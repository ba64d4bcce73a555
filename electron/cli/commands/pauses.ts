import type { Command } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import { counted } from '#domain/text/wording.ts';

/** The person named the installation or the pause. */
const ofPausing = { isNamed: true, leavesUnready: true };

export function addPauseCommands(program: Command): void {
  program
    .command('pause')
    .description('disable webhooks until a time')
    .argument('<installation>', 'name or id')
    .argument('[webhook...]', 'ids or names; default: all webhooks of the installation')
    .requiredOption(
      '--until <time>',
      'such as 18:00, "2026-11-30 18:00", 2h or 1d12h; “resumed” for no end',
    )
    .option('--query <text>', 'webhooks that the words and terms of “search” find')
    .option('--reason <text>', 'shown in the list of pauses', '')
    .option(
      '--zone <name>',
      'time zone of --until, such as Europe/Berlin; default: of this machine',
    )
    .option(
      '--resume',
      'resume by itself at the end, if the window, the web host or “watch” runs then',
    )
    .option('--yes', 'do not ask')
    .hook('preAction', (command) => {
      const { until, resume } = command.opts();
      if (until === 'resumed' && resume === true)
        command.error("error: option '--resume' cannot be used with option '--until resumed'");
    })
    .action((given, webhooks, options, command) =>
      run(command, async (context) => {
        const { client, findInstallation, output, signal } = context;
        const { selectWebhooks } = await import('../read-list.ts');
        const { endInWords, endOf, personsZone, refuseInMemory } = await import('../pausing.ts');
        const { preparePausing } = await import('../plans/prepare-plan.ts');
        const { awaitResults, nothingToApply, reviewAndApply } =
          await import('../plans/apply-plan.ts');
        const { query = null, reason, yes: isGiven = false } = options;
        const { zone = personsZone(), resume: resumesItself = false } = options;
        await refuseInMemory(client);
        const until = endOf(options.until, zone);
        const { id: connectionId } = await findInstallation(given);
        await awaitResults(context, [connectionId]);
        const selected = await selectWebhooks(client, { connectionId, webhooks, query }, signal);
        if (selected.length === 0)
          return nothingToApply(output, 'No webhook matches. Nothing was sent.');
        const selection = [{ connectionId, webhooks: selected }];
        const source = { kind: 'pause', selection, until, reason, zone, resumesItself } as const;
        const prepared = await preparePausing(client, source, signal);
        const { unchanged } = prepared;
        if (unchanged > 0) {
          output.note(`Disabled already and not sent: ${counted(unchanged, 'webhook')}.`);
        }
        output.note(endInWords(until, zone, resumesItself));
        const question = (count: number) => `Pause ${counted(count, 'webhook')}?`;
        return reviewAndApply(context, prepared, { ...ofPausing, isGiven, question });
      }),
    );

  program
    .command('resume')
    .description('enable the webhooks of a pause again')
    .argument('[pause]', 'id, or its beginning; default: all overdue pauses')
    .option('--dismiss', 'forget the pause, send nothing, and list what stays disabled')
    .option('--yes', 'do not ask')
    .action((given, { dismiss = false, yes: isGiven = false }, command) =>
      run(command, async (context) => {
        const { client, output, signal } = context;
        const { awaitResults, nothingToApply, reviewAndApply } =
          await import('../plans/apply-plan.ts');
        const { endHeld, findPauses, pausedResult, pausedTable, refuseNotBegun } =
          await import('../pausing.ts');
        const pauses = await findPauses(client, given);
        if (pauses.length === 0) return nothingToApply(output, 'No pause is overdue.');
        const pauseIds = pauses.map(({ id }) => id);
        if (dismiss) {
          const { confirm } = await import('../ask-in-terminal.ts');
          const question = `Forget ${pauses.length === 1 ? 'the pause' : `${pauses.length} pauses`}?`;
          if (!isGiven && !(await confirm(question, signal))) return exitCodes.error;
          const left = [];
          for (const pauseId of pauseIds) left.push(...(await client.pauses.end({ pauseId })));
          const result = pausedResult(left);
          output.result('dismissed', result, pausedTable(result));
          output.note(`${counted(left.length, 'webhook stays', 'webhooks stay')} disabled.`);
          return exitCodes.done;
        }
        refuseNotBegun(pauses);
        const { preparePausing } = await import('../plans/prepare-plan.ts');
        const paused = pauses.flatMap(({ webhooks }) => webhooks);
        await awaitResults(
          context,
          paused.map(({ connectionId }) => connectionId),
        );
        const prepared = await preparePausing(client, { kind: 'resume', pauseIds }, signal);
        const isEmpty = prepared.rows.every(({ state }) => state !== 'ready');
        if (isEmpty && (await endHeld(client, pauses))) {
          const why = 'the webhooks are enabled, or other pauses keep them disabled.';
          return nothingToApply(output, `There is nothing to resume: ${why}`);
        }
        const question = (count: number) => `Resume ${counted(count, 'webhook')}?`;
        return reviewAndApply(context, prepared, { ...ofPausing, isGiven, question });
      }),
    );

  program
    .command('pauses')
    .description('list pauses, overdue ones first')
    .action((_options, command) =>
      run(command, async ({ client, output }) => {
        const { pausesResult, pausesTable } = await import('../pausing.ts');
        const { installationNames } = await import('../find-installation.ts');
        const pauses = await client.pauses.list();
        const nameOf = await installationNames(client);
        output.result('pauses', pausesResult(pauses, nameOf), pausesTable(pauses));
        return exitCodes.done;
      }),
    );
}
