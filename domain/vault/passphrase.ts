/** How well a passphrase resists guessing, with a sentence for the person who types it. */
export interface PassphraseStrength {
  readonly level: 'too-short' | 'weak' | 'fair' | 'strong';
  readonly message: string;
}

const minLength = 8;

/** With 1,000 cores. The vault's key needs 128 MiB and about 0.4 s of one core per guess. */
const guessesPerSecond = 2_500;

const secondsPerYear = 31_557_600;

const commonBeginning =
  /^(?:pass(?:word|wort|phrase)?|secret|geheim|letmein|welcome|willkommen|admin|administrator|root|test|hookdesk|webhook|login|changeme|iloveyou|monkey|dragon|master|qwert[yz]|asdf|yxcv|zxcv)/i;
/** Characters that follow each other in the alphabet or on a keyboard. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
];

export function passphraseFault(passphrase: string): string | null {
  const { level, message } = passphraseStrength(passphrase);
  return level === 'too-short' ? message : null;
}

/** An upper bound: words and names from the user's life are guessed sooner. */
export function passphraseStrength(passphrase: string): PassphraseStrength {
  const characters = Array.from(passphrase);
  if (characters.length < minLength) {
    return { level: 'too-short', message: `Use at least ${minLength} characters.` };
  }
  const seconds = 2 ** (bits(characters) - 1) / guessesPerSecond;
  const advice = 'Use four or more unrelated words.';
  if (seconds < secondsPerYear) {
    return {
      level: 'weak',
      message: `Someone with a copy of the file can guess it ${timeInWords(seconds)}. ${advice}`,
    };
  }
  if (seconds < 10_000 * secondsPerYear) {
    return {
      level: 'fair',
      message: `It resists guessing for some years unless it consists of words or names. ${advice}`,
    };
  }
  return { level: 'strong', message: 'It resists guessing unless it is a known phrase.' };
}

function timeInWords(seconds: number): string {
  if (seconds < 3_600) return 'within the hour';
  if (seconds < 86_400 * 2) return 'within a day or two';
  return 'within a year';
}

/** An upper bound. Repeated, neighbouring and common characters count little. */
function bits(characters: readonly string[]): number {
  const text = characters.join('').toLowerCase();
  const unexpected = characters.filter((_, at) => !isExpected(text, at)).length;
  const common = commonBeginning.exec(text)?.[0].length ?? 0;
  return Math.max(1, unexpected - common) * Math.log2(alphabetSize(characters));
}

function isExpected(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  if (at === 0 || pair.length < 2) return false;
  const reversed = `${pair.charAt(1)}${pair.charAt(0)}`;
  return (
    pair === reversed ||
    sequences.some((sequence) => sequence.includes(pair) || sequence.includes(reversed))
  );
}

/** How many characters a guess must try at each place. */
function alphabetSize(characters: readonly string[]): number {
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
