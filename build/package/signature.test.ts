import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { afterEach, expect, test, vi } from 'vitest';
import { configuration } from './configuration.ts';
import { fuseWire } from './stub-electron.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookdesk-signature-'));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

// The library's real code on a stub of the bundle, with a fake of macOS's codesign.
test.skipIf(process.platform === 'win32')(
  'on macOS the application is signed again after its fuses are set',
  async () => {
    const bundle = join(folder, 'Hookdesk.app');
    const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';
    mkdirSync(dirname(join(bundle, framework)), { recursive: true });
    writeFileSync(join(bundle, framework), fuseWire);
    const called = join(folder, 'called');
    const codesign = `#!/bin/sh\necho "$@" >'${called}'\n`;
    writeFileSync(join(folder, 'codesign'), codesign, { mode: 0o755 });
    vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));

    await flipFuses(bundle, {
      version: FuseVersion.V1,
      resetAdHocDarwinSignature: configuration.electronFuses?.resetAdHocDarwinSignature === true,
      [FuseV1Options.RunAsNode]: false,
    });
    expect(readFileSync(called, 'utf8')).toMatch(
      /^--sign - --force --preserve-metadata=.*runtime --deep .*Hookdesk\.app$/m,
    );
  },
);
