import { plainError, type ProblemError } from '#domain/problem.ts';
import type { PracticeChild } from './practice-child.ts';

const errorTailLength = 2048;

interface Announced {
  readonly url: URL;
  readonly authToken: string;
}

export class RunningChild {
  /** Rejects with `ProblemError('practice-failed')`. */
  readonly announced: Promise<Announced>;
  readonly ended: Promise<void>;
  readonly #child: PracticeChild;
  #said = '';
  #isOver = false;

  /** @param limit milliseconds until address and auth token */
  constructor(child: PracticeChild, limit: number) {
    this.#child = child;
    this.ended = new Promise((resolve) => {
      const over = (): void => {
        this.#isOver = true;
        resolve();
      };
      child.once('exit', over);
      child.once('error', over);
    });
    child.stderr?.on('data', (part: unknown) => {
      this.#said = (this.#said + String(part)).slice(-2 * errorTailLength);
    });
    this.announced = this.#announcement(limit);
    // Prevents an unhandled rejection when the service is stopped before anyone awaits this.
    this.announced.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @param timeLimit milliseconds until SIGKILL */
  async end(timeLimit: number): Promise<void> {
    if (this.#isOver) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.#child.kill('SIGKILL');
    }, timeLimit);
    await this.ended;
    clearTimeout(timer);
  }

  #announcement(limit: number): Promise<Announced> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.#failed(`did not start within ${limit / 1000} s`));
        void this.end(1_000);
      }, limit);
      let printed = '';
      let found = false;
      this.#child.stdout?.on('data', (part: unknown) => {
        // Later output is drained: a full pipe would block the service.
        if (found) return;
        printed += String(part);
        const [first = '', ...rest] = printed.split('\n').slice(0, -1);
        const address = /https?:\/\/\S+/.exec(first)?.[0] ?? '';
        const isNoAddress = first !== '' && !URL.canParse(address);
        const authToken = /^Auth token: (\S+)$/m.exec(rest.join('\n'))?.[1];
        found = isNoAddress || authToken !== undefined;
        if (!found) return;
        clearTimeout(timer);
        if (isNoAddress) reject(this.#failed('did not report its address'));
        else if (authToken !== undefined) resolve({ url: new URL(address), authToken });
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        if (!found) reject(this.#failed('ended before it was ready'));
      });
    });
  }

  #failed(how: string): ProblemError {
    const said = this.#said.trim().slice(-errorTailLength);
    return plainError(
      'practice-failed',
      `The practice service ${how}.`,
      'Start it again. If the error persists, check its output in the details.',
      said === '' ? {} : { Output: said },
    );
  }
}
