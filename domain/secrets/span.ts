/** A piece of a text that is a secret, or that has none. The spans of a text joined give the text. */
export interface Span {
  readonly text: string;
  /** What the secret is, such as `the URL`; `null` when the text is not a secret. */
  readonly secretName: string | null;
}

export const plainSpan = (text: string): Span => ({ text, secretName: null });
export const secretSpan = (text: string, secretName: string): Span => ({ text, secretName });

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** Drops empty spans and joins adjacent ones without a secret. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (span.text === '') continue;
    if (last?.secretName === null && span.secretName === null) {
      merged[merged.length - 1] = plainSpan(last.text + span.text);
    } else merged.push(span);
  }
  return merged;
}
