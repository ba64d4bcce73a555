import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSetUidRoot, readSandboxFacts, sandboxObstacle } from './sandbox-obstacle.ts';

const ubuntu = { restricted: true, setUid: false, profile: 'unconfined' };

describe('sandboxObstacle', () => {
  it('names the commands that set up chrome-sandbox', () => {
    expect(sandboxObstacle("/home/ada/it's/electron", ubuntu)).toBe(
      'this system does not let it set up its sandbox. To allow it, run once: ' +
        "sudo chown root:root '/home/ada/it'\\''s/chrome-sandbox' && " +
        "sudo chmod 4755 '/home/ada/it'\\''s/chrome-sandbox'",
    );
  });

  it.each([
    ['where user namespaces are allowed', { ...ubuntu, restricted: false }],
    ['where the helper is set-uid root', { ...ubuntu, setUid: true }],
    ['where a profile covers the binary', { ...ubuntu, profile: 'hookdesk (unconfined)' }],
  ])('returns null %s', (_, facts) => {
    expect(sandboxObstacle('/opt/electron', facts)).toBeNull();
  });
});

it.each([
  ['root, mode 4755', { uid: 0, mode: 0o104755 }, true],
  ['root, mode 0755', { uid: 0, mode: 0o100755 }, false],
  ['root, mode 4750', { uid: 0, mode: 0o104750 }, false],
  ['a user, mode 4755', { uid: 1000, mode: 0o104755 }, false],
  ['no helper', undefined, false],
])('isSetUidRoot for %s', (_, helper, expected) => {
  expect(isSetUidRoot(helper)).toBe(expected);
});

describe.skipIf(process.platform === 'win32')('readSandboxFacts', () => {
  let folder: string;
  let binary: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-facts-'));
    mkdirSync(join(folder, 'kernel'));
    mkdirSync(join(folder, 'user'));
    writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 });
    binary = join(folder, 'electron');
    answerProfile('unconfined');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Replaces Electron with a script that reports this profile when it runs as plain Node. */
  function answerProfile(profile: string): void {
    const script = `#!/bin/sh\n[ "$ELECTRON_RUN_AS_NODE" = 1 ] && echo '${profile}'\n`;
    writeFileSync(binary, script);
    chmodSync(binary, 0o755);
  }
  const put = (name: string, value: string) => {
    writeFileSync(join(folder, name), `${value}\n`);
  };

  it.each([
    ['kernel/apparmor_restrict_unprivileged_userns', '1', true],
    ['kernel/apparmor_restrict_unprivileged_userns', '0', false],
    ['kernel/unprivileged_userns_clone', '0', true],
    ['kernel/unprivileged_userns_clone', '1', false],
    ['user/max_user_namespaces', '0', true],
    ['user/max_user_namespaces', '63000', false],
  ])('%s = %s means restricted: %s', (name, value, restricted) => {
    put(name, value);
    expect(readSandboxFacts(binary, folder)).toEqual({ ...ubuntu, restricted });
  });

  it('reports no restriction on a kernel without these settings', () => {
    expect(readSandboxFacts(binary, folder).restricted).toBe(false);
  });

  it('reads the AppArmor profile of the binary', () => {
    put('kernel/apparmor_restrict_unprivileged_userns', '1');
    answerProfile('hookdesk-electron (unconfined)');
    expect(readSandboxFacts(binary, folder).profile).toBe('hookdesk-electron (unconfined)');
  });

  it.each([
    ['does not run', 0o644],
    ['prints nothing', 0o755],
  ])('reports `unconfined` for a binary that %s', (_, mode) => {
    put('kernel/apparmor_restrict_unprivileged_userns', '1');
    writeFileSync(binary, '');
    chmodSync(binary, mode);
    expect(readSandboxFacts(binary, folder).profile).toBe('unconfined');
  });

  it.skipIf(process.getuid?.() !== 0)('detects a set-uid helper', () => {
    put('kernel/apparmor_restrict_unprivileged_userns', '1');
    chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
    expect(readSandboxFacts(binary, folder).setUid).toBe(true);
  });
});
