// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTryVault } from './testing/running-try-vault.ts';
import { textIn } from '#test-support/files-in.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-keychain-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

// secret-service.check.ts tests a real keychain.
describe.runIf(process.platform === 'linux')('the real library', () => {
  it('reports a missing D-Bus as no keychain, and memory can be chosen', async () => {
    const outcome = await runTryVault(directory, {
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: directory,
    });
    expect(outcome.state).toMatchObject({
      status: 'unavailable',
      choices: ['passphrase', 'memory'],
    });
    expect(outcome).toMatchObject({ kept: 'vault-locked', got: 'canary-of-the-try' });
    expect(textIn(directory)).not.toContain('canary');
  });

  it('waits for a silent D-Bus, blocks nothing else, and lets the process end', async () => {
    const path = join(directory, 'bus');
    const bus = createServer();
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    const outcome = await runTryVault(directory, { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` });
    bus.close();
    expect(outcome.state).toMatchObject({ status: 'waiting', kind: 'keychain' });
    expect(outcome.got).toBe('canary-of-the-try');
    expect(outcome.opened).toBeLessThan(outcome.settled / 2);
  });
});
