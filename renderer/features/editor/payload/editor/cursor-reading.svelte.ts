import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type EditorFinding, findingsAt } from '../../../../ui/code-editor/findings.ts';
import { lineEndState, pastedEndsChanged } from '../../../../ui/code-editor/line-end-state.ts';
import { type LineEnds, lineEndNames } from '../../../../ui/code-editor/line-ends.ts';
import { tooLongToWrap } from '../../../../ui/code-editor/wrapping.ts';
import { type TokenHelp, tokenBook } from './token-help.ts';
import { tokenAt } from './tokens-in-line.ts';

/** `help` is `null` for an unknown token. */
interface TokenAtCursor {
  readonly name: string;
  readonly help: TokenHelp | null;
}

/** Shows keyboard users what a tooltip shows on hover. */
export class CursorReading {
  /** From 1. */
  line = $state(1);
  column = $state(1);
  lines = $state(1);
  ends = $state<LineEnds>('lf');
  selected = $state(false);
  /** Whether a line is too long to wrap. */
  tooLong = $state(false);
  token = $state.raw<TokenAtCursor | null>(null);
  findings = $state.raw<readonly EditorFinding[]>([]);
  /** A failed action; the next cursor move clears it. */
  notice = $state<string | null>(null);

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
