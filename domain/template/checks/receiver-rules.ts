import type { ReceiverRule } from './receiver.ts';

export interface Breach {
  /** `null` when any of several keys would do. */
  readonly key: string | null;
  readonly how: 'none-there' | 'missing' | 'value' | 'too-long';
  /** The value for `value`, the length for `too-long`. */
  readonly found: string;
}

/** @param query with its question mark */
export function breaches(rule: ReceiverRule, payload: unknown, query: string): Breach[] {
  switch (rule.kind) {
    case 'any-of':
      return rule.keys.some((key) => isThere(valueAt(payload, key)))
        ? []
        : [{ key: null, how: 'none-there', found: '' }];
    case 'required': {
      const { when } = rule;
      if (when !== undefined && !isOneOf(when.values, valueAt(payload, when.key))) return [];
      return rule.keys
        .filter((key) => !isThere(valueAt(payload, key)))
        .filter((key) => !rule.orInQuery || !hasParameter(query, key))
        .map((key) => ({ key, how: 'missing', found: '' }));
    }
    case 'one-of': {
      const value = valueAt(payload, rule.key);
      if (value === undefined || isOneOf(rule.values, value)) return [];
      return [{ key: rule.key, how: 'value', found: told(value) }];
    }
    case 'max-length': {
      const value = valueAt(payload, rule.key);
      const length = typeof value === 'string' ? codePoints(value) : 0;
      if (length <= rule.characters) return [];
      return [{ key: rule.key, how: 'too-long', found: length.toLocaleString('en') }];
    }
  }
}

function valueAt(payload: unknown, key: string): unknown {
  let value: unknown = payload;
  for (const name of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

const isThere = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);

function told(value: unknown): string {
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : 'an object';
}

const hasParameter = (query: string, name: string): boolean =>
  query
    .slice(1)
    .split('&')
    .some((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    // Counts a surrogate pair once.
    if (code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) at += 1;
    count += 1;
  }
  return count;
}
