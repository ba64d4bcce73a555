import type { ReceiverRule } from './receiver.ts';

export interface Breach {
  /** `null` when any of several keys would do. */
  readonly key: string | null;
  /** A value that is not allowed, or a length; empty for what is missing. */
  readonly found: string;
}

/** @param query with its question mark */
export function breaches(rule: ReceiverRule, payload: unknown, query: string): Breach[] {
  switch (rule.kind) {
    case 'any-of':
      return rule.keys.some((key) => isThere(valueAt(payload, key)))
        ? []
        : [{ key: null, found: '' }];
    case 'required': {
      const { when } = rule;
      if (when !== undefined && !isOneOf(when.values, valueAt(payload, when.key))) return [];
      return rule.keys
        .filter((key) => !isThere(valueAt(payload, key)))
        .filter((key) => !rule.orInQuery || !hasParameter(query, key))
        .map((key) => ({ key, found: '' }));
    }
    case 'one-of': {
      const value = valueAt(payload, rule.key);
      if (value === undefined || isOneOf(rule.values, value)) return [];
      return [{ key: rule.key, found: told(value) }];
    }
    case 'max-length': {
      const value = valueAt(payload, rule.key);
      const length = typeof value === 'string' ? Array.from(value).length : 0;
      if (length <= rule.characters) return [];
      return [{ key: rule.key, found: length.toLocaleString('en') }];
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
