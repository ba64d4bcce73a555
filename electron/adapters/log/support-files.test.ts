import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { supportFiles } from './support-files.ts';

test('finds crash reports in the folders of Crashpad, the latest first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-crashes-'));
  try {
    const { log, crashReports } = supportFiles(folder, null);
    expect(log).toBe(join(folder, 'logs/hookdesk.log'));
    expect(crashReports()).toEqual([]);
    const older = new Date('2030-01-02T03:04:05Z');
    const newer = new Date('2030-01-03T03:04:05Z');
    for (const [name, at] of [
      ['completed/older.dmp', older],
      ['pending/newer.dmp', newer],
      ['settings.dat', newer],
    ] as const) {
      const path = join(folder, 'crashes', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'dump');
      utimesSync(path, at, at);
    }
    expect(crashReports()).toEqual([
      { file: 'crashes/pending/newer.dmp', at: newer, bytes: 4 },
      { file: 'crashes/completed/older.dmp', at: older, bytes: 4 },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
