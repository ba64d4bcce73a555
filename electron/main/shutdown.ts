import {
  endOnSignals,
  gracefulShutdown,
  type SignalSource,
} from '#adapters/shutdown/graceful-shutdown.ts';

export interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

export interface Shutdown {
  readonly app: Quitting;
  readonly signals: SignalSource;
  readonly close: () => Promise<void>;
  /** Called after an orderly quit, once everything is closed; not when a signal or the system ends Hookdesk. */
  readonly install: () => Promise<void>;
  readonly log: (line: string) => void;
  /** Milliseconds. */
  readonly limit?: number;
}

/** Closes everything after the last window, a signal or a call of the result; abandons what exceeds `limit`. */
export function shutDown({
  app,
  signals,
  close,
  install,
  log,
  limit = 4_000,
}: Shutdown): () => void {
  let endedBy: 'quit' | 'system' | null = null;
  let isInstalling = false;
  const exit = (code: number): void => {
    app.exit(code);
  };
  const installAndExit = async (code: number): Promise<void> => {
    if (code === 0 && endedBy === 'quit') {
      isInstalling = true;
      await install();
    }
    exit(code);
  };
  const closeAndExit = gracefulShutdown({
    close,
    exit: (code) => void installAndExit(code),
    log,
    limit,
  });
  const end = (): void => {
    endedBy ??= 'system';
    closeAndExit();
  };
  app.on('will-quit', (event) => {
    // On macOS the system's updater quits when it is ready to replace Hookdesk.
    if (isInstalling) return;
    event.preventDefault();
    endedBy ??= 'quit';
    closeAndExit();
  });
  endOnSignals(signals, end, exit);
  return end;
}
