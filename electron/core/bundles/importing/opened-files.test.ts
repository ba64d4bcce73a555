import { describe, expect, it } from 'vitest';
import type { BundleCodec } from '../../bundle-ports.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { ProblemError } from '#domain/problem.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { FilesOnThread } from '../thread/files-on-thread.ts';
import { OpenedFiles } from './opened-files.ts';

/** Files that are opened with any passphrase, each when the test says so. */
async function lockedFiles(count: number) {
  const begun: PromiseWithResolvers<null>[] = [];
  const codec: BundleCodec = {
    ...bundleCodec,
    isSealed: (bytes) => bytes.length === 1,
    open: async () => {
      const turn = Promise.withResolvers<null>();
      begun.push(turn);
      await turn.promise;
      return { kind: 'wrong-passphrase' };
    },
  };
  const ports = { ...fakePorts(), bundleWorker: new FilesOnThread(codec) };
  const files = new OpenedFiles(ports, { saved: () => [] });
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { fileId } = await files.begin(`${nth}.age`, 1);
    await files.add(fileId, btoa('x'));
    expect(await files.open(fileId)).toMatchObject({ status: 'locked' });
    ids.push(fileId);
  }
  return { files, ids, begun };
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : 'another'),
  );

describe('files that are unlocked at once', () => {
  it('wait for each other', async () => {
    const { files, ids, begun } = await lockedFiles(3);
    const codes = ids.map((id) => codeOf(files.unlock(id, 'any')));
    for (const [nth] of ids.entries()) {
      await expect.poll(() => begun.length).toBe(nth + 1);
      begun[nth]?.resolve(null);
      expect(await codes[nth]).toBe('invalid');
    }
  });

  it('leave the queue when they are cancelled or forgotten', async () => {
    const { files, ids, begun } = await lockedFiles(3);
    const [first = '', second = '', third = ''] = ids;
    const end = new AbortController();
    const at = codeOf(files.unlock(first, 'any'));
    const cancelled = codeOf(files.unlock(second, 'any', end.signal));
    const forgotten = codeOf(files.unlock(third, 'any'));
    await expect.poll(() => begun.length).toBe(1);
    end.abort();
    expect(await cancelled).toBe('aborted');
    await files.forget(third);
    begun[0]?.resolve(null);
    expect(await at).toBe('invalid');
    expect(await forgotten).toBe('refused');
    expect(begun).toHaveLength(1);
  });
});
