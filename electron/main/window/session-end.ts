import type { WindowSessionEndEvent } from 'electron';

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
