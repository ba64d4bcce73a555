/** What the terminal, the system and the end of a session send. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

/** What is needed of Node's `process`. */
export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  removeAllListeners(signal: Signal): unknown;
}

/** As a shell has it for a program that Ctrl C ended: 128 and the number of SIGINT. */
const interrupted = 130;

/**
 * Ends the process in the orderly way when a signal asks for it, and at once when another one does. To
 * be called when everything else has been loaded: it is the only listener from then on.
 *
 * The settings' library (conf, through atomically and when-exit) listens too, and answers a signal by
 * sending it again, which would kill the process in the midst of its end. What it has to do at the end
 * it also does when the process exits. In Electron this takes the signals from Chromium as well, which
 * would ask each window, and go on for as long as one wants to stay.
 */
export function endOnSignals(
  source: SignalSource,
  end: () => void,
  exit: (code: number) => void,
): void {
  let asked = false;
  for (const signal of signals) {
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

/** Lets the system end the process at once when a signal comes. */
export function resetSignals(source: SignalSource): void {
  for (const signal of signals) {
    // Node resets a signal with its last listener, also where Chromium had set a handler.
    source.on(signal, () => undefined);
    source.removeAllListeners(signal);
  }
}
