/** Removes a byte order mark and the headers that `curl -i` prints. Keeps line numbers. */
export function jsonPart(text: string): string {
  const bare = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  let at = 0;
  // One per proxy and redirect.
  for (let heads = 0; heads < 10 && isHead(bare, at); heads += 1) {
    endOfHead.lastIndex = at;
    const end = endOfHead.exec(bare);
    if (end === null) return bare;
    at = end.index + end[0].length;
  }
  if (at === 0) return bare;
  return '\n'.repeat(bare.slice(0, at).split('\n').length - 1) + bare.slice(at);
}

const isHead = (text: string, at: number): boolean =>
  /^\s*HTTP\/[0-9]/.test(text.slice(at, at + 40));
const endOfHead = /\r?\n\r?\n/g;

export const isArmored = (text: string): boolean =>
  text.slice(0, 200).trimStart().startsWith('-----BEGIN AGE ENCRYPTED FILE-----');
