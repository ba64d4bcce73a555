/** Characters; longer notes are cut. */
const longest = 20_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** GitHub sends HTML; other servers send Markdown, which stays as it is written. */
export function releaseNotesText(notes: string): string {
  const text = /^\s*</.test(notes) ? textOfHtml(notes) : notes;
  const tidy = text
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidy.length > longest ? `${tidy.slice(0, longest)}…` : tidy;
}

function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<li\b[^>]*>\s*/gi, '\n• ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/(p|div|ul|ol|pre|blockquote|h[1-6])\s*>/gi, '\n\n')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|([a-z]+));/gi, (whole, number?: string, name?: string) =>
      number === undefined
        ? (entities[(name ?? '').toLowerCase()] ?? whole)
        : characterOf(Number(number), whole),
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

const characterOf = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
