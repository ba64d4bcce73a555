import type { DraftNote } from '#contract/bundle-import.ts';
import type { DraftEdit } from '#domain/draft/stored-draft.ts';
import type { FileDefinition } from '../../bundle-ports.ts';
import type { OpenedFiles } from './opened-files.ts';
import { noSuchFile } from './import-problems.ts';
import type { Parts } from '../../parts.ts';

const rowsAtOnce = 200;

interface Needs extends Pick<Parts, 'ports' | 'connections' | 'drafts'> {
  readonly files: OpenedFiles;
}

export async function toDrafts(
  { ports, connections, drafts, files }: Needs,
  fileId: string,
  connectionId: string,
  keys: readonly string[] | null,
): Promise<{ draftIds: string[]; notes: DraftNote[] }> {
  const connection = connections.findWritable(connectionId);
  const count = files.count(fileId);
  const wanted = keys === null ? null : new Set(keys);
  const draftIds: string[] = [];
  const notes: DraftNote[] = [];
  for (let from = 0; from < count; from += rowsAtOnce) {
    const part = await ports.bundleWorker.definitions(fileId, connection.variant, from, rowsAtOnce);
    if (part === null) throw noSuchFile();
    const found = part.filter(({ rowKey }) => wanted?.has(rowKey) !== false);
    const editedAt = ports.clock.now();
    const made = found.map(({ definition }): DraftEdit => ({
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
    if (made.length > 0) await drafts.add(made);
    draftIds.push(...made.map(({ id }) => id));
    notes.push(...found.flatMap(noteOf));
    await ports.clock.yieldToEventLoop();
  }
  return { draftIds, notes };
}

const noteOf = ({ rowKey, definition, notes }: FileDefinition): DraftNote[] =>
  notes.length === 0 ? [] : [{ rowKey, name: definition.name, notes: [...notes] }];
