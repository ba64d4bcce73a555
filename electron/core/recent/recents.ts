import { z } from 'zod';
import type { Recent } from '#contract/recent.ts';
import type { FileOpenEvent } from '#contract/bundle-import.ts';
import { parseQuery } from '#domain/search/parse-query.ts';
import { ProblemError } from '#domain/problem.ts';
import { base64Of, bytesOfBase64 } from '#domain/text/base64.ts';
import type { OpenedFiles } from '../bundles/importing/opened-files.ts';
import type { Parts } from '../parts.ts';
import { PersistentQueue } from '../persistence/persistent-queue.ts';
import { refusedError } from '../problems.ts';
import type { Sealer } from '../store-ports.ts';
import type { Searches } from '../search/searches.ts';
import { hasSecret } from '../search/has-secret.ts';
import { passphraseNeeded } from '../vault/vault-problems.ts';

/** As stored, newest first. */
const RecentItems = z.object({
  webhooks: z.array(z.object({ connectionId: z.string(), webhookId: z.int() })),
  searches: z.array(z.string()),
  files: z.array(z.string()),
});
type RecentItems = z.infer<typeof RecentItems>;

const noItems: RecentItems = { webhooks: [], searches: [], files: [] };

/** Largest number of items of each kind. */
const mostRecent = 8;

interface Needs extends Pick<Parts, 'ports' | 'connections' | 'snapshots' | 'snapshotPersistence'> {
  readonly searches: Searches;
  readonly files: OpenedFiles;
}

/** Milliseconds until a change is written. */
const writeDelay = 500;

/** Binds the sealed text to its purpose; also the only key of the queue. */
const purpose = 'recent';

/** Recently opened webhooks, searches and files, sealed in the settings file; in memory without a vault. */
export class Recents {
  readonly #needs: Needs;
  readonly #queue: PersistentQueue<RecentItems>;
  #items: RecentItems = noItems;
  #isRead = false;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#queue = new PersistentQueue(needs.ports, {
      keyOf: () => purpose,
      write: ([items = noItems], sealer) => {
        this.#write(items, sealer);
        return Promise.resolve();
      },
      onOpened: (_file, sealer) => {
        this.#mergeStored(sealer);
        return Promise.resolve();
      },
    });
    needs.snapshots.onChange((connectionId) => {
      this.#dropMissing(connectionId);
    });
    needs.files.onOffered((path, isOpened) => {
      this.#noteFile(path, isOpened);
    });
  }

  /** Names webhooks as last read, and leaves out what is gone. */
  async read(): Promise<Recent> {
    await this.#load();
    const { connections, snapshots, snapshotPersistence } = this.#needs;
    const saved = new Set(connections.saved().map(({ id }) => id));
    const webhooks: Recent['webhooks'] = [];
    for (const { connectionId, webhookId } of this.#items.webhooks) {
      if (!saved.has(connectionId)) continue;
      await snapshotPersistence.load(connectionId);
      const current = snapshots.find(connectionId, webhookId);
      if (current !== null) webhooks.push({ connectionId, webhookId, name: current.webhook.name });
    }
    const { searches, files } = this.#items;
    return { webhooks, searches: [...searches], files: files.map((path) => ({ path })) };
  }

  noteWebhook(connectionId: string, webhookId: number): void {
    const { webhooks } = this.#items;
    const first = { connectionId, webhookId };
    this.#change({ webhooks: withFirst(webhooks, first, isWebhook(connectionId, webhookId)) });
  }

  async noteSearch(text: string): Promise<void> {
    const search = text.trim();
    if (search === '' || parseQuery(search).mistakes.length > 0) return;
    if (await hasSecret(search, this.#needs.searches, this.#needs)) return;
    this.#change({
      searches: withFirst(this.#items.searches, search, (item) => item === search),
    });
  }

  /** @throws ProblemError `refused` for a path that is not in the list: a window must not read any file */
  async openFile(path: string): Promise<FileOpenEvent> {
    await this.#load();
    if (!this.#items.files.includes(path)) {
      throw refusedError('This file is no longer in the list of recent files.', 'Open it again.');
    }
    return this.#needs.files.reopen(path);
  }

  clear(): void {
    const { settings } = this.#needs.ports;
    this.#items = noItems;
    this.#isRead = true;
    this.#queue.drop(purpose);
    settings.saveSettings({ ...settings.settings(), recent: null });
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  #noteFile(path: string, isOpened: boolean): void {
    const { files } = this.#items;
    const isSame = (file: string): boolean => file === path;
    if (isOpened) this.#change({ files: withFirst(files, path, isSame) });
    else if (files.includes(path)) this.#change({ files: files.filter((file) => !isSame(file)) });
  }

  /** A webhook that is created later may get the same id. */
  #dropMissing(connectionId: string): void {
    const current = this.#needs.snapshots.get(connectionId)?.webhooks;
    const webhooks = this.#items.webhooks.filter(
      (item) => item.connectionId !== connectionId || current?.get(item.webhookId) !== undefined,
    );
    if (webhooks.length < this.#items.webhooks.length) this.#change({ webhooks });
  }

  #change(change: Partial<RecentItems>): void {
    this.#items = { ...this.#items, ...change };
    this.#queue.put(this.#items);
    this.#queue.flushIn(writeDelay);
  }

  async #load(): Promise<void> {
    if (this.#needs.ports.vault.state().status === 'locked') throw passphraseNeeded();
    if (!this.#isRead) await this.#queue.flush();
  }

  #mergeStored(sealer: Sealer): void {
    if (this.#isRead) return;
    const stored = this.#readStored(sealer);
    this.#isRead = true;
    this.#items = withOlder(this.#items, stored);
    if (this.#queue.pending.size > 0) this.#queue.put(this.#items);
  }

  #readStored(sealer: Sealer): RecentItems {
    const { recent } = this.#needs.ports.settings.settings();
    if (recent === null) return noItems;
    try {
      const text = new TextDecoder().decode(sealer.open(bytesOfBase64(recent), purpose));
      return RecentItems.parse(JSON.parse(text));
    } catch (error) {
      // Sealed with the key of an earlier vault.
      if (error instanceof ProblemError && error.problem.code === 'storage-failed') return noItems;
      throw error;
    }
  }

  #write(items: RecentItems, sealer: Sealer): void {
    const { settings } = this.#needs.ports;
    const sealed = sealer.seal(new TextEncoder().encode(JSON.stringify(items)), purpose);
    settings.saveSettings({ ...settings.settings(), recent: base64Of(sealed) });
  }
}

/** Puts an item first, once. */
function withFirst<Item>(
  items: readonly Item[],
  first: Item,
  isSame: (item: Item) => boolean,
): Item[] {
  return [first, ...items.filter((item) => !isSame(item))].slice(0, mostRecent);
}

/** Adds older items behind newer ones. */
function withOlder(newer: RecentItems, older: RecentItems): RecentItems {
  const isNewer = ({ connectionId, webhookId }: RecentItems['webhooks'][number]): boolean =>
    newer.webhooks.some(isWebhook(connectionId, webhookId));
  const olderWebhooks = older.webhooks.filter((webhook) => !isNewer(webhook));
  return {
    webhooks: [...newer.webhooks, ...olderWebhooks].slice(0, mostRecent),
    searches: [...new Set([...newer.searches, ...older.searches])].slice(0, mostRecent),
    files: [...new Set([...newer.files, ...older.files])].slice(0, mostRecent),
  };
}

const isWebhook =
  (connectionId: string, webhookId: number) =>
  (item: RecentItems['webhooks'][number]): boolean =>
    item.connectionId === connectionId && item.webhookId === webhookId;
