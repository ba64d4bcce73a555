/**
 * The JSON in a text that was read or pasted: without a byte order mark, and without the heads of answers
 * that `curl -i` prints before it. What is taken away leaves its lines, so that places stay true.
 */
export function jsonPart(text: string): string {
  const bare = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  let at = 0;
  // One for each proxy and each step on the way; nobody has more.
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

/** Whether a text is a file in the format of age, as text. */
export const isArmored = (text: string): boolean =>
  text.slice(0, 200).trimStart().startsWith('-----BEGIN AGE ENCRYPTED FILE-----');
