export interface Segment {
  readonly text: string;
  /** For people; `null` when the text is not a secret. */
  readonly secret: string | null;
}

export const plainSegment = (text: string): Segment => ({ text, secret: null });
export const secretSegment = (text: string, what: string): Segment => ({ text, secret: what });

export const textOf = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join('');

export function mergeSegments(segments: readonly Segment[]): Segment[] {
  const found: Segment[] = [];
  for (const segment of segments) {
    const last = found.at(-1);
    if (segment.text === '') continue;
    if (last?.secret === null && segment.secret === null) {
      found[found.length - 1] = plainSegment(last.text + segment.text);
    } else found.push(segment);
  }
  return found;
}
