type Locale = Pick<NodeJS.Process, 'env' | 'platform'>;

/** Lines for a person at a terminal, in its character set. */
export function textForPerson(text: string, locale: Locale): string {
  const hasUtf8 = showsUtf8(locale);
  return text
    .split('\n')
    .map((line) => terminalText(line, { hasUtf8 }))
    .join('\n');
}

/** Without a locale, POSIX programs write ASCII. */
export function showsUtf8({ env, platform }: Locale): boolean {
  if (platform === 'win32') return true;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((each) => (each ?? '') !== '');
  return /utf-?8/i.test(locale ?? '');
}

/** Control characters as escapes: a name of a webhook could otherwise steer the terminal. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return character === '\n' ? '\\n' : `\\u${code.padStart(4, '0')}`;
  });

export const terminalText = (text: string, { hasUtf8 }: { readonly hasUtf8: boolean }): string =>
  hasUtf8 ? visible(text) : visible(text).replace(/[•…“”’→–]/g, (sign) => ascii[sign] ?? sign);

/** For the signs of our own texts. */
const ascii: Readonly<Record<string, string>> = {
  '•': '*',
  '…': '...',
  '“': '"',
  '”': '"',
  '’': "'",
  '→': '->',
  '–': '-',
};
