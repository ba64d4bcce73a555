import type { WindowSessionEndEvent } from 'electron';

type SessionEvent = Pick<WindowSessionEndEvent, 'preventDefault' | 'reasons'>;

/** The part of Electron's `BrowserWindow` that reports the end of the session. */
interface SessionWindow {
  on(event: 'query-session-end', listener: (event: SessionEvent) => void): unknown;
  on(event: 'session-end', listener: () => void): unknown;
}

/**
 * Ends Hookdesk when Windows ends the session, without a question: `end` saves the edits within its limit.
 * Windows waits for Hookdesk where it allows that, and goes on when the process has ended. It gives an
 * application 5 s: https://learn.microsoft.com/windows/win32/shutdown/shutdown-changes-for-windows-vista
 */
export function endWithSession(window: SessionWindow, end: () => void): void {
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
