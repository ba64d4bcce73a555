import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DraftChange, DraftStore, Sealer } from '#core/store-ports.ts';
import { StoredDraft } from '#domain/draft/stored-draft.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { inBatches } from '../clock/clock.ts';
import type { FileInUse } from './file-in-use.ts';
import { putRows, type Row, rowsBy, sealedRow, syncToPromise, unsealed } from './rows.ts';
import { drafts as table } from './tables.ts';

/** Older format than that of the other stores. */
const Content = z.object({
  version: z.literal(1),
  draft: StoredDraft.extend({
    editedAt: z.iso.datetime().transform((text) => new Date(text)),
    kind: StoredDraft.shape.kind.default('main'),
    lineage: StoredDraft.shape.lineage.exactOptional(),
  }),
});

const draftsAtOnce = 50;

export function createDraftStore(file: FileInUse): DraftStore {
  return {
    get refusal() {
      return file.refusal;
    },
    open: syncToPromise(file.open),
    read: async (sealer) => {
      const ids = file.use(idsOf);
      const drafts: StoredDraft[] = [];
      for await (const batch of inBatches(ids, draftsAtOnce)) {
        for (const row of file.use((database) => rowsBy(database, table, 'id', batch))) {
          const draft = row === null ? null : draftOf(row, sealer);
          if (draft !== null) drafts.push(draft);
        }
      }
      return { drafts, unreadable: ids.length - drafts.length };
    },
    write: syncToPromise((changes: readonly DraftChange[], sealer: Sealer) => {
      const rowsOrIds = changes.map((change) =>
        change.kind === 'save' ? rowOf(change.draft, sealer) : change.draftId,
      );
      file.commit((database) => {
        const remove = database.prepare('DELETE FROM drafts WHERE id = ?');
        for (const rowOrId of rowsOrIds) {
          if (typeof rowOrId === 'string') remove.run(rowOrId);
          else putRows(database, table, [rowOrId]);
        }
      });
    }),
    setAside: file.setAside,
    onReopened: file.onReopened,
  };
}

const idsOf = (database: DatabaseSync): string[] =>
  database
    .prepare('SELECT id FROM drafts')
    .all()
    .map(({ id }) => String(id));

function rowOf(draft: StoredDraft, sealer: Sealer): Row {
  const { id, connectionId, editedAt } = draft;
  const content = Buffer.from(JSON.stringify({ version: 1, draft }));
  return sealedRow(table, [id, connectionId, editedAt.getTime()], content, sealer);
}

function draftOf(row: Row, sealer: Sealer): StoredDraft | null {
  const content = unsealed(table, row, sealer);
  if (content === null) return null;
  const parsed = Content.safeParse(parseJson(Buffer.from(content).toString('utf8')));
  if (!parsed.success) return null;
  const { draft } = parsed.data;
  // Drafts of version 5 have no lineage.
  return { ...draft, lineage: draft.lineage ?? draft.id };
}
