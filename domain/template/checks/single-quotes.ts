/** Returns `null` when a quote is never closed. Takes linear time. */
export function withDoubleQuotes(text: string): string | null {
  const pieces: string[] = [];
  let read = 0;
  for (;;) {
    const start = nextQuote(text, read);
    if (start === -1) return pieces.join('') + text.slice(read);
    const end = closingQuote(text, start);
    if (end === -1) return null;
    const inner = text.slice(start + 1, end);
    pieces.push(text.slice(read, start), `"${text[start] === '"' ? inner : requoted(inner)}"`);
    read = end + 1;
  }
}

function nextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

/** Returns -1 when the quote at `start` is never closed. */
export function closingQuote(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === 0x5c) at += 1;
  }
  return -1;
}

const requoted = (inner: string): string =>
  inner.replaceAll(/\\[^]|"/g, (piece) => {
    if (piece === '"') return '\\"';
    return piece === "\\'" ? "'" : piece;
  });
