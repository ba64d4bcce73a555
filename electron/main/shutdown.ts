import { endOnSignals, type SignalSource } from '#adapters/shutdown/end-on-signals.ts';
import { gracefulShutdown } from '#adapters/shutdown/graceful-shutdown.ts';

export interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

export interface Shutdown {
  readonly app: Quitting;
  readonly signals: SignalSource;
  readonly close: () => Promise<void>;
  /** Called after an orderly quit, once everything is closed; not when a signal or the system ends Hookdesk. */
  readonly install: () => void;
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
  let by: 'quit' | 'system' | null = null;
  const exit = (code: number): void => {
    if (code === 0 && by === 'quit') install();
    app.exit(code);
  };
  const shut = gracefulShutdown({ close, exit, log, limit });
  const end = (): void => {
    by ??= 'system';
    shut();
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    by ??= 'quit';
    shut();
  });
  endOnSignals(signals, end, exit);
  return end;
}
