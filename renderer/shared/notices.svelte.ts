import { createContext } from 'svelte';
import { problemOf } from './problem.ts';

export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** Milliseconds; long enough to read a notice and press its button. */
export const noticeTime = 8_000;

/** Milliseconds until a notice that is in use is looked at again. */
const inUseTime = 1_000;

const maxNotices = 3;

export class Notices {
  #last = 0;
  all = $state.raw<readonly Notice[]>([]);
  /** Whether pointer or focus are on the notices: then they stay. */
  areInUse: () => boolean = () => false;

  notify(text: string, action: Notice['action'] = null): void {
    const notice = { key: ++this.#last, text, action };
    this.all = [...this.all, notice];
    if (this.all.length > maxNotices) {
      // A notice without an action loses least.
      const plain = this.all.find((each) => each.action === null && each !== notice);
      this.dismiss((plain ?? this.all[0] ?? notice).key);
    }
    this.#dismissAfter(noticeTime, notice.key);
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

  #dismissAfter(milliseconds: number, key: number): void {
    setTimeout(() => {
      if (this.areInUse()) this.#dismissAfter(inUseTime, key);
      else this.dismiss(key);
    }, milliseconds);
  }
}

export const [getNotices, setNotices] = createContext<Notices>();
