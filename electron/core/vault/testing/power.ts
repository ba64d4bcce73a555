import type * as Promises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { KeychainLibrary } from '#adapters/keychain/system-keychain.ts';

/**
 * Counts the calls that reach the disk or the keychain. Stops the machine before one of them, so
 * that no later call takes effect, as after a kill. Or makes that call fail.
 */
class Power {
  steps = 0;
  #mode: 'on' | 'cut' | 'fault' = 'on';
  #at = Infinity;
  #cut = Promise.withResolvers<null>();
  readonly #open = new Set<FileHandle>();

  /** Ends all faults, resets the step count, and closes files left open by a stop. */
  async on(): Promise<void> {
    this.#set('on', Infinity);
    for (const file of this.#open) await file.close();
    this.#open.clear();
  }

  opened(file: FileHandle): void {
    this.#open.add(file);
  }

  async close(file: FileHandle): Promise<void> {
    this.#open.delete(file);
    await file.close();
  }

  /** Resolves when the machine has stopped. */
  cutBefore(step: number): Promise<null> {
    this.#set('cut', step);
    return this.#cut.promise;
  }

  failAt(step: number): void {
    this.#set('fault', step);
  }

  async step(): Promise<void> {
    const nth = this.steps;
    this.steps += 1;
    if (this.#mode === 'cut' && nth >= this.#at) {
      this.#cut.resolve(null);
      await new Promise(() => undefined);
    }
    if (this.#mode === 'fault' && nth === this.#at) {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    }
  }

  #set(mode: 'on' | 'cut' | 'fault', at: number): void {
    this.steps = 0;
    this.#mode = mode;
    this.#at = at;
    this.#cut = Promise.withResolvers<null>();
  }
}

/** The power supply of this process. */
export const power = new Power();

/**
 * Node's file functions. Every call is a step; a write is two, so that a stop can leave half a
 * text.
 */
export function poweredFiles(real: typeof Promises): typeof Promises {
  const open: typeof Promises.open = async (...args) => {
    await power.step();
    const file = await real.open(...args);
    power.opened(file);
    return poweredHandle(file);
  };
  const rename: typeof Promises.rename = async (...args) => {
    await power.step();
    await real.rename(...args);
  };
  const copyFile: typeof Promises.copyFile = async (...args) => {
    await power.step();
    await real.copyFile(...args);
  };
  return { ...real, open, rename, copyFile };
}

function poweredHandle(file: FileHandle): FileHandle {
  return new Proxy(file, {
    get: (target, name) => {
      if (name === 'writeFile') {
        return async (text: string): Promise<void> => {
          await power.step();
          const half = Math.floor(text.length / 2);
          await target.write(text.slice(0, half));
          await power.step();
          await target.write(text.slice(half));
        };
      }
      // A real flush is slow, and no test cuts the real power.
      if (name === 'sync') return () => power.step();
      if (name === 'close') return () => power.close(target);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** A keychain library. Every call is a step. */
export function poweredLibrary(library: KeychainLibrary): KeychainLibrary {
  return {
    getPassword: async (...args) => {
      await power.step();
      return library.getPassword(...args);
    },
    setPassword: async (...args) => {
      await power.step();
      await library.setPassword(...args);
    },
    deletePassword: async (...args) => {
      await power.step();
      return library.deletePassword(...args);
    },
  };
}
