import { endOnSignals, type SignalSource } from '#adapters/ending/end-on-signals.ts';
import { orderlyEnd } from '#adapters/ending/orderly-end.ts';

/** What is needed of Electron's `app`. */
export interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

export interface Shutdown {
  readonly app: Quitting;
  /** Node's `process`. */
  readonly signals: SignalSource;
  readonly close: () => Promise<void>;
  readonly log: (line: string) => void;
  /** In milliseconds. */
  readonly limit?: number;
}

/**
 * Closes everything before the process ends: after every window has closed, at a signal, or when the
 * returned function is called. The process ends at the limit even where closing takes longer.
 */
export function endOrderly({ app, signals, close, log, limit = 4_000 }: Shutdown): () => void {
  const exit = (code: number): void => {
    app.exit(code);
  };
  const end = orderlyEnd({ close, exit, log, limit });
  app.on('will-quit', (event) => {
    event.preventDefault();
    end();
  });
  endOnSignals(signals, end, exit);
  return end;
}
