import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { version } from '#compose/node-paths.ts';
import { addCheckCommand } from './commands/check.ts';
import { addExportCommand } from './commands/export.ts';
import { addHistoryCommand } from './commands/history.ts';
import { addInstallationCommands } from './commands/installations.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addVaultCommands } from './commands/vault.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

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
      seconds,
      0,
    )
    .option('--passphrase-file <file>', 'unlock a passphrase vault with the content of this file')
    .option('--json', 'print JSON in place of a table')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
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
  addCheckCommand(program);
  addHistoryCommand(program);
  addVaultCommands(program);
  return program;
}

const after = `
Secrets come from standard input, a file or an environment variable, never from an argument.
Exit codes: 0 done, 1 error, 2 differences (with --exit-code), 3 partly applied, 4 sign-in or unlocking needed, 5 plan out of date, 6 another Hookdesk uses the data folder,
130 interrupted.`;

function seconds(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new InvalidArgumentError('Use a whole number of seconds.');
  return value;
}
