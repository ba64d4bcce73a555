const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  removeAllListeners(signal: Signal): unknown;
}

/** 128 plus the number of SIGINT, as shells do. */
const interrupted = 130;

/** The first signal starts an orderly end, the second exits. Call last: removes other listeners. */
export function endOnSignals(
  source: SignalSource,
  end: () => void,
  exit: (code: number) => void,
): void {
  let asked = false;
  for (const signal of signals) {
    // conf's (when-exit) would resend the signal and kill Hookdesk; Chromium's would await windows.
    source.removeAllListeners(signal);
    source.on(signal, () => {
      if (asked) {
        exit(interrupted);
        return;
      }
      asked = true;
      end();
    });
  }
}

export function resetSignals(source: SignalSource): void {
  for (const signal of signals) {
    // Node resets a signal when its last listener is removed, also after Chromium set a handler.
    source.on(signal, () => undefined);
    source.removeAllListeners(signal);
  }
}
