import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { electronProblems, explainDownload } from './offline.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookdesk-offline-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the --electron folder', () => {
  const checksums = join(import.meta.dirname, '../../node_modules/electron/checksums.json');
  const [, version = ''] = /"electron-v([\d.]+)-linux-x64\.zip"/.exec(
    readFileSync(checksums, 'utf8'),
  ) ?? ['', ''];

  it('needs the original zip file of each processor', async () => {
    writeFileSync(join(folder, `electron-v${version}-darwin-x64.zip`), 'damaged');
    const wanted = { version, platform: 'darwin', archs: ['x64', 'arm64'] } as const;
    const [damaged, missing, ...others] = await electronProblems(folder, wanted);
    expect(damaged).toContain(
      `darwin-x64.zip is not the file of Electron ${version}. Download it again.`,
    );
    expect(missing).toContain(
      `https://github.com/electron/electron/releases/download/v${version}/electron-v${version}-darwin-arm64.zip`,
    );
    expect(others).toEqual([]);
  });

  it('is rejected by npm run package before the build', () => {
    const program = join(import.meta.dirname, 'package.ts');
    let stderr = '';
    try {
      execFileSync(process.execPath, [program, '--electron', join(folder, 'none')], {
        stdio: 'pipe',
      });
    } catch (error) {
      stderr = String((error as { stderr: Buffer }).stderr);
    }
    expect(stderr).toMatch(/none.+\.zip does not exist\. Download https:/);
    expect(stderr).not.toContain('    at ');
  });
});

describe('explainDownload', () => {
  const failing = (url: string) =>
    Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), {
      options: { url: new URL(url) },
    });

  it('names the address of Electron and what to do', () => {
    const url =
      'https://github.com/electron/electron/releases/download/v45.4.1/electron-v45.4.1-linux-x64.zip';
    const text = explainDownload(failing(url))?.join('\n');
    expect(text).toContain(`${url}: getaddrinfo ENOTFOUND github.com`);
    expect(text).toContain('npm run package -- --electron FOLDER');
    expect(text).toContain('ELECTRON_MIRROR');
  });

  it('names the cache path of a tool, and how to package without the tool', () => {
    const url = 'https://github.com/releases/download/fpm%402.1.4/fpm-1.17.0-linux-amd64.7z';
    const text = explainDownload(failing(url))?.join('\n');
    expect(text).toContain('$ELECTRON_BUILDER_CACHE/fpm@2.1.4/fpm-1.17.0-linux-amd64.7z');
    expect(text).toContain('ELECTRON_BUILDER_BINARIES_MIRROR');
    expect(text).toContain('npm run package -- --dir');
  });

  it.each([new Error('disk full'), 'text', null])('returns null for %j', (error) => {
    expect(explainDownload(error)).toBeNull();
  });
});
