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
  /** Only with the permission `granted`. */
  show(notification: SystemNotification): void;
  /** Whether the user works in a window of Hookdesk. */
  isInFront(): Promise<boolean>;
}

const isSupported = (): boolean => 'Notification' in window;

export function systemNotifier(): Notifier {
  const windows = new FrontWindows(
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
    isInFront: () => windows.isAnyInFront(),
  };
}

const answerMilliseconds = 300;

interface Message {
  readonly kind: 'question' | 'answer';
  readonly id: string;
}

/** Asks the other windows of this host in the same browser. */
export class FrontWindows {
  readonly #channel = new BroadcastChannel('hookdesk-windows-in-front');
  readonly #isThisInFront: () => boolean;

  constructor(isThisInFront: () => boolean) {
    this.#isThisInFront = isThisInFront;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'question' && this.#isThisInFront())
        this.#post({ kind: 'answer', id: data.id });
    });
  }

  isAnyInFront(): Promise<boolean> {
    if (this.#isThisInFront()) return Promise.resolve(true);
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (isInFront: boolean): void => {
        clearTimeout(timer);
        this.#channel.removeEventListener('message', receive);
        resolve(isInFront);
      };
      const receive = ({ data }: MessageEvent<Message>): void => {
        if (data.kind === 'answer' && data.id === id) end(true);
      };
      const timer = setTimeout(end, answerMilliseconds, false);
      this.#channel.addEventListener('message', receive);
      this.#post({ kind: 'question', id });
    });
  }

  close(): void {
    this.#channel.close();
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }
}
