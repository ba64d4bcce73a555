import type { EditorState } from '@codemirror/state';
import { eachToken } from '#domain/template/each-token.ts';

/** The positions include the percent signs. */
export interface TokenPlace {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** The token at or beside a position. A token never spans lines. */
export function tokenAt(state: EditorState, position: number): TokenPlace | null {
  const line = state.doc.lineAt(position);
  const column = position - line.from;
  let place: TokenPlace | null = null;
  eachToken(line.text, (start, end) => {
    if (place !== null || end < column || start > column) return;
    const name = line.text.slice(start + 1, end - 1);
    place = { from: line.from + start, to: line.from + end, name };
  });
  return place;
}
