import { urlEscapeLength } from '../percent.ts';
import { eachToken } from '../each-token.ts';

/** Finds percent signs outside of tokens and URL escapes. */
export function eachLonePercent(
  template: string,
  found: (at: number, literalStart: number) => void,
): void {
  let read = 0;
  const within = (end: number): void => {
    let at = template.indexOf('%', read);
    let start = read;
    while (at !== -1 && at < end) {
      const escape = urlEscapeLength(template, at);
      if (escape === 0) found(at, start);
      start = at + Math.max(escape, 1);
      at = template.indexOf('%', start);
    }
  };
  eachToken(template, (start, end) => {
    within(start);
    read = end;
  });
  within(template.length);
}
