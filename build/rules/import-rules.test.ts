import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';
import { cruiseOptions } from './cruise-options.mjs';
import { parseFixture, unpack, type Files } from './fixture.ts';
import { importRules } from './import-rules.mjs';

const root = join(import.meta.dirname, '../..');
const fixtures = join(import.meta.dirname, 'fixtures');
const unpacked: string[] = [];

afterEach(() => {
  for (const folder of unpacked.splice(0)) rmSync(folder, { recursive: true });
});

/** Names of the rules that these files break, without duplicates. */
async function brokenBy(files: Files): Promise<string[]> {
  // Inside the repository, so that packages resolve.
  const folder = unpack(files, join(root, '.cache/rules'), root);
  unpacked.push(folder);
  const places = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path));
  const { output } = await cruise([...places], {
    ...cruiseOptions,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: importRules },
  });
  if (typeof output === 'string') throw new Error(output);
  return [...new Set(output.summary.violations.map((violation) => violation.rule.name))];
}

/** Several rules may share a name, one for each folder. */
const names = [...new Set(importRules.map(({ name }) => String(name)))];

describe.each(names)('%s', (name) => {
  const fixture = () => parseFixture(readFileSync(join(fixtures, `${name}.txt`), 'utf8'));

  it('is the only rule that its fixture breaks', async () => {
    expect(await brokenBy(fixture().breaks)).toEqual([name]);
  });

  it('accepts its near miss, which breaks no other rule either', async () => {
    expect(await brokenBy(fixture().nearMiss)).toEqual([]);
  });
});

it('every fixture has a rule', () => {
  const named = readdirSync(fixtures).filter((file) => file.endsWith('.txt'));
  expect(named.sort()).toEqual(names.map((name) => `${name}.txt`).sort());
});
