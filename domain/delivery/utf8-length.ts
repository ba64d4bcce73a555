/** How many bytes a text has in UTF-8; half a pair of surrogates counts as U+FFFD, three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const { 0: beyond } of text.matchAll(/[\u{80}-\u{10ffff}]+/gu)) bytes += extraBytes(beyond);
  return bytes;
}

/** What characters beyond ASCII need beside one byte for each UTF-16 code unit. */
function extraBytes(text: string): number {
  let extra = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // Beyond U+FFFF: four bytes, two code units.
    extra += code < 0x800 ? 1 : 2;
  }
  return extra;
}
