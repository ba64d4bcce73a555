import { diffLines } from 'diff';
import { formatTemplate } from '#domain/template/format-template.ts';
import { byWord, type Piece, whole } from './by-word.ts';

/** A line of a compared text; its secrets are masked. */
export interface Line {
  readonly kind: 'added' | 'deleted' | 'same';
  readonly pieces: readonly Piece[];
}

/** Lines that are added or deleted; with more, the two texts stand one after the other. */
const mostChanges = 1_000;

/** JSON in the same layout, if at least one of the texts has another layout, and the content differs. */
export function inOneLayout(before: string, after: string): [string, string] | null {
  const [old, now] = [formatTemplate(before), formatTemplate(after)];
  if (old.kind !== 'formatted' || now.kind !== 'formatted' || old.text === now.text) return null;
  return old.text === before && now.text === after ? null : [old.text, now.text];
}

/** Compares line by line, and each changed line by word with the line that it replaces. */
export function lineChanges(before: string, after: string): Line[] {
  const parts = diffLines(before, after, { maxEditLength: mostChanges });
  if (parts === undefined) {
    return [...unpaired(linesOf(before), 'deleted'), ...unpaired(linesOf(after), 'added')];
  }
  const lines: Line[] = [];
  let deleted: string[] = [];
  for (const { added, removed, value } of parts) {
    const own = linesOf(value);
    if (removed) {
      deleted = own;
      continue;
    }
    lines.push(...(added ? paired(deleted, own) : unpaired(deleted, 'deleted')));
    if (!added) lines.push(...unpaired(own, 'same'));
    deleted = [];
  }
  return [...lines, ...unpaired(deleted, 'deleted')];
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const unpaired = (lines: readonly string[], kind: Line['kind']): Line[] =>
  lines.map((text) => ({ kind, pieces: whole(text, false) }));

function paired(deleted: readonly string[], added: readonly string[]): Line[] {
  // The sign and colour of a line mark it whole.
  const inWords = (pieces: readonly Piece[], text: string): readonly Piece[] =>
    pieces.length === 1 ? whole(text, false) : pieces;
  const pairs = deleted
    .slice(0, added.length)
    .map((text, index) => byWord(text, added[index] ?? ''));
  const linesWith = (
    side: 'before' | 'after',
    kind: Line['kind'],
    lines: readonly string[],
  ): Line[] =>
    lines.map((text, index) => ({
      kind,
      pieces: inWords(pairs[index]?.[side] ?? whole(text, false), text),
    }));
  return [...linesWith('before', 'deleted', deleted), ...linesWith('after', 'added', added)];
}
