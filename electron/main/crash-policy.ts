import { describeUnexpected } from '#core/report-unexpected.ts';

/** What the policy does with what it learns. */
export interface CrashReactions {
  log(line: string): void;
  /** Tells a person and ends the process. */
  giveUp(title: string, text: string): void;
  /** Where the log is. */
  readonly logPath: string;
}

/** What is needed of Node's `process`. */
export interface ErrorSource {
  on(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown;
}

/**
 * A promise that nobody awaited fails one action: it is logged, and Hookdesk goes on. After an
 * uncaught exception nothing can be relied on: Hookdesk says so and ends.
 */
export function handleCrashes(source: ErrorSource, reactions: CrashReactions): void {
  source.on('unhandledRejection', (error) => {
    reactions.log(`unhandled rejection: ${describeUnexpected(error)}`);
  });
  source.on('uncaughtException', (error) => {
    reactions.log(`uncaught exception: ${describeUnexpected(error)}`);
    reactions.giveUp(
      'Hookdesk has to close',
      'Something went wrong inside Hookdesk. What was saved is kept. Start Hookdesk again; if this ' +
        `happens repeatedly, report the last lines of ${reactions.logPath}.`,
    );
  });
}
