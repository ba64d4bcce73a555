import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext, Work } from './session/run-on-data-folder.ts';
import type { SecretOptions } from './session/secret-source.ts';

/** Runs the work on the data folder, and ends the process with its exit code. */
export async function run(
  command: CommandUnknownOpts,
  work: Work<CommandContext>,
  secretOptions: SecretOptions = {},
): Promise<void> {
  // Loaded here, because help does not need the core.
  const { runOnDataFolder } = await import('./session/run-on-data-folder.ts');
  await runOnDataFolder(command, work, secretOptions);
}

/** The same without a data folder. */
export async function runOffline(
  command: CommandUnknownOpts,
  work: Work<Pick<CommandContext, 'output'>>,
): Promise<void> {
  const { runWithoutData } = await import('./session/run-on-data-folder.ts');
  await runWithoutData(command, work);
}

/** Ends the program when `--json` is given, too: the other option prints something else. */
export function refuseJson(command: CommandUnknownOpts, other: string): void {
  if (command.getOptionValueSourceWithGlobals('json') === undefined) return;
  command.error(`error: option '--json' cannot be used with option '${other}'`);
}
