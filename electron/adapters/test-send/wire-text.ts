import type { WireText } from '#contract/wire-text.ts';
import type { ReadBytes } from '../http/message-prefix.ts';

/** Lossless: UTF-8 if valid, otherwise Latin-1. */
export function wireText({ kept, bytes, truncated }: ReadBytes): WireText {
  const text = utf8Text(kept, truncated);
  return text === null
    ? { text: kept.toString('latin1'), encoding: 'latin-1', bytes, truncated }
    : { text, encoding: 'utf-8', bytes, truncated };
}

/** `null` for invalid UTF-8. With `more`, the last character may be incomplete. */
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
