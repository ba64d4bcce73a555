import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { parseFixture, type Files } from './fixture.ts';
import { allowedTexts, retiredScreenWords, retiredWords } from './lint/retired-words.mjs';
import { lintRules } from './lint-rules.mjs';

const root = join(import.meta.dirname, '../..');
const fixtures = join(import.meta.dirname, 'fixtures/lint');

/** The message that each file of a fixture must produce. */
const expected: Readonly<Record<string, string>> = {
  extensions: 'Name the file with its extension: Node runs the sources as they are.',
  aliases:
    'Another layer is imported by its alias: #domain, #contract, #core, #adapters, #compose, #rpc, #worker, #self-check, #test-support.',
  'default-exports': 'Export by name, so that it has the same name everywhere.',
  clock: 'What time it is comes from a port, so that a test can say it.',
  'order-by-clock':
    'Order is `sequence` or `revision`: clocks are set back. Dates are for people, retention, the date filter and comparing with a past date.',
  chance: 'Chance comes from a port, so that a test can say it.',
  'html-from-text': 'Text that becomes HTML becomes code: use text, or a component.',
  'html-in-components': '`{@html}` can lead to XSS attack.',
  eval: '`eval` can be harmful.',
  'code-from-text': 'The Function constructor is eval.',
  printing: 'Unexpected console statement.',
  'host-through-platform':
    "Unexpected use of 'fetch'. The window reaches its host through renderer/platform, and nothing else.",
  'no-storage-in-the-browser':
    "Unexpected use of 'localStorage'. What is kept goes through the contract: browsers keep it in plain text.",
  'features-apart-in-types':
    "'../editor/draft.ts' import is restricted from being used by a pattern. A feature imports only the features that featureEdges names for it.",
  'hidden-edges':
    'A feature reads only the features that featureEdges names for it, also by the workspace.',
  'open-statements':
    'A statement that is not read to its end holds up the log: use get, all or visitRows.',
  'crypto-of-electron':
    'Electron has BoringSSL: compare the name with what it lacks, list it in docs/desktop.md, then allow it here.',
  'crypto-imports-of-electron':
    "'constants' import from 'node:sqlite' is restricted because only 'DatabaseSync', 'StatementSync', and 'backup' are allowed. Electron has BoringSSL: compare the name with what it lacks, list it in docs/desktop.md, then allow it here.",
  'literal-spread': 'Write the members themselves: a spread literal only saves lines.',
  'retired-words': 'Do not write “house”: use “project” or “context”.',
  'retired-names': 'Do not name this “told”: use the noun of the result.',
  'retired-screen-words': 'Do not write “sealed”: use “encrypted”.',
  'one-number-format':
    'Write toLocaleString("en"), so that all numbers have one form of thousands.',
  'one-clock-format':
    'Use renderer/ui/date-formats.ts, so that all times have the format of the system.',
  'long-files': 'File has too many lines (451). Maximum allowed is 450.',
};

/** Only this project's rules; they need no types. */
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    ...svelte.configs.base,
    { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
    { files: ['**/*.svelte'], languageOptions: { parserOptions: { parser: ts.parser } } },
    ...lintRules,
  ],
});

/** The messages of each file, without duplicates. */
async function messagesFor(files: Files): Promise<string[][]> {
  const results = await Promise.all(
    Object.entries(files).map(([path, text]) =>
      eslint.lintText(text, { filePath: join(root, path), warnIgnored: true }),
    ),
  );
  return results.flat().map(({ messages }) => [...new Set(messages.map(({ message }) => message))]);
}

const names = readdirSync(fixtures).map((file) => file.replace(/\.txt$/, ''));

describe.each(names)('%s', (name) => {
  const fixture = parseFixture(readFileSync(join(fixtures, `${name}.txt`), 'utf8'));

  it('reports every file of its fixture with only its message', async () => {
    for (const messages of await messagesFor(fixture.breaks))
      expect(messages).toEqual([expected[name]]);
  });

  it('does not report a near miss', async () => {
    for (const messages of await messagesFor(fixture.nearMiss)) expect(messages).toEqual([]);
  });
});

it('has a fixture for every message of the rules', () => {
  const rules = lintRules.flatMap(({ rules = {} }) => Object.entries(rules));
  const bans = rules.flatMap(([, setting]) =>
    Array.isArray(setting)
      ? setting.filter((ban) => typeof ban === 'object' && ban !== null && 'message' in ban)
      : [],
  );
  const all = Object.values(expected).join('\n');
  for (const { message } of bans) expect(all).toContain(message);
  expect(Object.keys(expected).sort()).toEqual(names.sort());
});

it('inlines the members of a spread literal', async () => {
  const fixing = new ESLint({
    cwd: root,
    fix: true,
    overrideConfigFile: true,
    overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser: ts.parser } }, ...lintRules],
  });
  const text = 'export const a = [...[1, 2], f({ ...{ b, c }, d }, ...([e] as const))];\n';
  const [result] = await fixing.lintText(text, { filePath: join(root, 'domain/a.ts') });
  expect(result?.output).toBe('export const a = [1, 2, f({ b, c, d }, e)];\n');
});

it.each([...retiredWords, ...retiredScreenWords].map(({ use }) => use))(
  'suggests %s, which contains no retired word',
  (use) => {
    for (const { word } of retiredWords) expect(use).not.toMatch(word);
  },
);

it('has a reason for every allowed text', () => {
  for (const { reason } of allowedTexts) expect(reason.length).toBeGreaterThan(10);
});
