import { endOfName, percent, urlEscapeLength } from './percent.ts';

/** Calls `found` for each placeholder `%Name%`, with UTF-16 offsets. URL escapes are no placeholders. */
export function eachToken(template: string, found: (start: number, end: number) => void): void {
  let start = template.indexOf('%');
  while (start !== -1) {
    const escape = urlEscapeLength(template, start);
    const close = escape > 0 ? start + escape : endOfName(template, start + 1);
    if (escape === 0 && close > start + 1 && template.charCodeAt(close) === percent) {
      found(start, close + 1);
      start = template.indexOf('%', close + 1);
    } else {
      // Skips an escape, or text without another percent sign.
      start = template.indexOf('%', close);
    }
  }
}
