export interface PassphraseStrength {
  readonly level: 'too-short' | 'weak' | 'fair' | 'strong';
  readonly message: string;
}

const shortest = 8;

/** With 1,000 cores. The vault's key needs 128 MiB and about 0.4 s of one core per guess. */
const guessesPerSecond = 2_500;

const year = 31_557_600;

const common =
  /^(?:pass(?:word|wort|phrase)?|secret|geheim|letmein|welcome|willkommen|admin|administrator|root|test|hookdesk|webhook|login|changeme|iloveyou|monkey|dragon|master|qwert[yz]|asdf|yxcv|zxcv)/i;
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl'];

export function passphraseFault(passphrase: string): string | null {
  const { level, message } = passphraseStrength(passphrase);
  return level === 'too-short' ? message : null;
}

/** An upper bound: words and names from the user's life are guessed sooner. */
export function passphraseStrength(passphrase: string): PassphraseStrength {
  const characters = Array.from(passphrase);
  if (characters.length < shortest) {
    return { level: 'too-short', message: `Use at least ${shortest} characters.` };
  }
  const seconds = 2 ** (bits(characters) - 1) / guessesPerSecond;
  const advice = 'Use four or more unrelated words.';
  if (seconds < year) {
    return {
      level: 'weak',
      message: `Someone with a copy of the file can guess it ${soon(seconds)}. ${advice}`,
    };
  }
  if (seconds < 10_000 * year) {
    return {
      level: 'fair',
      message: `It resists guessing for some years unless it consists of words or names. ${advice}`,
    };
  }
  return { level: 'strong', message: 'It resists guessing unless it is a known phrase.' };
}

function soon(seconds: number): string {
  if (seconds < 3_600) return 'within the hour';
  if (seconds < 86_400 * 2) return 'within a day or two';
  return 'within a year';
}

/** An upper bound. Repeated, neighbouring and common characters count little. */
function bits(characters: readonly string[]): number {
  const text = characters.join('').toLowerCase();
  const counted = characters.filter((_, at) => !isExpected(text, at)).length;
  const known = common.exec(text)?.[0].length ?? 0;
  return Math.max(1, counted - known) * Math.log2(alphabetOf(characters));
}

function isExpected(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  if (at === 0 || pair.length < 2) return false;
  const back = `${pair.charAt(1)}${pair.charAt(0)}`;
  return pair === back || rows.some((row) => row.includes(pair) || row.includes(back));
}

function alphabetOf(characters: readonly string[]): number {
  const text = characters.join('');
  const kinds = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^ -~]/, 100],
  ] as const;
  const size = kinds.reduce((sum, [kind, count]) => sum + (kind.test(text) ? count : 0), 0);
  return Math.max(2, Math.min(size, new Set(characters).size ** 2));
}
