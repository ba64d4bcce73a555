import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchElectron } from './fetch-electron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-package-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs an install script in place of Electron's. */
function fetchWith(script: string, patience = 10_000) {
  writeFileSync(join(folder, 'install.js'), script);
  const temporary = join(folder, 'temporary');
  return fetchElectron({ folder, temporary, patience, interval: 20 });
}

describe('fetchElectron', () => {
  it('runs the install script to its end', async () => {
    const done = join(folder, 'done');
    expect(await fetchWith(`require('fs').writeFileSync(${JSON.stringify(done)}, '')`)).toBeNull();
    expect(existsSync(done)).toBe(true);
  });

  it('says why the script failed', async () => {
    expect(await fetchWith("console.error('\\n no route\\n at …'); process.exit(1)")).toBe(
      'no route',
    );
  });

  it('ends a script that waits for ever', async () => {
    expect(await fetchWith('setInterval(() => {}, 1000)', 200)).toMatch(/^nothing arrived for/);
  });

  it('waits as long as something arrives', async () => {
    const growing = `
      const { appendFileSync } = require('fs');
      const file = require('path').join(require('os').tmpdir(), 'electron.zip');
      let left = 14;
      setInterval(() => { appendFileSync(file, 'x'); if (--left === 0) process.exit(0); }, 250);`;
    expect(await fetchWith(growing, 2500)).toBeNull();
    expect(existsSync(join(folder, 'temporary'))).toBe(false);
  });
});
