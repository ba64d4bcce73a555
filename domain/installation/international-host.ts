import { toUnicode } from 'punycode/punycode.es6.js';

/** The host name of a URL in international letters; `null` if it has only ASCII letters. */
export function internationalHost(baseUrl: string): string | null {
  const typed = baseUrl.trim();
  if (!URL.canParse(typed)) return null;
  const { hostname } = new URL(typed);
  // A URL that can be parsed has valid labels only.
  const host = toUnicode(hostname);
  return host === hostname ? null : host;
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Cherokee',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Scripts that are written together. Source: UTS #39, “Highly Restrictive”. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Letters of two scripts can imitate another name, as a Cyrillic “а” does in a Latin word. */
export function mixedScriptsWarning(baseUrl: string): string | null {
  for (const label of internationalHost(baseUrl)?.split('.') ?? []) {
    const used = scripts.filter(({ letter }) => letter.test(label)).map(({ name }) => name);
    const isUsual = together.some((group) => used.every((name) => group.includes(name)));
    if (used.length > 1 && !isUsual) {
      return `“${label}” mixes ${used.join(' and ')} letters, as imitated names do. Check the address.`;
    }
  }
  return null;
}
