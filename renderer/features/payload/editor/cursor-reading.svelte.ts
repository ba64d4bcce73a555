import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type EditorFinding, findingsAt } from '../../../ui/code-editor/findings.ts';
import { lineEndState, pastedEndsChanged } from '../../../ui/code-editor/line-end-state.ts';
import { type LineEnds, lineEndNames } from '../../../ui/code-editor/line-ends.ts';
import { tooLongToWrap } from '../../../ui/code-editor/wrapping.ts';
import { type TokenHelp, tokenBook } from './token-help.ts';
import { tokenAt } from './tokens-in-line.ts';

/** The token that the cursor is in; `help` is `null` for one that nobody knows. */
interface TokenAtCursor {
  readonly name: string;
  readonly help: TokenHelp | null;
}

/** Where the cursor is in a template, and what is to be known there: what pointing shows, for keyboards. */
export class CursorReading {
  /** From 1, as people count. */
  line = $state(1);
  column = $state(1);
  lines = $state(1);
  ends = $state<LineEnds>('lf');
  /** Whether text is selected. */
  selected = $state(false);
  /** Whether lines are not wrapped because one is too long for it. */
  tooLong = $state(false);
  token = $state.raw<TokenAtCursor | null>(null);
  findings = $state.raw<readonly EditorFinding[]>([]);
  /** Something that was tried and could not be done; gone with the next move. */
  notice = $state<string | null>(null);

  /** For the editor's state. */
  get extension(): Extension {
    return EditorView.updateListener.of(({ state, docChanged, selectionSet, transactions }) => {
      if (docChanged || selectionSet) this.notice = null;
      for (const effect of transactions.flatMap(({ effects }) => effects)) {
        if (effect.is(pastedEndsChanged)) this.notice = changedEnds(effect.value);
      }
      if (transactions.length > 0) this.read(state);
    });
  }

  read(state: EditorState): void {
    const { head, empty } = state.selection.main;
    this.selected = !empty;
    const line = state.doc.lineAt(head);
    this.line = line.number;
    this.column = head - line.from + 1;
    this.lines = state.doc.lines;
    this.ends = state.field(lineEndState, false) ?? 'lf';
    this.tooLong = state.field(tooLongToWrap, false) ?? false;
    const name = tokenAt(state, head)?.name;
    if (name !== this.token?.name || this.token?.help === null) {
      const help = name === undefined ? null : (state.facet(tokenBook).get(name) ?? null);
      this.token = name === undefined ? null : { name, help };
    }
    const findings = findingsAt(state);
    if (findings.length > 0 || this.findings.length > 0) this.findings = findings;
  }
}

const changedEnds = ({ from, to }: { from: LineEnds; to: LineEnds }): string =>
  `Pasted line breaks were changed from ${lineEndNames[from]} to ${lineEndNames[to]}, like the rest of the template.`;
