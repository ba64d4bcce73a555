export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const { 0: beyond } of text.matchAll(/[\u{80}-\u{10ffff}]+/gu)) bytes += extraBytes(beyond);
  return bytes;
}

function extraBytes(text: string): number {
  let extra = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    extra += code < 0x800 ? 1 : 2;
  }
  return extra;
}
