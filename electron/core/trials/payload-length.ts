import { plainError } from '#domain/problem.ts';
import { parseTemplate } from '#domain/template/parse.ts';
import type { TokenValues } from '#domain/template/render.ts';

/** The longest payload that a test sends, in UTF-16 code units before anything is escaped. */
const longest = 8 * 1024 * 1024;

/**
 * Short values that stand often, and a long one that does, make a payload that no receiver takes. How
 * long it would be is known before it is made.
 *
 * @throws ProblemError `too-large`
 */
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
    `With these values the payload is longer than the ${longest / 1024 / 1024} Mi characters that a test sends. Nothing was sent.`,
    'Take shorter values, or a shorter template.',
  );
}
