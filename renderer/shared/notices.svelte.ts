import { createContext } from 'svelte';
import { problemOf } from './problem.ts';

export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** Milliseconds; long enough to read a notice and press its button. */
export const noticeTime = 8_000;

export class Notices {
  #last = 0;
  all = $state.raw<readonly Notice[]>([]);

  notify(text: string, action: Notice['action'] = null): void {
    const notice = { key: ++this.#last, text, action };
    this.all = [...this.all.slice(-2), notice];
    setTimeout(() => {
      this.dismiss(notice.key);
    }, noticeTime);
  }

  /** Shows a failure as a notice. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.notify(problemOf(error).message);
    }
  }

  clear(): void {
    this.all = [];
  }

  dismiss(key: number): void {
    this.all = this.all.filter((notice) => notice.key !== key);
  }
}

export const [getNotices, setNotices] = createContext<Notices>();
