import { EditorState, type Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { findingsAt } from '../../../../ui/code-editor/findings.ts';
import {
  lineEndNames,
  type LineEnds,
  lineEndState,
  pastedEndsChanged,
} from '../../../../ui/code-editor/line-ends.ts';
import { tooLongToWrap } from '../../../../ui/code-editor/wrapping.ts';
import { tokenAt, tokenBook } from './tokens.ts';

/** What the line below the template says about the cursor. Keyboard users find there what tooltips say. */
export class CursorStatus {
  #state = $state.raw(EditorState.create());
  readonly #selection = $derived(this.#state.selection.main);
  readonly #lineAtCursor = $derived(this.#state.doc.lineAt(this.#selection.head));
  /** From 1. */
  readonly line = $derived(this.#lineAtCursor.number);
  readonly column = $derived(this.#selection.head - this.#lineAtCursor.from + 1);
  readonly lines = $derived(this.#state.doc.lines);
  readonly ends = $derived(this.#state.field(lineEndState, false) ?? 'lf');
  readonly selected = $derived(!this.#selection.empty);
  readonly tooLong = $derived(this.#state.field(tooLongToWrap, false) ?? false);
  /** `help` is `null` for an unknown token. */
  readonly token = $derived.by(() => {
    const name = tokenAt(this.#state, this.#selection.head)?.name;
    if (name === undefined) return null;
    return { name, help: this.#state.facet(tokenBook).get(name) ?? null };
  });
  readonly findings = $derived(findingsAt(this.#state));
  /** About the last action; the next edit or cursor move clears it. */
  notice = $state<string | null>(null);

  /** Added to the editor: it feeds the members above. */
  readonly extension: Extension = ViewPlugin.define(({ state }) => {
    this.#state = state;
    return {
      update: ({ state, docChanged, selectionSet, transactions }) => {
        if (docChanged || selectionSet) this.notice = null;
        for (const effect of transactions.flatMap(({ effects }) => effects)) {
          if (effect.is(pastedEndsChanged)) this.notice = lineEndNotice(effect.value);
        }
        this.#state = state;
      },
    };
  });
}

const lineEndNotice = ({ from, to }: { from: LineEnds; to: LineEnds }): string =>
  `Pasted line breaks were changed from ${lineEndNames[from]} to ${lineEndNames[to]}, like the rest of the template.`;
