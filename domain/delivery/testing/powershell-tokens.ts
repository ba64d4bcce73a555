/**
 * Tokens of the PowerShell subset that Hookdesk's commands use. Independent of the code that writes
 * them. Source: about_Quoting_Rules, about_Special_Characters, about_Parsing.
 */
export type Token =
  | { readonly kind: 'text'; readonly value: readonly TextPiece[] }
  /** A name, a number, an operator, a bracket or an end of line. */
  | { readonly kind: 'word'; readonly value: string };

/** A part of a text in quotes. */
export type TextPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'expression'; readonly code: string };

/** PowerShell treats curly quotes as quotes. */
const singleQuotes = "'‘’‚‛";
const doubleQuotes = '"“”„';
const escapes = new Map([
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const variable = /\$((?:env:)?\w+)/y;
const word =
  /&|\{|\}|\(|\)|@\(|\[[\w.]+\]::\w+|\[\w+\]|\.\w+(?=\()|\$(?:env:)?\w+|,|=|\+|\n|;|-{0,2}\w[\w.-]*/y;

export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    const next = code.charAt(at);
    // Lines may end with CRLF.
    if (next === ' ' || next === '\r') {
      at += 1;
    } else if (singleQuotes.includes(next)) {
      const { text, end } = verbatim(code, at + 1);
      tokens.push({ kind: 'text', value: [{ kind: 'literal', text }] });
      at = end;
    } else if (doubleQuotes.includes(next)) {
      const { pieces, end } = expandable(code, at + 1);
      tokens.push({ kind: 'text', value: pieces });
      at = end;
    } else {
      word.lastIndex = at;
      const found = word.exec(code)?.[0];
      if (found === undefined) throw new Error(`What is this? ${code.slice(at, at + 40)}`);
      tokens.push({ kind: 'word', value: found });
      at += found.length;
    }
  }
  return tokens;
}

/** Reads to the next quote that is not doubled. */
function verbatim(code: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (singleQuotes.includes(character)) {
      const following = code.charAt(at + 1);
      if (following === '' || !singleQuotes.includes(following)) return { text, end: at + 1 };
      text += following;
      at += 1;
    } else text += character;
  }
  throw new Error('A quote is never closed.');
}

function expandable(code: string, start: number): { pieces: TextPiece[]; end: number } {
  const pieces: TextPiece[] = [];
  const add = (text: string) => pieces.push({ kind: 'literal', text });
  for (let at = start; at < code.length; at += 1) {
    const character = code.charAt(at);
    const following = code.charAt(at + 1);
    variable.lastIndex = at;
    const name = variable.exec(code)?.[1];
    if (character === '`') {
      add(escapes.get(following) ?? following);
      at += 1;
    } else if (doubleQuotes.includes(character)) {
      if (following === '' || !doubleQuotes.includes(following)) return { pieces, end: at + 1 };
      add(following);
      at += 1;
    } else if (character === '$' && following === '(') {
      // The expressions of Hookdesk's commands contain no parentheses.
      const end = code.indexOf(')', at);
      pieces.push({ kind: 'expression', code: code.slice(at + 2, end) });
      at = end;
    } else if (name !== undefined) {
      pieces.push({ kind: 'variable', name });
      at += name.length;
    } else add(character);
  }
  throw new Error('A quote is never closed.');
}
