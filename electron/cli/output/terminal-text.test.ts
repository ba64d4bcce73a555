import { expect, it } from 'vitest';
import { showsUtf8, terminalText, textForPerson } from './terminal-text.ts';

it('writes the signs of messages in ASCII without UTF-8, and names as they are', () => {
  const message = '“Überwachung” isn’t read: off → on, 1–2 …';
  expect(terminalText(message, { hasUtf8: false })).toBe(
    '"Überwachung" isn\'t read: off -> on, 1-2 ...',
  );
  expect(terminalText(message, { hasUtf8: true })).toBe(message);
});

it.each<[NodeJS.ProcessEnv, NodeJS.Platform, boolean]>([
  [{ LANG: 'de_DE.UTF-8' }, 'linux', true],
  [{ LC_ALL: 'C.utf8', LANG: 'C' }, 'linux', true],
  [{ LC_ALL: 'C', LC_CTYPE: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' }, 'linux', false],
  [{ LC_ALL: '', LANG: 'de_DE.ISO-8859-1' }, 'darwin', false],
  [{}, 'linux', false],
  [{}, 'win32', true],
])('reads from %j on %s whether the terminal shows UTF-8: %s', (env, platform, expected) => {
  expect(showsUtf8({ env, platform })).toBe(expected);
});

it('keeps the lines of a text', () => {
  const locale = { env: { LANG: 'C' }, platform: 'linux' } as const;
  expect(textForPerson('“one”\n…\n', locale)).toBe('"one"\n...\n');
});
