import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aDraft } from '#test-support/draft-fixture.ts';
import { openForWriting } from './database.ts';
import { migrations, newestVersion, oldestVersion } from './migrations.ts';
import { areRowsWhole } from './inspect.ts';
import { journal, type Table } from './tables.ts';
import { filesIn } from '#test-support/files-in.ts';
import {
  type GoldenContent,
  goldenContent,
  goldenContent5,
  goldenContent6,
  storedSamples,
  storeGolden,
} from '#test-support/stored-content-fixture.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const file = (folder: string): string => join(folder, 'hookdesk.sqlite');

/** The golden file of each version, and its content. */
const goldenFiles: readonly (readonly [version: number, content: () => GoldenContent])[] = [
  [5, goldenContent5],
  [6, goldenContent6],
  [7, goldenContent],
];

const goldenFile = (version: number): string =>
  join(import.meta.dirname, `testing/hookdesk-${version}.sqlite`);

/** Tables, columns and indices of a file, without the white space and quotes of their definitions. */
function structureOf(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  database.close();
  return found.map(({ sql, ...each }) => ({ ...each, sql: String(sql).replaceAll(/["\s]/g, '') }));
}

const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(filesIn(folder).map(({ path, text }) => [path, text]));

/** A folder whose file and backup hold a draft. */
async function withBackup(): Promise<string> {
  const folder = testFolder();
  await withStore(folder, (store) => save(store, aDraft()));
  await withStore(folder, () => Promise.resolve());
  return folder;
}

function setVersion(path: string, version: number): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}

describe('golden files', () => {
  it('exist for each version that opens', () => {
    const versions = goldenFiles.map(([version]) => version);
    expect(versions).toEqual(migrations.map((_, index) => oldestVersion + index));
    expect(versions.at(-1)).toBe(newestVersion(migrations));
    expect(readdirSync(join(import.meta.dirname, 'testing')).sort()).toEqual(
      expect.arrayContaining(versions.map((version) => `hookdesk-${version}.sqlite`)),
    );
  });

  it.each(goldenFiles)('of version %d open with their content', async (version, content) => {
    const folder = testFolder();
    copyFileSync(goldenFile(version), file(folder));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
    expect({ drafts, ...(await withStore(folder, storedSamples)) }).toEqual(content());
    const latest = await withStore(folder, (store) => store.journal.latestDraftRevision());
    expect(latest).toBe(3);
  });

  it.each(goldenFiles)(
    'of version %d restore their content when damaged',
    async (version, content) => {
      const folder = testFolder();
      copyFileSync(goldenFile(version), file(folder));
      const damaged = new DatabaseSync(file(folder));
      damaged.exec("UPDATE segments SET checksum = x'00'");
      damaged.close();
      const { drafts, notice } = await contentOf(folder);
      const restored =
        version < 7 ? '1 plan and 3 History entries' : '1 plan, 3 History entries and 1 pause';
      expect(notice).toContain(`1 list of an installation, ${restored} are restored`);
      expect({ drafts, ...(await withStore(folder, storedSamples)) }).toEqual(content());
    },
  );

  it.each(goldenFiles)('of version %d get the structure of a new file', async (version) => {
    const [golden, created] = [testFolder(), testFolder()];
    copyFileSync(goldenFile(version), file(golden));
    for (const folder of [golden, created]) await withStore(folder, () => Promise.resolve());
    expect(structureOf(file(created))).toEqual(structureOf(file(golden)));
  });

  it('hold what a new file holds after the same writes', async () => {
    const folder = testFolder();
    await withStore(folder, storeGolden);
    const { drafts } = await contentOf(folder);
    expect({ drafts, ...(await withStore(folder, storedSamples)) }).toEqual(goldenContent());
  });

  it('keep valid checksums before and after a column is added', () => {
    const folder = testFolder();
    copyFileSync(goldenFile(5), file(folder));
    const wider: Table = { ...journal, clearColumns: [...journal.clearColumns, 'added'] };
    const database = openForWriting(file(folder));
    const before = areRowsWhole(database, [wider]);
    database.exec('ALTER TABLE journal ADD COLUMN added TEXT');
    const after = areRowsWhole(database, [wider]);
    database.close();
    expect({ before, after }).toEqual({ before: true, after: true });
  });
});

describe('a file of an older version', () => {
  const refusal = (name: string, version: number): string =>
    `${name} in the data folder was written by an older version of Hookdesk (file version ${version}). ` +
    'To keep its content, open the folder with that version and export drafts and webhooks as bundles. ' +
    'Then start Hookdesk with a new data folder and import them. Until then, drafts and History are in memory only.';

  async function expectRefused(folder: string, reason: string): Promise<void> {
    const before = bytesIn(folder);
    await withStore(folder, async (store) => {
      expect(store.notice).toBe(reason);
      expect(store.drafts.refusal).toBe(reason);
      const problem = { code: 'storage-failed', message: reason };
      await expect(store.drafts.open()).rejects.toMatchObject({ problem });
      await expect(save(store, aDraft())).rejects.toMatchObject({ problem });
      await expect(store.drafts.setAside()).rejects.toMatchObject({ problem });
    });
    expect(bytesIn(folder)).toEqual(before);
  }

  it.each([1, 2, 3, 4])('(%d) is refused with the way to keep its content', async (version) => {
    const folder = await withBackup();
    setVersion(file(folder), version);
    await expectRefused(folder, refusal('hookdesk.sqlite', version));
  });

  it('is refused unchanged with its log', async () => {
    const folder = await withBackup();
    setVersion(file(folder), 4);
    const open = openForWriting(file(folder));
    open.exec('DELETE FROM drafts');
    const copy = testFolder();
    cpSync(folder, copy, { recursive: true });
    open.close();
    expect(statSync(`${file(copy)}-wal`).size).toBeGreaterThan(0);
    await expectRefused(copy, refusal('hookdesk.sqlite', 4));
  });

  it('is refused unchanged when it is damaged', async () => {
    const folder = await withBackup();
    setVersion(file(folder), 4);
    truncateSync(file(folder), statSync(file(folder)).size - 1);
    await expectRefused(folder, refusal('hookdesk.sqlite', 4));
  });

  it.each(['hookdesk.backup.sqlite', 'hookdesk.restored.sqlite'])(
    'does not replace a missing file as %s',
    async (name) => {
      const folder = await withBackup();
      renameSync(file(folder), join(folder, name));
      setVersion(join(folder, name), 4);
      await expectRefused(folder, refusal(name, 4));
    },
  );

  it('does not replace a damaged file as a backup', async () => {
    const folder = await withBackup();
    setVersion(join(folder, 'hookdesk.backup.sqlite'), 4);
    truncateSync(file(folder), 500);
    await expectRefused(folder, refusal('hookdesk.backup.sqlite', 4));
  });

  it('does not hinder a newer backup', async () => {
    const folder = await withBackup();
    const backup = join(folder, 'hookdesk.backup.sqlite');
    copyFileSync(backup, join(folder, 'hookdesk.backup-2.sqlite'));
    setVersion(join(folder, 'hookdesk.backup-2.sqlite'), 4);
    truncateSync(file(folder), 500);
    const { drafts, notice } = await contentOf(folder);
    expect(notice).toContain('Hookdesk restored the backup of');
    expect(drafts).toEqual([aDraft()]);
  });
});

describe('files of other versions', () => {
  it('are built by migrations that never change', () => {
    const digests = migrations.map((each) =>
      createHash('sha256').update(each).digest('hex').slice(0, 16),
    );
    expect(digests).toEqual(['4ae07d969d8b4bbd', 'eff371c37afa1b7e', 'a1ddcd39ec0b8ab0']);
  });

  const next = [...migrations, 'CREATE TABLE things (id TEXT PRIMARY KEY) STRICT;'];

  it('are migrated after a copy was made', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const drafts = await withStore(folder, (store) => store.drafts.read(testSealer()), next);
    expect(drafts.drafts).toEqual([aDraft()]);
    const before = testFolder();
    copyFileSync(join(folder, 'hookdesk.before-version-8.sqlite'), file(before));
    expect((await contentOf(before)).drafts).toEqual([aDraft()]);
  });

  it('are migrated after an interrupted restore', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    renameSync(file(folder), join(folder, 'hookdesk.restored.sqlite'));
    await withStore(folder, () => Promise.resolve(), next);
    expect(structureOf(file(folder))).toContainEqual(expect.objectContaining({ name: 'things' }));
  });

  it('name the copy from before the migration when an older Hookdesk refuses them', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    await withStore(folder, () => Promise.resolve(), next);
    await withStore(folder, (store) => {
      expect(store.notice).toMatch(
        /The copy from before the update is hookdesk\.before-version-8\.sqlite\.$/,
      );
      return Promise.resolve();
    });
  });

  it('stay unchanged when a migration fails', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const failing = [
      ...migrations,
      'CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES (1);',
    ];
    await withStore(
      folder,
      async (store) => {
        await expect(store.drafts.open()).rejects.toMatchObject({
          problem: { code: 'storage-failed' },
        });
      },
      failing,
    );
    expect(await contentOf(folder)).toMatchObject({ drafts: [aDraft()], notice: null });
  });

  it('stay unchanged as newer backups of a damaged file', async () => {
    const folder = await withBackup();
    setVersion(join(folder, 'hookdesk.backup.sqlite'), 9);
    truncateSync(file(folder), 500);
    const before = bytesIn(folder);
    await withStore(folder, (store) => {
      expect(store.drafts.refusal).toMatch(
        /^hookdesk.backup.sqlite .* newer version of Hookdesk \(file version 9\)/,
      );
      return Promise.resolve();
    });
    expect(bytesIn(folder)).toEqual(before);
  });

  it('stay unchanged when they are newer, with or without their log written back', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()), next);
    const before = readFileSync(file(folder));
    await withStore(folder, async (store) => {
      expect(store.drafts.refusal).toMatch(
        /^hookdesk.sqlite .* newer version of Hookdesk \(file version 8\)/,
      );
      expect(store.notice).toBe(store.drafts.refusal);
      await expect(store.drafts.open()).rejects.toMatchObject({
        problem: { code: 'storage-failed' },
      });
    });
    expect(readFileSync(file(folder)).equals(before)).toBe(true);
    const logged = testFolder();
    await withStore(logged, (store) => save(store, aDraft()));
    const open = new DatabaseSync(file(logged));
    open.exec('PRAGMA user_version = 9');
    await withStore(logged, (store) => {
      expect(store.drafts.refusal).toContain('version 9');
      return Promise.resolve();
    });
    open.close();
  });
});
