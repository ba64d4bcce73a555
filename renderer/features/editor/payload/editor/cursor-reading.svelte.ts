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

/** Shows keyboard users what a tooltip shows on hover. */
export class CursorReading {
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
  /** A failed action; the next cursor move clears it. */
  notice = $state<string | null>(null);

  readonly extension: Extension = ViewPlugin.define(({ state }) => {
    this.#state = state;
    return {
      update: ({ state, docChanged, selectionSet, transactions }) => {
        if (docChanged || selectionSet) this.notice = null;
        for (const effect of transactions.flatMap(({ effects }) => effects)) {
          if (effect.is(pastedEndsChanged)) this.notice = changedEnds(effect.value);
        }
        this.#state = state;
      },
    };
  });
}

const changedEnds = ({ from, to }: { from: LineEnds; to: LineEnds }): string =>
  `Pasted line breaks were changed from ${lineEndNames[from]} to ${lineEndNames[to]}, like the rest of the template.`;
