import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that hold several small things of one subject, which the name says. */
const collections = [
  'adapters/bundle-worker/bundle-thread-host',
  'adapters/data-folder/data-notices',
  'adapters/data-folder/durable-file',
  'adapters/http/codec/write-bodies',
  'adapters/http/errors/answer-content',
  'adapters/http/loopback-server',
  'adapters/http/read-answer',
  'adapters/machine/socket-user',
  'adapters/managed/managed-file',
  'adapters/settings/read-checked-file',
  'adapters/store/list-rows',
  'adapters/store/stored-content',
  'core/comparison/matrix-rows',
  'core/connection-lifecycle',
  'core/connections/transfer',
  'core/publishing/plans/sources/sources',
  'core/sessions/sign-in-rules',
  'domain/publishing/edit-many',
  'domain/publishing/unrequested-changes',
  'domain/search/segment-parts',
  'domain/template/checks/phrases',
  'domain/template/json/scan-json',
  'domain/template/xml/scan-xml',
  'domain/text/wording',
  'domain/watching/watch-backoff',
  'domain/webhook/segment/segment-texts',
];

const ending = String.raw`(\.(test|fake|check|d)\.ts|/testing/.*)$`;
const bySuffix = /(^|[/-])(problems?|ports|limits)\.ts$/;

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2')
    .toLowerCase()
    .split('-');

/** Alike but for the ending: `row` and `rows`, `reconcile` and `Reconciler`. */
function isSameWord(one: string, other: string): boolean {
  const start = Math.min(5, Math.max(3, Math.min(one.length, other.length) - 1));
  return one === other || (other.length > 2 && one.slice(0, start) === other.slice(0, start));
}

/** Whether one of the exports has every word of the file's name. Also `true` without exports. */
function saysWhatFileSays(file: string, text: string): boolean {
  const form =
    /^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  const exported = [...text.matchAll(form)].map(([, name = '']) => wordsOf(name));
  const words = wordsOf(file.replace(/^.*\/(.*)\.ts$/, '$1'));
  const isNamed = (name: readonly string[]): boolean =>
    words.every((word) => name.some((other) => isSameWord(word, other)));
  return exported.length === 0 || exported.some(isNamed);
}

const files = globSync(['domain/**/*.ts', 'electron/{core,adapters}/**/*.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !new RegExp(ending).test(file) && !bySuffix.test(file));

describe('a file', () => {
  it('has an export with the words of its name, or is a listed collection', () => {
    const others = files.filter(
      (file) => !saysWhatFileSays(file, readFileSync(join(root, file), 'utf8')),
    );
    const listed = others.map((file) => file.replace(/^electron\//, '').replace(/\.ts$/, ''));
    expect(listed.toSorted()).toEqual(collections.toSorted());
  });

  it.each([
    ['domain/merge/merge-webhook.ts', 'export function mergeWebhook() {}', true],
    ['domain/search/parse-query.ts', 'export const parseQueries = 1;', true],
    ['domain/search/parse-query.ts', 'export const query = 1;\nexport const parse = 1;', false],
  ])('%s with %s: %s', (file, text, isNamed) => {
    expect(saysWhatFileSays(file, text)).toBe(isNamed);
  });
});
