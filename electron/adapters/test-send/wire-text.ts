import type { WireText } from '#contract/wire-text.ts';
import type { ReadBytes } from '../http/kept-bytes.ts';

/** Bytes as text without losing any: in UTF-8 where they are that, else one character for each. */
export function wireText({ kept, bytes, truncated }: ReadBytes): WireText {
  const text = utf8Text(kept, truncated);
  return text === null
    ? { text: kept.toString('latin1'), encoding: 'latin-1', bytes, truncated }
    : { text, encoding: 'utf-8', bytes, truncated };
}

/** `null` for what is not UTF-8. Where there is more, the last character may have been cut in two. */
function utf8Text(bytes: Buffer, more: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: more,
    });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
