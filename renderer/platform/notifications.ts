import { WindowsInFront } from './windows-in-front.ts';

export interface SystemNotification {
  readonly title: string;
  readonly text: string;
  /** Replaces an earlier notification with the same tag, also of another window. */
  readonly tag: string;
  readonly onclick: () => void;
}

export interface Notifier {
  permission(): NotificationPermission | 'unsupported';
  /** Needs a user action; the browser may ask the user. */
  request(): Promise<NotificationPermission | 'unsupported'>;
  show(notification: SystemNotification): void;
  /** Whether the user works in a window of Hookdesk. */
  isInFront(): Promise<boolean>;
}

const isSupported = (): boolean => 'Notification' in window;

export function systemNotifier(): Notifier {
  const windows = new WindowsInFront(
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
  return {
    permission: () => (isSupported() ? Notification.permission : 'unsupported'),
    request: () =>
      isSupported() ? Notification.requestPermission() : Promise.resolve('unsupported'),
    show: ({ title, text, tag, onclick }) => {
      const shown = new Notification(title, { body: text, tag });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        onclick();
      });
    },
    isInFront: () => windows.isAny(),
  };
}
