/** Both from 1; columns in UTF-16 code units. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (;;) {
    const next = text.indexOf('\n', begin) + 1;
    if (next === 0 || next > at) break;
    line += 1;
    begin = next;
  }
  return { line, column: at - begin + 1 };
}
