import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Encrypter } from 'age-encryption';
import { passphraseRecipient } from '#adapters/bundle-encryption/age-file.ts';
import type { WriteOrder } from '#core/bundle-ports.ts';
import { exported, lifeLike, sourceOf } from '#domain/bundle/testing/bundles.ts';
import {
  type BundleThread,
  createBundleThread,
} from '#adapters/bundle-worker/bundle-thread-host.ts';
import { ExportsOnThread } from '#core/bundles/thread/exports-on-thread.ts';
import { bundleCodec } from './bundle-codec.ts';

const source = (name: string): string => join(import.meta.dirname, name);
const { webhooks, ...rest } = sourceOf('B', lifeLike('B', 2_000));

const asUsual: WriteOrder = {
  format: 'bundle',
  variant: 'B',
  keep: [],
  takeOut: [],
  withAddress: false,
  passphrase: null,
};

let thread: BundleThread | null = null;
const begin = (program: string): BundleThread => (thread = createBundleThread(program));
afterEach(async () => {
  await thread?.close();
  thread = null;
});

it('returns the same results as the calling thread, without blocking it', async () => {
  const { exports } = begin(source('bundle-thread.ts'));
  const here = new ExportsOnThread(bundleCodec);
  for (const desk of [exports, here]) {
    await desk.addSource('e', rest);
    await desk.addWebhooks('e', webhooks);
  }
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const found = await exports.findSecrets('e');
  clearImmediate(next);
  expect(found).toEqual(await here.findSecrets('e'));
  // Work on this thread would allow only one or two turns.
  expect(turns).toBeGreaterThan(10);
  expect(await exports.secrets('e', 5, 20)).toEqual(await here.secrets('e', 5, 20));
});

it('has files and exports together, and stores neither after its end', async () => {
  const { exports, files } = begin(source('bundle-thread.ts'));
  await exports.addSource('e', rest);
  await files.add('f', new TextEncoder().encode('no file'), 7);
  expect(await files.open('f', null)).toMatchObject({ kind: 'unreadable' });
  expect(await exports.findSecrets('e')).toMatchObject({ webhooks: 0 });
  await exports.forget('e');
  expect(await exports.write('e', asUsual)).toBe(null);
});

it('receives a file in parts, also of a shared buffer, and reads it unchanged', async () => {
  const { files } = begin(source('bundle-thread.ts'));
  const bytes = Buffer.from(exported([sourceOf('B', lifeLike('B', 300))]).text);
  const [first, second] = [bytes.subarray(0, 100_000), bytes.subarray(100_000)];
  await files.add('f', first, bytes.length);
  await files.add('f', second, bytes.length);
  expect(await files.open('f', null)).toMatchObject({ kind: 'read', view: { rows: 300 } });
  // The thread parses the file once.
  expect(await files.open('f', null)).toMatchObject({ kind: 'read', view: { rows: 300 } });
});

/** The peak of the process memory during the work, less that before it. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(timer);
  return most - before;
}

it(
  'opens six encrypted files with the memory of one',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const { files } = begin(source('bundle-thread.ts'));
    const encrypter = new Encrypter();
    // 128 MiB for each key.
    encrypter.addRecipient(passphraseRecipient('right', 17));
    const sealed = await encrypter.encrypt(exported([sourceOf('B', lifeLike('B', 1))]).text);
    const names = ['first', ...Array.from({ length: 6 }, (_, nth) => `file-${nth}`)];
    for (const name of names) {
      await files.add(name, sealed, sealed.length);
      expect(await files.open(name, null)).toEqual({ kind: 'locked' });
    }
    const [first = '', ...others] = names;
    const ofOne = await peakOf(() => files.open(first, 'wrong'));
    const ofSix = await peakOf(() => Promise.all(others.map((name) => files.open(name, 'wrong'))));
    expect(ofSix).toBeLessThan(ofOne * 1.6);
  },
);

describe('a bundled program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-thread-'));
  const program = join(folder, 'main.cjs');
  beforeEach(() => {
    writeFileSync(
      program,
      `const { parentPort, threadId } = require('node:worker_threads');
       parentPort.on('message', ({ id, method }) => {
         const holdsNothing = method === 'forget';
         parentPort.postMessage({ id, holdsNothing, kind: 'done', result: method + threadId });
       });`,
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is passed as text, and read at the first call', async () => {
    const { exports } = begin(program);
    const text = await exports.takeText('e', 0);
    rmSync(program);
    expect(await exports.takeText('e', 1)).toBe(text);
  });

  it('ends when it holds nothing, and starts again for the next call', async () => {
    const { exports } = begin(program);
    await exports.forget('before it was begun');
    const first = await exports.takeText('e', 0);
    expect(await exports.takeText('e', 1)).toBe(first);
    // A concurrent call still gets a response.
    const [, during] = await Promise.all([exports.forget('e'), exports.takeText('e', 2)]);
    expect(during).toBe(first);
    await exports.forget('e');
    expect(await exports.takeText('e', 3)).not.toBe(first);
  });
});

it('rejects all pending calls when the thread exits early, and starts again', async () => {
  const { exports } = begin(source('testing/ending-program.ts'));
  await exports.addSource('e', rest);
  const waiting = [exports.findSecrets('e'), exports.takeText('e', 0)];
  for (const each of await Promise.allSettled(waiting)) {
    expect(each).toMatchObject({ status: 'rejected', reason: { problem: { code: 'refused' } } });
  }
  expect(await exports.takeText('e', 0)).toBe('');
});

it('rejects with the error of the thread', async () => {
  const { exports } = begin(source('bundle-thread.ts'));
  await exports.addSource('e', rest);
  // An invalid webhook.
  await exports.addWebhooks('e', [...new Array<never>(1)]);
  await expect(exports.findSecrets('e')).rejects.toThrow(TypeError);
});

it('rejects pending calls when it is closed', async () => {
  const { exports, close } = begin(source('bundle-thread.ts'));
  const waiting = exports.findSecrets('e');
  waiting.catch(() => undefined);
  await close();
  await expect(waiting).rejects.toMatchObject({ problem: { code: 'aborted' } });
});
