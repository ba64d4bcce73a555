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
