import { plainError, type ProblemError } from '#domain/problem.ts';
import { Masker } from '../masking/masker.ts';
import type { PracticeChild } from './practice-child.ts';

const errorTailLength = 2048;

export class RunningChild {
  /** Rejects with `ProblemError('practice-failed')`. */
  readonly address: Promise<URL>;
  readonly ended: Promise<void>;
  readonly #child: PracticeChild;
  readonly #masker: Masker;
  #said = '';
  #isOver = false;

  /** @param limit milliseconds until the first output line */
  constructor(child: PracticeChild, limit: number, authToken: string) {
    this.#child = child;
    this.#masker = new Masker(authToken);
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
    this.address = this.#firstAddress(limit);
    // Prevents an unhandled rejection when the service is stopped before anyone awaits this.
    this.address.catch(() => undefined);
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

  #firstAddress(limit: number): Promise<URL> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.#failed(`did not start within ${limit / 1000} s`));
        void this.end(1_000);
      }, limit);
      let line = '';
      let found = false;
      this.#child.stdout?.on('data', (part: unknown) => {
        // Later output is drained: a full pipe would block the service.
        if (found) return;
        line += String(part);
        const end = line.indexOf('\n');
        if (end < 0) return;
        found = true;
        clearTimeout(timer);
        const address = /https?:\/\/\S+/.exec(line.slice(0, end))?.[0];
        if (address !== undefined && URL.canParse(address)) resolve(new URL(address));
        else reject(this.#failed('did not report its address'));
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        if (!found) reject(this.#failed('ended before it was ready'));
      });
    });
  }

  #failed(how: string): ProblemError {
    const said = this.#masker.text(this.#said).trim().slice(-errorTailLength);
    return plainError(
      'practice-failed',
      `The practice service ${how}.`,
      'Start it again. If the error persists, check its output in the details.',
      said === '' ? {} : { Output: said },
    );
  }
}
