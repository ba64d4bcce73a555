/** What stands in place of a hidden value. */
export const mask = '••••••••';

/**
 * The text of a request body with secret values hidden. Works on the text itself, so that all else
 * stays exactly as it is sent.
 */
export function maskBody(body: string, secrets: readonly string[]): string {
  const literals = [...new Set(secrets.filter((secret) => secret !== ''))]
    .map((secret) => JSON.stringify(secret))
    .sort((a, b) => b.length - a.length);
  return literals.reduce((text, literal) => text.replaceAll(literal, `"${mask}"`), body);
}

/** JSON text with line breaks and indentation for reading; other text stays as it is. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
