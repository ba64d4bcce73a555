import {
  AlreadyRunning,
  alreadyRunningExitCode,
  explainAlreadyRunning,
} from '#adapters/data-folder/instance-lock.ts';
import { resetSignals, type SignalSource } from '#adapters/shutdown/graceful-shutdown.ts';
import { ProblemError } from '#domain/problem.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';

export type GiveUp = (title: string, text: string, exitCode?: number) => void;

export interface GiveUpNeeds {
  readonly app: { whenReady(): Promise<void>; exit(code: number): void };
  readonly signals: SignalSource;
  readonly dialog: { showErrorBox(title: string, text: string): void };
}

/** Shows a box and exits. Waits until Electron is ready, because an earlier error box does not appear on Linux. */
export function giveUpOnce({ app, dialog, signals }: GiveUpNeeds): GiveUp {
  let hasGivenUp = false;
  return (title, text, exitCode = 1) => {
    if (hasGivenUp) return;
    hasGivenUp = true;
    void app.whenReady().then(() => {
      // The box blocks this thread, so no listener would run on a signal.
      resetSignals(signals);
      dialog.showErrorBox(title, text);
      app.exit(exitCode);
    });
  };
}

/** What the box, the log and the exit code say of a start that failed. */
export function explainStart(error: unknown, logPath: string) {
  if (error instanceof AlreadyRunning) {
    const text = explainAlreadyRunning(error);
    const title = 'Hookdesk is already running';
    return { title, text, line: text, exitCode: alreadyRunningExitCode };
  }
  const title = 'Hookdesk could not start';
  if (error instanceof ProblemError) {
    const { message, advice } = error.problem;
    return { title, text: `${message}\n\n${advice}`, line: `${message} ${advice}`, exitCode: 1 };
  }
  return {
    title,
    text: `Internal error in Hookdesk. Report the last lines of ${logPath}.`,
    line: `start: ${describeUnexpected(error)}`,
    exitCode: 1,
  };
}

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
