export interface Segment {
  readonly text: string;
  /** What the secret is, such as `the URL`; `null` when the text is not a secret. */
  readonly secretName: string | null;
}

export const plainSegment = (text: string): Segment => ({ text, secretName: null });
export const secretSegment = (text: string, secretName: string): Segment => ({ text, secretName });

export const textOf = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join('');

export function mergeSegments(segments: readonly Segment[]): Segment[] {
  const found: Segment[] = [];
  for (const segment of segments) {
    const last = found.at(-1);
    if (segment.text === '') continue;
    if (last?.secretName === null && segment.secretName === null) {
      found[found.length - 1] = plainSegment(last.text + segment.text);
    } else found.push(segment);
  }
  return found;
}
