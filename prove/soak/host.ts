import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HookdeskClient } from '#contract/index.ts';
import { clientWith, tradeKey } from '#test-support/window-fixture.ts';
import { type CrashOrder, HostReport, type HostOrder } from './host-messages.ts';

/** Opens the vault of the soak, which has only test data. */
const passphrase = 'soak passphrase';

/** Milliseconds until the host serves. */
const startLimit = 30_000;

/** A host as a separate process that can be killed. */
export class SoakHost {
  readonly #child: ChildProcess;
  readonly #url: string;
  /** The secret that the host issued for the one-time key. Every window sends it. */
  readonly #session: string;
  /** Settles when the process has ended; `killed` when SIGKILL ended it. */
  readonly ended: Promise<'killed' | 'ended'>;

  #hasEnded = false;
  #isEnding = false;

  private constructor(child: ChildProcess, url: string, session: string) {
    this.#child = child;
    this.#url = url;
    this.#session = session;
    this.ended = once(child, 'exit').then(() => {
      this.#hasEnded = true;
      return child.signalCode === 'SIGKILL' ? 'killed' : 'ended';
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the host was asked to end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Starts a host on the data folder and opens its vault.
   *
   * @param onUnexpected gets unexpected errors of the host
   */
  static async start(
    dataFolder: string,
    onUnexpected: (description: string) => void,
  ): Promise<SoakHost> {
    const child = fork(join(import.meta.dirname, 'host-program.ts'), [dataFolder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { url, key } = await new Promise<{ url: string; key: string }>((resolve, reject) => {
      const late = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`The host did not serve within ${startLimit / 1_000} s.`));
      }, startLimit);
      child.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`The host ended before it served (code ${String(code)}).`));
      });
      child.on('message', (message) => {
        const report = HostReport.parse(message);
        if (report.kind === 'unexpected') onUnexpected(report.description);
        else if (report.kind === 'ready') {
          clearTimeout(late);
          resolve(report);
        }
      });
    });
    const host = new SoakHost(child, url, await tradeKey(url, key));
    const client = await host.openWindow();
    const { choices } = await client.vault.retry();
    if (choices.includes('passphrase'))
      await client.vault.choose({ kind: 'passphrase', passphrase });
    else await client.vault.unlock({ passphrase });
    return host;
  }

  /** Opens the RPC client of a new window. */
  openWindow(): Promise<HookdeskClient> {
    return clientWith(this.#url, this.#session);
  }

  /** Arms the crash point that kills the host. */
  arm(point: CrashOrder): void {
    this.#tell({ kind: 'arm', point });
  }

  /** Resolves when no crash point can kill the host any more, or has. */
  async disarm(): Promise<void> {
    const disarmed = new Promise<void>((resolve) => {
      this.#child.on('message', (message) => {
        if (HostReport.parse(message).kind === 'disarmed') resolve();
      });
    });
    this.#tell({ kind: 'arm', point: null });
    await Promise.race([disarmed, this.ended]);
  }

  /** @param offset milliseconds between the host's clock and that of the machine */
  setClock(offset: number): void {
    this.#tell({ kind: 'clock', offset });
  }

  /** Shuts the host down. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#tell({ kind: 'end' });
    await this.ended;
  }

  #tell(order: HostOrder): void {
    if (this.#child.connected) this.#child.send(order);
  }
}
