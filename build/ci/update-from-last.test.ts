import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-update-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A fake package: the program that it installs, which writes the result of its self-check. */
const packageOf = (version: string, passed = true): string =>
  `#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\necho '${JSON.stringify({ passed, version })}' >"$1"\n`;

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text, { mode: 0o755 });
}

/** Runs the script with fakes of the GitHub and system programs. */
function update(last: string | null, next: string): { status: number | null; output: string } {
  put('next/hookdesk_2.0.0_amd64.deb', next);
  const listing = last === null ? '' : 'v1.0.0';
  put(
    'bin/gh',
    `#!/bin/sh
[ "$2" = list ] && { echo '${listing}'; exit; }
mkdir -p "$5" && cp '${folder}/last.deb' "$5/hookdesk_1.0.0_amd64.deb"\n`,
  );
  put('last.deb', last ?? '');
  put(
    'bin/sudo',
    `#!/bin/sh\ncp "$4" '${folder}/bin/hookdesk' && chmod +x '${folder}/bin/hookdesk'\n`,
  );
  const script = join(import.meta.dirname, 'update-from-last.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, join(folder, 'next'), '2.0.0'],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) },
    },
  );
  return { status, output: stdout + stderr };
}

describe.skipIf(process.platform !== 'linux')('update-from-last', () => {
  it('passes when both versions pass their self-check', () => {
    const { status, output } = update(packageOf('1.0.0'), packageOf('2.0.0'));
    expect(output).toContain('Updated from 1.0.0 to 2.0.0.');
    expect(status).toBe(0);
  });

  it('does nothing before the first release', () => {
    const { status, output } = update(null, packageOf('2.0.0'));
    expect(output).toContain('There is no earlier release');
    expect(status).toBe(0);
  });

  it.each([
    ['the last release does not pass', packageOf('1.0.0', false), packageOf('2.0.0')],
    ['the new one does not pass', packageOf('1.0.0'), packageOf('2.0.0', false)],
    ['the old one is still there', packageOf('1.0.0'), packageOf('1.0.0')],
    ['the last release has another version', packageOf('0.9.0'), packageOf('2.0.0')],
  ])('fails when %s', (_, last, next) => {
    const { status, output } = update(last, next);
    expect(status).toBe(1);
    expect(output).toMatch(/Error: (The self-check of version|After the update|v1\.0\.0 says)/);
  });
});
