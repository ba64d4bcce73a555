import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Drafts } from '#core/drafts/drafts.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { systemClock } from '../clock/clock.ts';
import { createStore, type Store } from './store.ts';
import { contentHarms, overwrite, overwriteMiddle } from './testing/content-harms.ts';
import {
  aPlan,
  aSnapshot,
  storedOf,
  entries,
  storeSamples,
  storedSamples,
} from '#test-support/stored-content-fixture.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const sealer = testSealer();
const file = (folder: string): string => join(folder, 'hookdesk.sqlite');

/** A drafts file with another draft. */
async function otherFile(): Promise<string> {
  const folder = testFolder();
  const draft = aDraft({ id: 'other/1', definition: aDefinition('Of the other file') });
  await withStore(folder, (store) => save(store, draft));
  return file(folder);
}

function openStore(folder: string): Store {
  const store = createStore({ directory: folder });
  onTestFinished(() => store.close());
  return store;
}

/** The content that the next start finds after a crash now. */
async function afterCrash(folder: string) {
  const copy = testFolder();
  for (const suffix of ['', '-wal']) cpSync(file(folder) + suffix, file(copy) + suffix);
  const { drafts } = await contentOf(copy);
  const kept = await withStore(copy, storedSamples);
  return { drafts: drafts.map(({ id }) => id), ...kept };
}

const harms: Record<string, (folder: string) => void | Promise<void>> = {
  'the file was deleted': (folder) => {
    rmSync(file(folder));
  },
  'the file was deleted with its log': (folder) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file(folder) + suffix);
  },
  'the log was deleted': (folder) => {
    rmSync(`${file(folder)}-wal`);
  },
  'the folder was deleted': (folder) => {
    rmSync(folder, { recursive: true });
  },
  'the folder was renamed': (folder) => {
    renameSync(folder, `${folder}-renamed`);
    onTestFinished(() => {
      rmSync(`${folder}-renamed`, { recursive: true });
    });
  },
  'another file was put in its place': async (folder) => {
    cpSync(await otherFile(), `${file(folder)}.copy`);
    renameSync(`${file(folder)}.copy`, file(folder));
  },
  'another file was put in its place without a log': async (folder) => {
    const other = await otherFile();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file(folder) + suffix);
    cpSync(other, file(folder));
  },
  'another file was copied over it': async (folder) => {
    overwrite(file(folder), 0, readFileSync(await otherFile()));
  },
  'the middle of the log was overwritten': (folder) => {
    overwriteMiddle(`${file(folder)}-wal`);
  },
  ...Object.fromEntries(
    Object.entries(contentHarms).map(([name, harm]) => [
      name,
      (folder: string) => {
        harm(file(folder));
      },
    ]),
  ),
};

const writes: Record<string, (store: Store) => Promise<unknown>> = {
  'a draft': (store) => save(store, aDraft({ id: 'acme/new-2' })),
  'a journal entry': ({ journal }) => journal.write(entries(1, 'Later', 100), sealer),
  'a plan': ({ plans }) => plans.write(aPlan({ id: 'plan-2' }), sealer),
  'a list': ({ snapshots }) => snapshots.write(storedOf(aSnapshot({ webhooks: [] })), sealer),
};

describe.skipIf(process.platform === 'win32').each(Object.entries(harms))(
  'while Hookdesk ran, %s',
  (_, harm) => {
    it.each(Object.entries(writes))(
      '%s saved afterwards is restored after a crash',
      async (__, write) => {
        const folder = testFolder();
        const store = openStore(folder);
        await storeSamples(store);
        const before = await afterCrash(folder);
        await harm(folder);
        await write(store).catch((error: unknown) => {
          // The core keeps what was refused, and writes it again.
          expect(error).toMatchObject({ problem: { code: 'storage-failed' } });
          return write(store);
        });
        const { drafts: idsOfDrafts, ...kept } = await afterCrash(folder);
        const { drafts } = await store.drafts.read(sealer);
        expect(idsOfDrafts.toSorted()).toEqual(drafts.map(({ id }) => id).sort());
        expect(kept).toEqual(await storedSamples(store));
        expect({ drafts: idsOfDrafts, ...kept }).not.toEqual(before);
        expect(idsOfDrafts).toEqual(expect.arrayContaining(before.drafts));
        expect(kept.entries).toEqual(expect.arrayContaining(before.entries));
        const { notice, opening } = await store.drafts.open();
        expect(notice).toMatch(/while Hookdesk was running/i);
        expect(opening).toBe(2);
      },
    );

    it('earlier content is restored after a close', async () => {
      const folder = testFolder();
      await withStore(folder, async (store) => {
        await storeSamples(store);
        await harm(folder);
      });
      await withStore(folder, async (store) => {
        expect(await storedSamples(store)).toMatchObject({ entries: entries(3), plans: [aPlan()] });
      });
      expect((await contentOf(folder)).drafts).toHaveLength(2);
    });
  },
);

