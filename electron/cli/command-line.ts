import { Command } from '@commander-js/extra-typings';
import tab from '@bomb.sh/tab/commander';
import { Command as UntypedCommand } from 'commander';
import { version } from '#compose/node-paths.ts';
import { addCheckCommand } from './commands/check.ts';
import { addExportCommand } from './commands/export.ts';
import { addHistoryCommands } from './commands/history.ts';
import { addInstallationCommands } from './commands/installations.ts';
import { addPauseCommands } from './commands/pauses.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addVaultCommands } from './commands/vault.ts';
import { addWatchCommand } from './commands/watch.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { secondsOf } from './number-options.ts';
import { textForPerson } from './output/terminal-text.ts';

/** Loads neither core nor zod: `--help` is to answer at once. */
export function commandLine(): Command {
  const program = new Command('hookdesk')
    .description('Reads, exports and changes webhook definitions of many installations.')
    .usage('[options] COMMAND')
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .option('--data <folder>', 'data folder; the environment variable HOOKDESK_DATA also sets it')
    .option(
      '--lock-timeout <seconds>',
      'wait for another Hookdesk to release the folder',
      secondsOf,
      0,
    )
    .option('--passphrase-file <file>', 'unlock a passphrase vault with the content of this file')
    .option(
      '--installations-file <file>',
      'work with the installations of this file, without a data folder and keychain, for CI',
    )
    .option(
      '--tokens-file <file>',
      'JSON with their auth tokens or passwords by name; else the variables HOOKDESK_TOKEN_…',
    )
    .option('--json', 'print JSON in place of a table')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => process.stdout.write(textForPerson(text, process)),
      writeErr: (text) => process.stderr.write(textForPerson(text, process)),
      // A person may have given a secret to an option that does not exist.
      outputError: (text, write) => {
        write(text.replace(/'(--?[^=']+)=[^]*'/, "'$1=…'"));
      },
    })
    .showHelpAfterError('See --help.')
    .addHelpText('after', after);
  addInstallationCommands(program);
  addWebhookCommands(program);
  addExportCommand(program);
  addPlanCommands(program);
  addPauseCommands(program);
  addWatchCommand(program);
  addCheckCommand(program);
  addHistoryCommands(program);
  addVaultCommands(program);
  // The package with the types declares the class a second time.
  if (program instanceof UntypedCommand) tab(program);
  return program;
}

const after = `
Secrets come from standard input, a file or an environment variable, never from an argument.
Exit codes: 0 done, 1 error, 2 differences (with --exit-code), 3 partly applied, 4 sign-in or unlocking needed,
5 plan out of date, 6 data folder in use, 130 interrupted.
A data folder is in use when another command works in it, or when the Hookdesk that runs on it
has another version, accepts no commands or does not answer, because it is starting, closing or busy.`;
