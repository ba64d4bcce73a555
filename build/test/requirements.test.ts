import { delimiter, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { debianKind, installHint, isOnPath, missingOf } from './requirements.ts';

describe('debianKind', () => {
  it.each([
    ['ID=debian\nVERSION_ID="12"', 'debian'],
    ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian', 'derived'],
    ['ID=pop\nID_LIKE="ubuntu debian"', 'derived'],
    ['ID=fedora\nID_LIKE="rhel"', 'other'],
    ['', 'other'],
  ])('%j is %s', (release, kind) => {
    expect(debianKind(release)).toBe(kind);
  });
});

describe('installHint', () => {
  const missing = [
    { program: 'secret-tool', debian: ['libsecret-1-0', 'libsecret-tools'] },
    { program: 'chromium', debian: ['chromium'], otherwise: 'npx playwright install chromium' },
  ];

  it('names the packages of Debian', () => {
    expect(installHint(missing, true)).toBe(
      'secret-tool, chromium: sudo apt-get install --no-install-recommends libsecret-1-0 libsecret-tools chromium',
    );
  });

  it('names the programs and their install commands elsewhere', () => {
    expect(installHint(missing, false)).toMatch(
      /^secret-tool, chromium: .*, or: npx playwright install chromium$/,
    );
  });
});

it('isOnPath searches every folder', () => {
  const path = ['/no/such/folder', '', dirname(process.execPath)].join(delimiter);
  expect(isOnPath('node', path)).toBe(true);
  expect(isOnPath('no-such-program', path)).toBe(false);
  expect(isOnPath('node', undefined)).toBe(false);
});

it('missingOf returns each requirement once', async () => {
  const there = { program: 'a', debian: [], isThere: () => Promise.resolve(true) };
  const missing = { program: 'b', debian: [], isThere: () => Promise.resolve(false) };
  expect(await missingOf([there, missing, missing])).toEqual([missing]);
});