describe.skipIf(process.platform === 'win32')('a file that replaced the one of Hookdesk', () => {
  it('is renamed, with a notice', async () => {
    const folder = testFolder();
    const store = openStore(folder);
    await storeSamples(store);
    rmSync(file(folder));
    cpSync(await otherFile(), file(folder));
    await save(store, aDraft());
    const aside = readdirSync(folder).find((name) => name.includes('set-aside')) ?? '';
    expect((await store.drafts.open()).notice).toContain(`rename ${aside}`);
    const other = testFolder();
    cpSync(join(folder, aside), file(other));
    expect((await contentOf(other)).drafts.map(({ id }) => id)).toEqual(['other/1']);
  });

  it('stays unchanged while another program has it open, and saving fails', async () => {
    const folder = testFolder();
    const store = openStore(folder);
    await storeSamples(store);
    for (const suffix of ['', '-wal', '-shm']) rmSync(file(folder) + suffix);
    const second = createStore({ directory: folder });
    await save(second, aDraft({ id: 'second/1' }));
    await expect(save(store, aDraft({ id: 'acme/new-2' }))).rejects.toThrow(
      'Another program replaced hookdesk.sqlite while Hookdesk was running, and has the new file open.',
    );
    expect((await second.drafts.read(sealer)).drafts).toHaveLength(1);
    await second.close();
    await save(store, aDraft({ id: 'acme/new-3' }));
    expect((await afterCrash(folder)).drafts).toEqual(
      expect.arrayContaining(['acme/7', 'gone/new-1', 'acme/new-2', 'acme/new-3']),
    );
  });
});

describe.skipIf(process.platform === 'win32')('while the folder cannot be created again', () => {
  function openDrafts(store: Store): Drafts {
    const vault = new FakeVault();
    vault.dataSealer = () => Promise.resolve(sealer);
    const ports = { vault, drafts: store.drafts, clock: systemClock, newId: randomUUID };
    const core = createTestCore(ports);
    onTestFinished(() => core.close());
    return core.drafts;
  }

  it('no draft is reported as saved, and all are saved once it can', async () => {
    const folder = testFolder();
    const store = openStore(folder);
    await storeSamples(store);
    const drafts = openDrafts(store);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const draft = aDraft({ id: 'acme/new-2' });
    const { state } = await drafts.save({ draft, basedOn: null });
    expect(state).toMatchObject({ status: 'failed', waiting: 1 });
    expect(state.problem?.message).toContain(
      'was deleted, replaced or changed while Hookdesk was running',
    );
    await expect(store.journal.write(entries(1, 'Later', 100), sealer)).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    rmSync(folder);
    // One write creates the file. The next one opens it and reports the notice.
    await vi.waitFor(() => {
      expect(drafts.state()).toMatchObject({ status: 'kept', waiting: 0 });
      expect(drafts.state().notices).toHaveLength(1);
    });
    const { drafts: ids, entries: found } = await afterCrash(folder);
    expect(ids.toSorted()).toEqual(['acme/7', 'acme/new-2', 'gone/new-1']);
    expect(found).toEqual(entries(3));
  });

  it('a write of the journal alone sends the notice to windows', async () => {
    const folder = testFolder();
    const store = openStore(folder);
    const drafts = openDrafts(store);
    await drafts.save({ draft: aDraft(), basedOn: null });
    rmSync(file(folder));
    await store.journal.write(entries(1), sealer);
    await vi.waitFor(() => {
      expect(drafts.state().notices.join()).toContain('Hookdesk wrote all drafts');
    });
  });
});
