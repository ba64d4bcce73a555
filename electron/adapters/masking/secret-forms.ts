/** Characters. Longer secrets are matched in their plain forms only: the pattern would be too large. */
const longestSpelled = 1024;

export interface SecretForms {
  /** All forms, mixed ones too; `null` for a secret that is too long. */
  readonly pattern: RegExp | null;
  readonly plain: readonly string[];
}

export function secretForms(secret: string): SecretForms {
  const base64 = base64Forms(secret);
  const url = encodeURIComponent(secret.toWellFormed());
  const plain = [secret, jsonForm(secret), url, ...base64];
  if (secret.length > longestSpelled) return { pattern: null, plain };
  const alternatives = [spellings(secret), ...base64.map(base64Pattern)];
  return { pattern: new RegExp(alternatives.join('|'), 'g'), plain };
}

const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** RFC 8259 §7. */
const shortEscapes: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** JSON nested three times has up to seven backslashes before a quotation mark. */
const backslashes = '\\\\';

function spellings(text: string): string {
  return Array.from(text, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    const bytes = [...new TextEncoder().encode(character)];
    const code = character.codePointAt(0) ?? 0;
    const entity = entities[character];
    const short = shortEscapes[character];
    const forms = [
      `${backslashes}{0,7}${escapeRegExp(character)}`,
      units.map((unit) => `${backslashes}{1,8}u${hex(unit, 4)}`).join(''),
      bytes.map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
      `&#0*${code};`,
      `&#[xX]0*${hex(code, 1)};`,
      ...(entity === undefined ? [] : [entity]),
      ...(short === undefined ? [] : [`${backslashes}{1,8}${short}`]),
      ...(character === ' ' ? ['\\+'] : []),
    ];
    return `(?:${forms.join('|')})`;
  }).join('');
}

/** The text may start at three offsets in base64; drops characters shared with its neighbours. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const first = Math.ceil((before * 8) / 6);
      const end = Math.floor(((before + bytes.length) * 8) / 6);
      return encoded.slice(first, end);
    })
    .filter((form) => form.length >= 4);
}

const base64Pattern = (form: string): string =>
  Array.from(form, (character) => {
    if (character === '+') return '(?:\\+|-|%2[bB])';
    if (character === '/') return '(?:\\\\?\\/|_|%2[fF])';
    return character;
  }).join('');
