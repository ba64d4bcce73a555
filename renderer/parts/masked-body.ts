/** What stands in place of a hidden value. */
export const mask = '••••••••';

/** A string of a JSON text, with its quotes. */
const stringLiteral = /"(?:[^"\\]|\\.)*"/g;

/**
 * The text of a JSON body with every string hidden that is one of the secrets; of a string that is
 * secret in a part, what `partly` has for it is shown. Works on the text itself, so that all else
 * stays exactly as it is sent.
 */
export function maskBody(
  body: string,
  secrets: readonly string[],
  partly: ReadonlyMap<string, string> = new Map(),
): string {
  const shown = new Map<string, string>();
  for (const [text, open] of partly) shown.set(JSON.stringify(text), JSON.stringify(open));
  for (const secret of secrets) {
    if (secret !== '') shown.set(JSON.stringify(secret), JSON.stringify(mask));
  }
  return body.replaceAll(stringLiteral, (literal) => shown.get(literal) ?? literal);
}

/** JSON text with line breaks and indentation for reading; other text stays as it is. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
