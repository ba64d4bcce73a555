import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inLines, slowestTests } from './slowest.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slowest-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const unit = {
  testResults: [
    {
      name: '/project/domain/laws.test.ts',
      assertionResults: [
        { fullName: 'a law', duration: 1500 },
        { fullName: 'a skipped test', duration: null },
      ],
    },
  ],
};

const spec = (title: string, duration: number) => ({
  title,
  file: 'drafts.spec.ts',
  tests: [{ projectName: 'web', results: [{ duration }] }],
});
const e2e = {
  suites: [{ specs: [spec('opens', 900)], suites: [{ specs: [spec('closes', 22_040)] }] }],
};

it('lists the slowest tests of Vitest and Playwright, slowest first', () => {
  const files = [written('unit.json', unit), written('e2e.json', e2e), join(folder, 'none.json')];
  expect(inLines('/project', slowestTests(files, 3))).toEqual([
    '  22.0 s  drafts.spec.ts  [web] closes',
    '   1.5 s  domain/laws.test.ts  a law',
    '   0.9 s  drafts.spec.ts  [web] opens',
  ]);
});
