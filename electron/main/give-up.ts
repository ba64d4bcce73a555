import { resetSignals, type SignalSource } from '#adapters/ending/end-on-signals.ts';

export type GiveUp = (title: string, text: string, exitCode?: number) => void;

export interface GiveUpNeeds {
  /** Electron's `app`. */
  readonly app: { whenReady(): Promise<void>; exit(code: number): void };
  /** Node's `process`. */
  readonly signals: SignalSource;
  /** Electron's `dialog`. */
  readonly dialog: { showErrorBox(title: string, text: string): void };
}

/**
 * Returns a function that says why Hookdesk ends, and ends it. Only the first call counts. It waits until
 * Electron is ready, because earlier an error box does not appear on Linux.
 */
export function giveUpOnce({ app, dialog, signals }: GiveUpNeeds): GiveUp {
  let hasGivenUp = false;
  return (title, text, exitCode = 1) => {
    if (hasGivenUp) return;
    hasGivenUp = true;
    void app.whenReady().then(() => {
      // The box blocks this thread: no listener would hear a signal.
      resetSignals(signals);
      dialog.showErrorBox(title, text);
      app.exit(exitCode);
    });
  };
}
