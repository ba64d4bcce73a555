import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxFileBytes, maxFolderFiles } from '#domain/bundle/bundle-limits.ts';
import { readFileToOpen } from './open-queues.ts';
import { readBundleFolder } from './bundle-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-folder-'));
  mkdirSync(join(folder, 'webhooks'));
  put('hookdesk.json', '{"format": "hookdesk-folder", "version": "1.0"}');
  put('webhooks/a.json', '{"name": "Zürich"}');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content = '{}'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const refusal = (): Promise<string> =>
  readBundleFolder(folder).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message.replaceAll(folder, 'F') : 'other'),
  );

describe('a folder of webhooks', () => {
  it('is read without the other files and folders in it', async () => {
    put('README.md', 'canary');
    put('webhooks/notes.md', 'canary');
    mkdirSync(join(folder, '.git'));
    put('.git/config.json', 'canary');
    const { content, parts } = await readBundleFolder(folder);
    expect(parts.map(({ path }) => path)).toEqual(['hookdesk.json', 'webhooks/a.json']);
    expect(content.length).toBe(parts.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(Buffer.from(content).toString()).toContain('Zürich');
    expect(Buffer.from(content).toString()).not.toContain('canary');
  });

  it('is opened by its path like a file', async () => {
    expect(await readFileToOpen(folder)).toMatchObject({
      name: expect.stringMatching(/^hookdesk-folder-/) as string,
      parts: [{ path: 'hookdesk.json' }, { path: 'webhooks/a.json', bytes: 19 }],
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is refused when a file or folder is a link',
    async () => {
      const outside = mkdtempSync(join(tmpdir(), 'hookdesk-outside-'));
      writeFileSync(join(outside, 'b.json'), '{"name": "canary"}');
      const link = join(folder, 'webhooks/b.json');
      symlinkSync(join(outside, 'b.json'), link);
      expect(await refusal()).toBe(
        'F cannot be used. webhooks/b.json is a link, a folder or a device, and not a file.',
      );
      expect(await readFileToOpen(folder)).toMatchObject({ problem: { code: 'file-refused' } });
      rmSync(link);
      execFileSync('mkfifo', [link]);
      expect(await refusal()).toContain('webhooks/b.json is a link, a folder or a device');
      rmSync(join(folder, 'webhooks'), { recursive: true });
      symlinkSync(outside, join(folder, 'webhooks'));
      expect(await refusal()).toBe(
        'F cannot be used. webhooks is a link or a file, and not a folder.',
      );
      rmSync(outside, { recursive: true });
    },
  );

  it('is refused when its files are too large together, before they are read', async () => {
    // Sparse files.
    truncateSync(put('webhooks/huge.json'), 2 * 1024 ** 3);
    expect(await refusal()).toBe('F cannot be used. It is larger than 64 MiB.');
    truncateSync(join(folder, 'webhooks/huge.json'), maxFileBytes / 2);
    truncateSync(put('webhooks/large.json'), maxFileBytes / 2);
    expect(await refusal()).toBe('F cannot be used. It is larger than 64 MiB.');
  });

  it('is refused when it has too many files', async () => {
    for (let nth = 0; nth <= maxFolderFiles; nth += 1) put(`webhooks/${nth}.json`, '');
    expect(await refusal()).toBe('F cannot be used. It has more than 50,000 files.');
  });

  it('is refused when it is missing', async () => {
    expect(await readBundleFolder(join(folder, 'gone')).catch(String)).toContain('reports ENOENT.');
  });
});
