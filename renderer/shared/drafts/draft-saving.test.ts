import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftSaving } from './draft-saving.svelte.ts';

/** Records the time of each save, in milliseconds since this call. */
function savingTo(save: (id: string) => Promise<void> = () => Promise.resolve()) {
  const start = Date.now();
  const saves: number[] = [];
  const saving = new DraftSaving((id) => {
    saves.push(Date.now() - start);
    return save(id);
  });
  return { saving, saves };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

describe('edits', () => {
  it('are saved less than 300 ms after the last one', async () => {
    const { saving, saves } = savingTo();
    for (let key = 0; key < 4; key += 1) {
      saving.note('acme/7');
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(249);
    expect(saves).toHaveLength(1);
    expect(saving.isAnswered).toBe(true);
  });

  it('are saved every 200 ms while a person types without a pause', async () => {
    const { saving, saves } = savingTo();
    for (let key = 0; key < 10; key += 1) {
      saving.note('acme/7');
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(saves).toEqual([200, 400]);
  });

  it('are awaited by flushInTime() for at most 3 s', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { saving } = savingTo(() => promise);
    saving.note('acme/7');
    const left = saving.flushInTime();
    expect(saving.isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    await left;
    expect(saving.isAnswered).toBe(false);
    resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(saving.isAnswered).toBe(true);
  });

  it('are saved after the save in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { saving, saves } = savingTo(() => promise);
    for (let round = 0; round < 2; round += 1) {
      saving.note('acme/7');
      void saving.flush();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(saves).toHaveLength(1);
    resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(saves).toHaveLength(2);
  });

  it('made during an earlier save are settled after a flush', async () => {
    const { saving } = savingTo(async (id) => {
      await Promise.resolve();
      if (isFirst) saving.note(id);
      isFirst = false;
    });
    let isFirst = true;
    saving.note('acme/7');
    void saving.flush();
    saving.note('acme/7');
    await saving.flush();
    expect(saving.isAnswered).toBe(true);
  });

  it('that failed to save stay unsettled and are retried with the next edit', async () => {
    let isThere = false;
    const { saving } = savingTo(() =>
      isThere ? Promise.resolve() : Promise.reject(new Error('The way to the host is lost.')),
    );
    saving.note('acme/7');
    await saving.flush();
    expect(saving.isAnswered).toBe(false);
    isThere = true;
    saving.note('acme/8');
    await vi.advanceTimersByTimeAsync(300);
    expect(saving.isAnswered).toBe(true);
  });
});
