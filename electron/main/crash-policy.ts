import { describeUnexpected } from '#core/report-unexpected.ts';

export interface CrashReactions {
  log(line: string): void;
  giveUp(title: string, text: string): void;
  readonly logPath: string;
}

export interface ErrorSource {
  on(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown;
}

/** An unhandled rejection fails one action; after an uncaught exception the state is unreliable. */
export function handleCrashes(source: ErrorSource, reactions: CrashReactions): void {
  source.on('unhandledRejection', (error) => {
    reactions.log(`unhandled rejection: ${describeUnexpected(error)}`);
  });
  source.on('uncaughtException', (error) => {
    reactions.log(`uncaught exception: ${describeUnexpected(error)}`);
    reactions.giveUp(
      'Hookdesk has to close',
      'Internal error in Hookdesk. Saved data is not lost. Start Hookdesk again; if the error ' +
        `persists, report the last lines of ${reactions.logPath}.`,
    );
  });
}
