/** What stands in place of a hidden value. */
export const mask = '••••••••';

/** A string of a JSON text, with its quotes. */
const stringLiteral = /"(?:[^"\\]|\\.)*"/g;

/**
 * The text of a JSON body with every string hidden that is one of the secrets. Works on the text
 * itself, so that all else stays exactly as it is sent.
 */
export function maskBody(body: string, secrets: readonly string[]): string {
  const literals = new Set(
    secrets.filter((secret) => secret !== '').map((each) => JSON.stringify(each)),
  );
  return body.replaceAll(stringLiteral, (literal) =>
    literals.has(literal) ? `"${mask}"` : literal,
  );
}

/** JSON text with line breaks and indentation for reading; other text stays as it is. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
