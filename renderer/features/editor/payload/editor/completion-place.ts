import { urlEscapeLength } from '#domain/template/percent.ts';
import { eachToken } from '#domain/template/each-token.ts';

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
