import type { Command } from '@commander-js/extra-typings';
import { countOf } from '../number-options.ts';

export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .description('report what others change on installations, and begin and resume pauses in time')
    .argument('[installation...]', 'names or ids; default: all')
    .option('--every <minutes>', 'minutes between two rounds', countOf(999), 5)
    .option('--once', 'end after one round, for cron')
    .option('--exit-code', 'with --once: end with exit code 2 when others changed something')
    .action(async (installations, options, command) => {
      const { every: minutes, once: isOnce = false, exitCode: tellsChanges = false } = options;
      if (tellsChanges && !isOnce)
        command.error("error: option '--exit-code' needs option '--once'");
      const { runWatch } = await import('../watch-in-rounds.ts');
      await runWatch(command, { installations, minutes, isOnce, tellsChanges });
    });
}
