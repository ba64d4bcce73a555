import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { retiredWordsIn } from '../rules/lint/no-retired-words.mjs';
import { retiredScreenWords } from '../rules/lint/retired-words.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The prose of a page by chapter, without code and link targets. */
function chaptersOf(page: string): { title: string; text: string }[] {
  const prose = readFileSync(join(root, page), 'utf8')
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\s+\n?/g, (space) => (space.includes('\n') ? '\n' : ' '));
  return prose.split(/^## /m).map((chapter) => {
    const [title = '', ...lines] = chapter.split('\n');
    return { title, text: lines.join(' ') };
  });
}

describe.each([
  'README.md',
  'docs/user-guide.md',
  'docs/service.md',
  'docs/desktop.md',
  'docs/managed-settings.md',
  'docs/glossary.md',
  'CHANGELOG.md',
])('%s', (page) => {
  it.each(chaptersOf(page))('has no retired words: $title', ({ text }) => {
    expect(retiredWordsIn(text, retiredScreenWords)).toEqual([]);
  });
});
