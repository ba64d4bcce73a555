/** Removes a byte order mark and the headers that `curl -i` prints. Keeps line numbers. */
export function jsonPart(text: string): string {
  const withoutMark = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  let start = 0;
  // One head per proxy and redirect.
  for (let heads = 0; heads < 10 && startsHead(withoutMark, start); heads += 1) {
    endOfHead.lastIndex = start;
    const end = endOfHead.exec(withoutMark);
    if (end === null) return withoutMark;
    start = end.index + end[0].length;
  }
  if (start === 0) return withoutMark;
  const lineBreaks = withoutMark.slice(0, start).split('\n').length - 1;
  return '\n'.repeat(lineBreaks) + withoutMark.slice(start);
}

const startsHead = (text: string, at: number): boolean =>
  /^\s*HTTP\/[0-9]/.test(text.slice(at, at + 40));
const endOfHead = /\r?\n\r?\n/g;

export const isArmored = (text: string): boolean =>
  text.slice(0, 200).trimStart().startsWith('-----BEGIN AGE ENCRYPTED FILE-----');
