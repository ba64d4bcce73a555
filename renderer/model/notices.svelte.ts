import { problemOf } from './problem.ts';

/** A short message in the corner that goes by itself. */
export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** How long a notice stays, in milliseconds; long enough to read it and to reach its button. */
const stay = 8_000;

export class Notices {
  #last = 0;
  all = $state.raw<readonly Notice[]>([]);

  tell(text: string, action: Notice['action'] = null): void {
    const notice = { key: ++this.#last, text, action };
    this.all = [...this.all.slice(-2), notice];
    setTimeout(() => {
      this.dismiss(notice.key);
    }, stay);
  }

  /** Runs `work`. If it fails, a notice says why. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.tell(problemOf(error).message);
    }
  }

  dismiss(key: number): void {
    this.all = this.all.filter((notice) => notice.key !== key);
  }
}
