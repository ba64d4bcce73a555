import { describe, expect, test } from 'vitest';
import { isShownAsItIs, linesWithMarks, textParts, withMarks } from './hidden-characters.ts';

describe('hidden characters', () => {
  test.each([
    ['right-to-left override', 'Ops \u202etset', 'Ops ‹U+202E›tset'],
    ['zero-width space', 'Op\u200bs', 'Op‹U+200B›s'],
    ['directional mark', 'Ops\u200f', 'Ops‹U+200F›'],
    ['isolate', '\u2066Ops\u2069', '‹U+2066›Ops‹U+2069›'],
    ['byte order mark', '\ufeffOps', '‹U+FEFF›Ops'],
    ['soft hyphen', 'Op\u00ads', 'Op‹U+00AD›s'],
    ['word joiner', 'Op\u2060s', 'Op‹U+2060›s'],
    ['C0 and C1 controls', 'O\u0000p\u0085s', 'O‹U+0000›p‹U+0085›s'],
    ['line breaks and tabs', 'O\np\ts', 'O‹U+000A›p‹U+0009›s'],
    ['joiners between Latin letters', 'O\u200dp\u200cs', 'O‹U+200D›p‹U+200C›s'],
    ['a joiner at the end of a Persian word', 'می\u200c', 'می‹U+200C›'],
    ['tag characters', 'Ops\u{e0041}', 'Ops‹U+E0041›'],
    ['a variation selector after a letter', 'Ops\ufe0f', 'Ops‹U+FE0F›'],
    ['a filler that looks like nothing', '\u3164', '‹U+3164›'],
    ['several in a row', '\u200b\u200b', '‹U+200B›‹U+200B›'],
  ])('marks %s', (_, text, shown) => {
    expect(withMarks(text)).toBe(shown);
    expect(isShownAsItIs(text)).toBe(false);
  });

  test.each([
    ['plain names', 'Slack – ops (ünïcode) 東京'],
    ['no-break spaces of numbers', '1\u202f000\u00a0€'],
    ['a Persian word', 'می\u200cخواهم'],
    ['a Hindi word', 'क्\u200dष'],
    ['an emoji family', '👩\u200d👩\u200d👧'],
    ['an emoji with skin tone', '🧑🏽\u200d💻'],
    ['an emoji with a presentation selector', '❤\ufe0f\u200d🔥'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of a region', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a date in Arabic', '٥\u200f/٢\u200f/٢٠٢٦'],
    ['a shape of an ideograph', '葛\u{e0100}'],
  ])('does not mark %s', (_, text) => {
    expect(withMarks(text)).toBe(text);
  });

  test('isShownAsItIs is false for text with marks or right-to-left letters', () => {
    expect(isShownAsItIs('Slack – ops 🧑🏽')).toBe(true);
    expect(isShownAsItIs('שלום')).toBe(false);
  });

  test('linesWithMarks keeps line breaks and tabs', () => {
    expect(linesWithMarks('{\n\t"name": "a\u202eb"\n}')).toBe('{\n\t"name": "a‹U+202E›b"\n}');
  });

  test('textParts splits the marked text into text and marks', () => {
    expect(textParts('a\u202eb')).toEqual([
      { text: 'a', isMark: false },
      { text: '‹U+202E›', isMark: true },
      { text: 'b', isMark: false },
    ]);
  });
});
