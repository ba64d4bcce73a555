import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { Sealer } from '#core/store-ports.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import { createStore, type Store } from '#adapters/store/store.ts';

/** The data key of tests and of golden files. */
export const dataKey = Buffer.alloc(32, 7).toString('base64');
export const testSealer = (): Sealer => createVaultCrypto().dataSealer(dataKey);

/** A folder in memory on Linux, where a flush takes no time. */
const quickFolder = '/dev/shm';

/** A data folder that is removed after the test. */
export function testFolder(): string {
  const parent = existsSync(quickFolder) ? quickFolder : tmpdir();
  return goneAfter(onTestFinished, mkdtempSync(join(parent, 'hookdesk-store-')));
}

/** A folder for all tests of a file. Must be called before the first test. */
export function folderOfTests(): string {
  return goneAfter(afterAll, mkdtempSync(join(tmpdir(), 'hookdesk-program-')));
}

function goneAfter(when: (end: () => void) => void, folder: string): string {
  when(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Opens the store during the work. */
export async function withStore<Result>(
  directory: string,
  work: (store: Store) => Promise<Result>,
  migrations?: readonly string[],
): Promise<Result> {
  const store = createStore({
    directory,
    ...(migrations === undefined ? {} : { migrations }),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export const save = (store: Store, ...drafts: StoredDraft[]): Promise<void> =>
  store.drafts.write(
    drafts.map((draft) => ({ kind: 'save', draft })),
    testSealer(),
  );

/** The whole content of a folder's store, in the order of ids, and its notices about the file. */
export function contentOf(
  directory: string,
): Promise<{ drafts: StoredDraft[]; unreadable: number; notice: string | null }> {
  return withStore(directory, async (store) => {
    const { drafts, unreadable } = await store.drafts.read(testSealer());
    const sorted = drafts.toSorted((a, b) => a.id.localeCompare(b.id));
    return { drafts: sorted, unreadable, notice: store.notice };
  });
}
