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
  readonly log: (line: string) => void;
  /** Milliseconds. */
  readonly limit?: number;
}

/** Closes everything after the last window, a signal or a call of the result; abandons what exceeds `limit`. */
export function shutDown({ app, signals, close, log, limit = 4_000 }: Shutdown): () => void {
  const exit = (code: number): void => {
    app.exit(code);
  };
  const end = gracefulShutdown({ close, exit, log, limit });
  app.on('will-quit', (event) => {
    event.preventDefault();
    end();
  });
  endOnSignals(signals, end, exit);
  return end;
}
