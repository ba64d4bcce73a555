import type { WireText } from '#contract/test-sends.ts';
import { type ReadBytes, utf8Text } from '../http/answer.ts';

/** Lossless: UTF-8 if valid, otherwise Latin-1. */
export function wireText({ kept, bytes, truncated }: ReadBytes): WireText {
  const text = utf8Text(kept, truncated);
  return text === null
    ? { text: kept.toString('latin1'), encoding: 'latin-1', bytes, truncated }
    : { text, encoding: 'utf-8', bytes, truncated };
}
