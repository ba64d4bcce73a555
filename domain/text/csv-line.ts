/** RFC 4180. An apostrophe disarms formulas. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Characters that a spreadsheet may skip before a formula. */
const skipped = /^[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/** Unicode normalization does not map the minus sign U+2212 to `-`. */
const formulaSigns = new Set(['=', '+', '-', '@', '\u2212']);

/** Source: OWASP, CSV Injection. */
function beginsFormula(text: string): boolean {
  const [before = ''] = skipped.exec(text) ?? [];
  const [sign = ''] = text.slice(before.length);
  // NFKC maps full-width and small signs to ASCII, and ⩵ to two of them.
  return /[\t\r\n]/.test(before) || formulaSigns.has(sign.normalize('NFKC').charAt(0));
}

function cell(text: string): string {
  const safe = beginsFormula(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
