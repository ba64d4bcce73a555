import { resetSignals, type SignalSource } from '#adapters/shutdown/graceful-shutdown.ts';

export type GiveUp = (title: string, text: string, exitCode?: number) => void;

export interface GiveUpNeeds {
  readonly app: { whenReady(): Promise<void>; exit(code: number): void };
  readonly signals: SignalSource;
  readonly dialog: { showErrorBox(title: string, text: string): void };
}

/** Waits until Electron is ready, because an earlier error box does not appear on Linux. */
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
