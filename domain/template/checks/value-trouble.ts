import { escapeLength } from '../json/atom.ts';
import type { RuleSetName } from '../rule-sets.ts';

export type ValueTrouble = 'quote' | 'line break' | 'control character' | 'backslash';

/** A backslash at the end counts, because it escapes the character behind the token. */
export function valueTroubles(value: string, rules: RuleSetName): ValueTrouble[] {
  const put = rules === 'plain' ? value : value.replaceAll('"', '\\"');
  const found = new Set<ValueTrouble>();
  let at = 0;
  while (at < put.length) {
    const code = put.charCodeAt(at);
    const length = code === 0x5c ? escapeLength(put, at) : 1;
    if (code === 0x0a || code === 0x0d) found.add('line break');
    else if (code < 0x20) found.add('control character');
    else if (code === 0x22) found.add('quote');
    else if (length === 0) found.add('backslash');
    at += Math.max(length, 1);
  }
  return [...found];
}
