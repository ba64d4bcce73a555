import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { pickedCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { completionPlace } from './completion-place.ts';
import { tokenCard } from './token-card.ts';
import { type TokenHelp, tokenBook } from './token-help.ts';

/** Adds only the percent signs that are missing. */
function putIn(name: string) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const line = view.state.doc.lineAt(to);
    const place = completionPlace(line.text, to - line.from, true);
    const insert = `${place?.opened === true ? '' : '%'}${name}%`;
    const end = place === null ? to : line.from + place.to;
    view.dispatch({
      changes: { from, to: Math.max(to, end), insert },
      selection: { anchor: from + insert.length },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
  };
}

const optionOf = (token: TokenHelp): Completion => ({
  label: token.name,
  detail: token.meaning,
  type: token.own ? 'own' : 'known',
  info: () => tokenCard(token),
  apply: putIn(token.name),
});

export function completeToken(context: CompletionContext): CompletionResult | null {
  const book = context.state.facet(tokenBook);
  if (book.size === 0 || context.state.readOnly) return null;
  const line = context.state.doc.lineAt(context.pos);
  const place = completionPlace(line.text, context.pos - line.from, context.explicit);
  if (place === null) return null;
  return {
    from: line.from + place.from,
    options: [...book.values()].map(optionOf),
    validFor: /^[A-Za-z0-9_]*$/,
  };
}
