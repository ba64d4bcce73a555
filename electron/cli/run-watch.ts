import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { systemClock } from '#adapters/clock/clock.ts';
import { exitCodes } from './exit-codes.ts';
import { openSession } from './open-session.ts';
import { dataFolderOf, exitWith, GlobalOptions, passphraseOf } from './run-on-data-folder.ts';
import { takeEnvironmentSecrets } from './secret-source.ts';
import type { Session } from './session.ts';
import { inMemory, watch, type WatchOptions } from './watch.ts';

/** Seconds, so that a watch waits for a short command. */
const leastLockTimeout = 10;

/** Ends the process. A signal is the usual end of a watch that goes on. */
export async function runWatch(command: CommandUnknownOpts, given: WatchOptions): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  const dataFolder = dataFolderOf(options);
  const passphrase = passphraseOf(options);
  await exitWith(
    options,
    (output, signal, abortOnSignals) => {
      takeEnvironmentSecrets();
      if (options.installationsFile !== null) throw inMemory();
      const open = async (): Promise<Session> => {
        const session = await openSession({
          dataFolder,
          lockTimeout: Math.max(options.lockTimeout, leastLockTimeout),
          passphrase,
          hasKeychain: true,
          command: command.name(),
          note: output.note,
        });
        abortOnSignals();
        return session;
      };
      return watch({ output, signal, dataFolder, clock: systemClock, open }, given);
    },
    given.isOnce ? exitCodes.interrupted : exitCodes.done,
  );
}
