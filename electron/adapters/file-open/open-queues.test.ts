import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileToOpen } from '#core/ports.ts';
import { maxFileBytes } from '#domain/bundle/limits.ts';
import { openQueues } from './open-queues.ts';
import { readFileToOpen } from './read-file-to-open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-offered-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string | Uint8Array = '{}'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const textOf = (file: FileToOpen): string =>
  'content' in file ? Buffer.from(file.content).toString() : file.problem.message;

describe('a file that is offered', () => {
  it('is read as it is, and says its name without its folder', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0, 1]);
    const file = await readFileToOpen(put('acme.hookdesk.json', bytes));
    expect(file).toEqual({ name: 'acme.hookdesk.json', content: Buffer.from(bytes) });
    expect(await readFileToOpen(put('empty.json', ''))).toMatchObject({ content: Buffer.alloc(0) });
  });

  it.skipIf(process.platform === 'win32')(
    'is read through a link, under the link’s name',
    async () => {
      const link = join(folder, 'link.json');
      symlinkSync(put('there.json', 'x'), link);
      const file = await readFileToOpen(link);
      expect([file.name, textOf(file)]).toEqual(['link.json', 'x']);
    },
  );

  it('is not read where it is too large, whatever is in it', async () => {
    const path = put('huge.json');
    // A file of 2 GiB that takes no room on the disk.
    truncateSync(path, 2 * 1024 ** 3);
    expect(await readFileToOpen(path)).toMatchObject({
      name: 'huge.json',
      problem: { code: 'too-large', message: expect.stringContaining('64 MiB') as string },
    });
    truncateSync(path, maxFileBytes + 1);
    expect(await readFileToOpen(path)).toMatchObject({ problem: { code: 'too-large' } });
    expect(await readFileToOpen(put('three', 'abc'), 3)).toHaveProperty('content');
  });

  // The size of what the kernel makes up is 0.
  it.skipIf(process.platform !== 'linux')('is read whole where its size is not known', async () => {
    expect(textOf(await readFileToOpen('/proc/self/status'))).toContain('Name:');
    expect(await readFileToOpen('/proc/self/status', 20)).toHaveProperty(
      'problem.code',
      'too-large',
    );
  });

  it('is none where it is a folder or is not there', async () => {
    mkdirSync(join(folder, 'inner'));
    expect(textOf(await readFileToOpen(join(folder, 'inner')))).toMatch(/folder/);
    expect(await readFileToOpen(join(folder, 'gone/a.json'))).toMatchObject({
      name: 'a.json',
      problem: { code: 'refused', message: 'The file does not exist.' },
    });
  });

  it.skipIf(process.platform === 'win32')('is none where it is a pipe or a device', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(textOf(await readFileToOpen(pipe))).toMatch(/a pipe/);
    expect(textOf(await readFileToOpen('/dev/zero'))).toMatch(/a device/);
  });
});

describe('offered files', () => {
  it('are given out once and in their order, those that waited and those that come', async () => {
    const offered = openQueues().files;
    offered.offer([put('a', '1'), join(folder, 'b')]);
    const end = new AbortController();
    const taken: string[] = [];
    for await (const file of offered.take(end.signal)) {
      taken.push(`${file.name}: ${textOf(file)}`);
      if (taken.length === 2)
        setImmediate(() => {
          offered.offer([put('c', '3')]);
        });
      if (taken.length === 3) end.abort();
    }
    expect(taken).toEqual(['a: 1', 'b: The file does not exist.', 'c: 3']);
    offered.offer([put('d', '4')]);
    expect((await offered.take(undefined).next()).value).toMatchObject({ name: 'd' });
  });

  it('are taken by one window or the other', async () => {
    const offered = openQueues().files;
    const waiting = [offered.take(undefined).next(), offered.take(undefined).next()];
    offered.offer([put('a'), put('b')]);
    const taken = await Promise.all(waiting);
    expect(taken.map(({ value }) => value?.name).sort()).toEqual(['a', 'b']);
  });

  it('stay for the next window where one goes while its file is read', async () => {
    const offered = openQueues().files;
    offered.offer([put('a'), put('b')]);
    const end = new AbortController();
    const taking = offered.take(end.signal).next();
    end.abort();
    expect(await taking).toMatchObject({ done: true });
    expect((await offered.take(undefined).next()).value).toMatchObject({ name: 'a' });
  });

  it('end with the signal while nothing comes', async () => {
    const end = new AbortController();
    const taking = openQueues().files.take(end.signal).next();
    end.abort();
    expect(await taking).toEqual({ done: true, value: undefined });
  });
});
