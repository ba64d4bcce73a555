import type { WindowSessionEndEvent } from 'electron';
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

type SessionEvent = Pick<WindowSessionEndEvent, 'preventDefault' | 'reasons'>;

interface SessionWindow {
  on(event: 'query-session-end', listener: (event: SessionEvent) => void): unknown;
  on(event: 'session-end', listener: () => void): unknown;
}

interface PowerMonitor {
  /** Electron's typings leave out the event that its documentation names. */
  on(event: 'shutdown', listener: (...details: unknown[]) => void): unknown;
}

/** macOS and Linux. Preventing the event delays the system until Hookdesk exits. */
export function endWithSystem(monitor: PowerMonitor, end: () => void): void {
  monitor.on('shutdown', (event) => {
    prevent(event);
    end();
  });
}

function prevent(event: unknown): void {
  if (typeof event !== 'object' || event === null || !('preventDefault' in event)) return;
  if (typeof event.preventDefault === 'function') Reflect.apply(event.preventDefault, event, []);
}

/** Without a question: `end` saves the edits within its limit. Windows waits at most 5 s. */
export function endWithSession(window: SessionWindow, end: () => void): void {
  // Source: https://learn.microsoft.com/windows/win32/shutdown/shutdown-changes-for-windows-vista
  window.on('query-session-end', (event) => {
    if (maySessionWait(event)) event.preventDefault();
    end();
  });
  // Windows asks nothing before an end that it forces.
  window.on('session-end', end);
}

/** Windows forces a critical end, and updates files after `close-app`: both must not be delayed. */
function maySessionWait({ reasons }: SessionEvent): boolean {
  return !reasons.includes('critical') && !reasons.includes('close-app');
}
