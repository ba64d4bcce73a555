import { plainError } from '#domain/problem.ts';
import { parseTemplate } from '#domain/template/parse.ts';
import type { TokenValues } from '#domain/template/render.ts';

/** UTF-16 code units, before escaping. */
const longest = 8 * 1024 * 1024;

/** Computed before the payload is built, because repeated tokens can multiply its length. */
export function checkPayloadLength(template: string, values: TokenValues): void {
  const known = new Map(Object.entries(values));
  const length = parseTemplate(template).reduce(
    (sum, part) =>
      sum + (part.kind === 'token' ? (known.get(part.name) ?? part.text) : part.text).length,
    0,
  );
  if (length <= longest) return;
  throw plainError(
    'too-large',
    `With these values the payload is longer than the ${longest / 1024 / 1024} Mi characters allowed in a test. Nothing was sent.`,
    'Shorten the values or the template.',
  );
}
