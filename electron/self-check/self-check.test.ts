import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeCheckFolder } from './self-check.ts';

test('a folder for temporary files that cannot be used is named, with what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-temporary-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    vi.stubEnv('TMPDIR', file);
    expect(makeCheckFolder).toThrow(`No folder can be made in ${file}: the system says ENOTDIR.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
