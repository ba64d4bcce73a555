import type { DraftNote } from '#contract/bundle-import.ts';
import type { DraftEdit } from '#domain/draft/stored-draft.ts';
import type { FileDefinition } from '../../bundle-ports.ts';
import type { Parts } from '../../parts.ts';
import { noSuchFile } from './import-problems.ts';

const rowsAtOnce = 200;

/** Makes a draft of each selected row of a file, on one installation. */
export async function importAsDrafts(
  { ports, connections, drafts, files }: Parts,
  fileId: string,
  connectionId: string,
  keys: readonly string[] | null,
): Promise<{ draftIds: string[]; notes: DraftNote[] }> {
  const connection = connections.findWritable(connectionId);
  const count = files.count(fileId);
  const selected = keys === null ? null : new Set(keys);
  const draftIds: string[] = [];
  const notes: DraftNote[] = [];
  for (let from = 0; from < count; from += rowsAtOnce) {
    const part = await ports.bundleWorker.definitions(fileId, connection.variant, from, rowsAtOnce);
    if (part === null) throw noSuchFile();
    const rows = part.filter(({ rowKey }) => selected?.has(rowKey) !== false);
    const editedAt = ports.clock.now();
    const edits = rows.map(({ definition }): DraftEdit => ({
      id: ports.newId(),
      kind: 'main',
      lineage: ports.newId(),
      connectionId,
      webhookId: null,
      base: null,
      definition,
      editedAt,
      settledRevision: null,
    }));
    // Adds drafts in parts: a long file is not encrypted and written in one go.
    if (edits.length > 0) await drafts.add(edits);
    draftIds.push(...edits.map(({ id }) => id));
    notes.push(...rows.flatMap(noteOf));
    await ports.clock.yieldToEventLoop();
  }
  return { draftIds, notes };
}

const noteOf = ({ rowKey, definition, notes }: FileDefinition): DraftNote[] =>
  notes.length === 0 ? [] : [{ rowKey, name: definition.name, notes: [...notes] }];
