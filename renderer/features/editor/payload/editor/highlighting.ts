import { type EditorState, type Extension, type Range, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { eachToken } from '#domain/template/parse-template.ts';
import { type JsonKind, lexJsonLine, looksLikeJson } from './json-language.ts';
import { type TokenBook, tokenBook } from './tokens.ts';

/** Brackets, commas and colons keep the base colour of JSON: each further mark slows the layout of a long line. */
const jsonMarkOf: Readonly<Record<JsonKind, Decoration | null>> = {
  key: Decoration.mark({ class: 'json-key' }),
  string: Decoration.mark({ class: 'json-string' }),
  number: Decoration.mark({ class: 'json-atom' }),
  word: Decoration.mark({ class: 'json-atom' }),
  bracket: null,
  punctuation: null,
};
/** Between the pieces of JSON, such as a bare placeholder. */
const noJson = Decoration.mark({ class: 'json-none' });

const tokenMarks = {
  known: Decoration.mark({ class: 'token token-known' }),
  own: Decoration.mark({ class: 'token token-own' }),
  unknown: Decoration.mark({ class: 'token token-unknown' }),
};

/** Before the tokens are loaded, every token counts as known. */
function tokenMarkOf(name: string, knownTokens: TokenBook): Decoration {
  const token = knownTokens.get(name);
  if (token !== undefined) return token.own ? tokenMarks.own : tokenMarks.known;
  return knownTokens.size === 0 ? tokenMarks.known : tokenMarks.unknown;
}

/** Characters that decide whether a text is JSON. */
const beginning = 200;

/** CodeMirror also draws some of a long line on both sides of what is visible. So many of those characters need no mark. */
const outOfSight = 480;

/** Characters of a token that may be beyond the last marked one. */
const longestName = 250;

/** @param each called with a line, its place in the document, and the columns to mark */
function eachVisibleLine(
  view: EditorView,
  each: (line: string, from: number, start: number, end: number) => void,
): void {
  const { doc } = view.state;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      const first = at === line.from ? at : at + outOfSight;
      const last = to >= line.to ? line.to : to - outOfSight;
      if (first <= last) each(line.text, line.from, first - line.from, last - line.from);
      at = line.to + 1;
    }
  }
}

const isJson = (state: EditorState): boolean => looksLikeJson(state.sliceDoc(0, beginning));

function jsonDecorations(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (!isJson(view.state)) return Decoration.none;
  eachVisibleLine(view, (line, from, start, end) => {
    let marked = start;
    const markTo = (at: number): void => {
      if (line.slice(marked, at).trim() !== '') builder.add(from + marked, from + at, noJson);
    };
    lexJsonLine(line, start, end, (first, last, kind) => {
      markTo(first);
      // A piece may be as long as the template; only the visible part needs a mark.
      marked = Math.min(last, end);
      const mark = jsonMarkOf[kind];
      if (mark !== null) builder.add(from + Math.max(first, start), from + marked, mark);
    });
    markTo(end);
  });
  return builder.finish();
}

function tokenDecorations(view: EditorView): DecorationSet {
  const knownTokens = view.state.facet(tokenBook);
  const decorations: Range<Decoration>[] = [];
  eachVisibleLine(view, (line, from, start, end) => {
    eachToken(line.slice(0, end + longestName), (first, last) => {
      if (last <= start) return;
      const mark = tokenMarkOf(line.slice(first + 1, last - 1), knownTokens);
      decorations.push(mark.range(from + first, from + last));
    });
  });
  return Decoration.set(decorations);
}

const isStale = (update: ViewUpdate): boolean =>
  update.docChanged ||
  update.viewportChanged ||
  update.startState.facet(tokenBook) !== update.state.facet(tokenBook);

const decorationPlugin = (make: (view: EditorView) => DecorationSet): Extension =>
  ViewPlugin.define(
    (view) => ({
      decorations: make(view),
      update(update) {
        if (isStale(update)) this.decorations = make(update.view);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );

const colours = EditorView.theme({
  '.json-key': { color: 'var(--code-key)' },
  '.json-string': { color: 'var(--code-string)' },
  '.json-atom': { color: 'var(--code-atom)' },
  '.cm-content.json': { color: 'var(--text-3)' },
  '.json-none': { color: 'var(--text)' },
  // Tokens differ in their outline, not only in colour.
  '.token': { borderRadius: '3px', outlineOffset: '-0.5px' },
  '.token-known': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
    outline: '1px solid color-mix(in srgb, var(--accent) 35%, transparent)',
  },
  '.token-own': {
    backgroundColor: 'var(--env-test-soft)',
    color: 'var(--env-test)',
    outline: '1px solid color-mix(in srgb, var(--env-test) 40%, transparent)',
    boxShadow: 'inset 0 -2px 0 color-mix(in srgb, var(--env-test) 60%, transparent)',
  },
  '.token-unknown': {
    color: 'var(--changed)',
    outline: '1px dashed var(--changed)',
  },
  // Forced colours remove the shadow.
  '@media (forced-colors: active)': { '.token-own': { outline: '3px double CanvasText' } },
});

const baseColour = EditorView.contentAttributes.compute(['doc'], (state): Record<string, string> =>
  isJson(state) ? { class: 'json' } : {},
);

export const highlighting: Extension = [
  decorationPlugin(tokenDecorations),
  decorationPlugin(jsonDecorations),
  baseColour,
  colours,
];
