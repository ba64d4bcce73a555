import { urlEscapeLength } from '#domain/template/percent.ts';
import { eachToken } from '#domain/template/scan.ts';

/** Where a token would be completed: what it would replace, and whether that begins behind a percent sign. */
export interface CompletionPlace {
  /** Where what was typed of the name begins, and where what the token replaces ends; columns of the line. */
  readonly from: number;
  readonly to: number;
  /** Whether a percent sign that opens a token stands in front of `from`. */
  readonly opened: boolean;
}

/**
 * Where in a line a token can be completed at a column: behind a percent sign that opens one, and not
 * behind one that closes one, belongs to a URL escape, or follows a digit as in `100%`. On an
 * explicit wish (`asked`) also behind a digit, and where there is no percent sign.
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

/** Whether the percent sign there neither closes a token nor begins a URL escape. */
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

/** How much of the text behind the cursor belongs to the token that the cursor is in. */
function restOfToken(after: string): number {
  if (after.startsWith('%')) {
    // Another token may begin right here: its sign is its own.
    return tokensIn(after.slice(0, 250))[0]?.start === 0 ? 0 : 1;
  }
  return /^[A-Za-z0-9_]*%/.exec(after)?.[0].length ?? 0;
}
