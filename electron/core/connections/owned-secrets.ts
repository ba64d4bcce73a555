import pLimit from 'p-limit';
import { z } from 'zod';
import type { SecretAddress } from '#contract/connections.ts';
import { ownerInWords } from '#domain/installation/secret-owner.ts';
import { ProblemError } from '#domain/problem.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import type { SecretStore, VaultControl } from '../ports.ts';

/** The address and user that a secret belongs to; `null` when unknown. */
export interface OwnedSecret {
  readonly owner: string | null;
  readonly value: string;
}

/** A secret that the vault may hold, as the settings describe it. */
export interface StoredSecret extends Pick<SecretAddress, 'installation' | 'kind'> {
  /** In the vault. */
  readonly name: string;
  /** By the current settings. */
  readonly owner: string;
}

/** The first line of a stored secret. `isOlder`: an older Hookdesk stored it, and this one added the owner. */
const Head = z.strictObject({ owner: z.string(), isOlder: z.literal(true).exactOptional() });
type Head = z.infer<typeof Head>;

/** The secret with the progress: `bound` once all older secrets have owners, `confirmed` once a person saw these. */
export const progressName = 'secret-owners';

/**
 * Stores each secret with its owner. Older secrets get the owner by the settings once, after an update. A
 * secret without owner that appears later belongs to no address.
 */
export class OwnedSecrets {
  readonly #store: SecretStore;
  readonly #stored: () => readonly StoredSecret[];
  /** Adding the owner to an older secret must not replace a newer one. */
  readonly #oneAtATime = pLimit(1);
  #binding: Promise<SecretAddress[]> | null = null;

  /** @param stored all secrets that the vault may hold */
  constructor(store: SecretStore, stored: () => readonly StoredSecret[]) {
    this.#store = store;
    this.#stored = () => stored().filter(({ name }) => store.has(name));
  }

  has(name: string): boolean {
    return this.#store.has(name);
  }

  async get(name: string): Promise<OwnedSecret | null> {
    const stored = await this.#read(name);
    if (stored?.head !== null) return ownedOf(stored);
    await this.#bindOlder();
    return ownedOf(await this.#read(name));
  }

  set(name: string, owner: string, value: string): Promise<void> {
    return this.#oneAtATime(() => this.#store.set(name, textOf({ owner }, value)));
  }

  clear(name: string): Promise<void> {
    return this.#oneAtATime(() => this.#store.clear(name));
  }

  /** The owners of older secrets, each time the vault opens; none once a person confirmed them. */
  async *watchOlder(
    vault: VaultControl,
    signal?: AbortSignal,
  ): AsyncGenerator<SecretAddress[], void, void> {
    let wasReady = false;
    for await (const { status } of vault.watch(signal)) {
      const hasOpened = status === 'ready' && !wasReady;
      wasReady = status === 'ready';
      if (!hasOpened) continue;
      try {
        yield await this.#bindOlder();
      } catch (error) {
        // The next use or start tries again.
        if (!(error instanceof ProblemError)) throw error;
      }
    }
  }

  async confirmOlder(): Promise<void> {
    const progress = await this.#store.get(progressName);
    if (progress === 'bound') await this.#store.set(progressName, 'confirmed');
  }

  #bindOlder(): Promise<SecretAddress[]> {
    this.#binding ??= this.#bindAll().finally(() => {
      this.#binding = null;
    });
    return this.#binding;
  }

  /** An interruption at any step is safe: the next start continues with secrets that have no owner. */
  async #bindAll(): Promise<SecretAddress[]> {
    const stored = this.#stored();
    if (stored.length === 0) return [];
    const progress = await this.#store.get(progressName);
    if (progress === 'confirmed') return [];
    const older: SecretAddress[] = [];
    let isComplete = true;
    for (const secret of stored) {
      try {
        const head = await this.#headOf(secret, progress === null);
        if (head?.isOlder !== true) continue;
        const { installation, kind } = secret;
        older.push({ installation, kind, address: ownerInWords(head.owner) });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        isComplete = false;
      }
    }
    const next = older.length === 0 ? 'confirmed' : 'bound';
    if (isComplete && next !== progress) await this.#store.set(progressName, next);
    return older;
  }

  /** The head of a stored secret; with `addMissing`, a secret without head gets one. */
  #headOf({ name, owner }: StoredSecret, addMissing: boolean): Promise<Head | null> {
    return this.#oneAtATime(async () => {
      const stored = await this.#read(name);
      if (stored?.head !== null || !addMissing) return stored?.head ?? null;
      const head: Head = { owner, isOlder: true };
      await this.#store.set(name, textOf(head, stored.value));
      return head;
    });
  }

  async #read(name: string): Promise<{ head: Head | null; value: string } | null> {
    const text = await this.#store.get(name);
    if (text === null) return null;
    const end = text.indexOf('\n');
    const head = Head.safeParse(parseJson(text.slice(0, Math.max(0, end))));
    return head.success
      ? { head: head.data, value: text.slice(end + 1) }
      : { head: null, value: text };
  }
}

/** The value follows as it is: escapes would make the key of a client certificate too long for Windows. */
const textOf = (head: Head, value: string): string => `${JSON.stringify(head)}\n${value}`;

const ownedOf = (stored: { head: Head | null; value: string } | null): OwnedSecret | null =>
  stored && { owner: stored.head?.owner ?? null, value: stored.value };
