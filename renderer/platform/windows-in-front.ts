/** Milliseconds to wait for the other windows. */
const timeLimit = 300;

interface Message {
  readonly kind: 'question' | 'answer';
  readonly id: string;
}

/** Asks the other windows of this host in the same browser. */
export class WindowsInFront {
  readonly #channel = new BroadcastChannel('hookdesk-windows-in-front');
  readonly #isThis: () => boolean;

  constructor(isThis: () => boolean) {
    this.#isThis = isThis;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'question' && isThis()) this.#post({ kind: 'answer', id: data.id });
    });
  }

  isAny(): Promise<boolean> {
    if (this.#isThis()) return Promise.resolve(true);
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
      const timer = setTimeout(end, timeLimit, false);
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
