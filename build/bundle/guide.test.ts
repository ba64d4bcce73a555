import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideAsHtml } from './guide.ts';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');
const html = guideAsHtml(readFileSync(join(docs, 'user-guide.md'), 'utf8'), docs);
const valuesOf = (attribute: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

test('headings have the ids of GitHub, and tables have no inline style', () => {
  const page = guideAsHtml('## Plans: many changes at once\n\n| a |\n| -: |\n| 1 |\n', '.');
  expect(page).toContain('<h2 id="plans-many-changes-at-once">');
  expect(page).toContain('<table>');
  expect(page).not.toContain('style=');
});

test('a picture follows the color theme', () => {
  const page = guideAsHtml('![A plan & its "rows"](images/plan-light.webp)', '../docs');
  expect(page).toContain(
    'media="(prefers-color-scheme: dark)" srcset="../docs/images/plan-dark.webp"',
  );
  expect(page).toContain(
    'src="../docs/images/plan-light.webp" alt="A plan &amp; its &quot;rows&quot;"',
  );
});

test('every picture of the guide exists in both themes and has an alt text', () => {
  const pictures = [...valuesOf('src'), ...valuesOf('srcset')];
  expect(pictures.length).toBeGreaterThan(10);
  expect(pictures.filter((file) => !existsSync(file))).toEqual([]);
  expect(valuesOf('srcset').filter((file) => !file.includes('-dark.'))).toEqual([]);
  expect(valuesOf('alt').filter((text) => text.length < 10)).toEqual([]);
});

test('every link of the guide leads to one of its headings or to a website', () => {
  const ids = valuesOf('id');
  const links = valuesOf('href').filter((href) => !href.startsWith('https://'));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the guide has nothing that the content security policy forbids', () => {
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
});
