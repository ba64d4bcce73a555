import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/**
 * A real Node process with Electron's interface: without standard input, and `kill` only requests
 * the exit.
 */
export class FakeUtilityProcess
  extends EventEmitter
  implements Pick<Electron.UtilityProcess, 'pid' | 'stdout' | 'stderr' | 'kill'>
{
  readonly #child: ChildProcess;
  pid: number | undefined;
  constructor(program: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    this.#child = spawn(process.execPath, [program, ...args], {
      env: { ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid;
    this.#child.once('exit', (code) => {
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
  }
  get stdout() {
    return this.#child.stdout;
  }
  get stderr() {
    return this.#child.stderr;
  }
  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  forked: [] as FakeUtilityProcess[],
  fork(program: string, args: string[] = [], options: Electron.ForkOptions = {}) {
    const child = new FakeUtilityProcess(program, args, options);
    this.forked.push(child);
    return child;
  },
};
