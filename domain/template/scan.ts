import { endOfName, percent, urlEscapeLength } from './percent.ts';

/**
 * Tells of every token in a template, in their order: where it begins and ends, percent signs
 * included. What a token is, see `parseTemplate`.
 */
export function eachToken(template: string, found: (start: number, end: number) => void): void {
  let start = template.indexOf('%');
  while (start !== -1) {
    const escape = urlEscapeLength(template, start);
    const close = escape > 0 ? start + escape : endOfName(template, start + 1);
    if (escape === 0 && close > start + 1 && template.charCodeAt(close) === percent) {
      found(start, close + 1);
      start = template.indexOf('%', close + 1);
    } else {
      // What was looked at holds no other percent sign, or is an escape: it is not looked at again.
      start = template.indexOf('%', close);
    }
  }
}
