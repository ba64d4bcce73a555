import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { eachToken, urlEscapeLength } from '#domain/template/parse-template.ts';

export interface TokenHelp {
  /** Without the percent signs. */
  readonly name: string;
  readonly meaning: string;
  readonly sample: string;
  /** When the value is empty, as a sentence; `null` for never. */
  readonly emptyWhen: string | null;
  /** Whether it is an installation's own token, not a documented one. */
  readonly own: boolean;
}

/** By name. */
export type TokenBook = ReadonlyMap<string, TokenHelp>;

export const tokenBook = Facet.define<readonly TokenHelp[], TokenBook>({
  combine: (books) => new Map(books.flat().map((token) => [token.name, token])),
});

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

function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

function tokenCard({ name, meaning, sample, emptyWhen, own }: TokenHelp): HTMLElement {
  const facts = element('dl', 'token-facts');
  const fact = (term: string, ...description: (string | Node)[]): void => {
    facts.append(element('dt', '', term), element('dd', '', ...description));
  };
  fact('Sample', sample === '' ? 'none' : element('code', '', sample));
  fact('Empty when', emptyWhen ?? 'Never, as far as known.');
  return element(
    'div',
    'token-card',
    element(
      'div',
      'token-title',
      element('code', '', `%${name}%`),
      own ? ' custom placeholder' : '',
    ),
    ...(meaning === '' ? [] : [element('p', '', meaning)]),
    facts,
  );
}

export interface CompletionPlace {
  /** Columns: the start of the typed name, and the end of the text to replace. */
  readonly from: number;
  readonly to: number;
  /** Whether an opening percent sign precedes `from`. */
  readonly opened: boolean;
}

/**
 * Not after a percent sign that closes a token, in a URL escape, or after a digit (`100%`).
 * @param asked on request also after a digit, and without a percent sign
 */
export function completionPlace(
  line: string,
  column: number,
  asked: boolean,
): CompletionPlace | null {
  const before = line.slice(0, column);
  const typed = /[A-Za-z0-9_]*$/.exec(before)?.[0].length ?? 0;
  const from = column - typed;
  const sign = from - 1;
  const opened = before.charAt(sign) === '%' && opensToken(before, sign);
  if (!opened) return asked ? { from, to: column, opened: false } : null;
  const afterDigit = /\d/.test(before.charAt(sign - 1)) && !endsEscape(before, sign);
  if (afterDigit && !asked) return null;
  return { from, to: column + restOfToken(line.slice(column)), opened: true };
}

/** Whether the percent sign neither closes a token nor begins a URL escape. */
const opensToken = (text: string, sign: number): boolean =>
  tokensIn(text.slice(0, sign + 1)).at(-1)?.end !== sign + 1 && urlEscapeLength(text, sign) === 0;

function tokensIn(text: string): { readonly start: number; readonly end: number }[] {
  const tokens: { start: number; end: number }[] = [];
  eachToken(text, (start, end) => {
    tokens.push({ start, end });
  });
  return tokens;
}

const endsEscape = (text: string, sign: number): boolean =>
  sign >= 3 && urlEscapeLength(text, sign - 3) === 3;

/** Length of the current token's rest after the cursor. */
function restOfToken(after: string): number {
  if (after.startsWith('%')) {
    // The sign may open another token, which must stay.
    return tokensIn(after.slice(0, 250))[0]?.start === 0 ? 0 : 1;
  }
  return /^[A-Za-z0-9_]*%/.exec(after)?.[0].length ?? 0;
}

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

const onHover = hoverTooltip(
  (view, position) => {
    const place = tokenAt(view.state, position);
    const help = place === null ? undefined : view.state.facet(tokenBook).get(place.name);
    if (place === null || help === undefined) return null;
    return {
      pos: place.from,
      end: place.to,
      above: true,
      create: () => ({ dom: tokenCard(help) }),
    };
  },
  { hideOn: (transaction) => transaction.docChanged || transaction.selection !== undefined },
);

const looks = EditorView.theme({
  '.token-card': { padding: '8px 10px', maxWidth: '360px' },
  '.token-title': { color: 'var(--text-3)', marginBottom: '2px' },
  '.token-title code': { color: 'var(--text)', fontFamily: 'var(--mono)', fontWeight: '600' },
  '.token-card p': { margin: '0 0 6px' },
  '.token-facts': {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: '2px 10px',
    margin: '0',
    color: 'var(--text-2)',
  },
  '.token-facts dt': { color: 'var(--text-3)' },
  '.token-facts dd': { margin: '0', overflowWrap: 'anywhere' },
  '.token-facts code': { fontFamily: 'var(--mono)', color: 'var(--text)' },
});

export const tokenTooltips: Extension = [
  autocompletion({ override: [completeToken] }),
  onHover,
  looks,
];
