import { mask } from '../secrets/masked-header.ts';

/** With the quotes. */
const stringLiteral = /"(?:[^"\\]|\\.)*"/g;

/** Replaces secret strings, and partly secret ones by `partly`; other text stays as sent. */
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

/** Other text than JSON stays unchanged. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
