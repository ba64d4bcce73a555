import { escapeLength } from '../json/atom.ts';
import type { RuleSetName } from '../rule-sets.ts';

/** What of a value, put between double quotes, is no JSON there. */
export type ValueTrouble = 'quote' | 'line break' | 'control character' | 'backslash';

/**
 * The first thing in a value that spoils JSON when a rule set puts it between double quotes, or
 * `null`. A backslash at the end counts, because it takes what stands behind the token with it.
 */
export function valueTrouble(value: string, rules: RuleSetName): ValueTrouble | null {
  const put = rules === 'plain' ? value : value.replaceAll('"', '\\"');
  let at = 0;
  while (at < put.length) {
    const code = put.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) return 'line break';
    if (code < 0x20) return 'control character';
    if (code === 0x22) return 'quote';
    const length = code === 0x5c ? escapeLength(put, at) : 1;
    if (length === 0) return 'backslash';
    at += length;
  }
  return null;
}
