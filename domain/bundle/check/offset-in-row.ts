import { parseTree, findNodeAtLocation, type Node } from 'jsonc-parser';

/** Names that an installation has for the texts of a bundle. */
const wireNames = new Map<PropertyKey, string>([
  ['payloadTemplate', 'payload_template'],
  ['headers', 'http_headers'],
]);

/**
 * Offset in the file of a member, or of a character of its text. Falls back to the row.
 * @param start offset of the row
 * @param at offset in the decoded text; `null` for the member itself
 */
export function offsetInRow(
  text: string,
  start: number,
  path: readonly PropertyKey[],
  at: number | null,
): number {
  const row = parseTree(text.slice(start));
  const found = row === undefined ? undefined : nodeAt(row, path);
  if (found === undefined) return start;
  return start + (at === null ? found.offset : offsetOfCharacter(text.slice(start), found, at));
}

function nodeAt(row: Node, path: readonly PropertyKey[]): Node | undefined {
  const segments = path.map((part) => (/^\d+$/.test(String(part)) ? Number(part) : String(part)));
  const wire = segments.map((part) => wireNames.get(part) ?? part);
  return findNodeAtLocation(row, segments) ?? findNodeAtLocation(row, wire);
}

/** A text of a bundle is a string, or a list of strings and secrets. */
function offsetOfCharacter(json: string, node: Node, at: number): number {
  if (node.type === 'string') return node.offset + 1 + rawLength(json, node.offset + 1, at);
  let before = 0;
  for (const piece of node.children ?? []) {
    const length = lengthOf(piece);
    if (at < before + length) return offsetOfCharacter(json, piece, at - before);
    before += length;
  }
  return node.offset;
}

function lengthOf(piece: Node): number {
  if (piece.type === 'string') return String(piece.value).length;
  const secret = findNodeAtLocation(piece, ['secret']);
  return secret === undefined ? 0 : `<secret:${String(secret.value)}>`.length;
}

/** Length in the file of the first `count` characters of a JSON string. */
function rawLength(json: string, begin: number, count: number): number {
  let at = begin;
  for (let read = 0; read < count && json[at] !== '"'; read += 1) {
    if (json[at] !== '\\') at += 1;
    else at += json[at + 1] === 'u' ? 6 : 2;
  }
  return at - begin;
}
