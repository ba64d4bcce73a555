import { expect, test } from 'vitest';
import { Shutdown } from './shutdown.ts';

/** A clock that stands still until `pass` is called. */
function standingClock() {
  const late = Promise.withResolvers<null>();
  const asked: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    asked.push(milliseconds);
    await late.promise;
  };
  return {
    asked,
    sleep,
    pass: () => {
      late.resolve(null);
    },
  };
}

/** A window that saves when it is asked, and then ends its stream as the RPC does: by the signal. */
async function window(shutdown: Shutdown, save: () => Promise<void>): Promise<string> {
  const leaving = new AbortController();
  const events = shutdown.watch(leaving.signal);
  const { value } = await events.next();
  if (value === undefined) return 'not asked';
  const rest = events.next();
  await save();
  leaving.abort();
  await rest;
  return value.kind;
}

test('ends when every window has saved, without waiting for the clock', async () => {
  const clock = standingClock();
  const shutdown = new Shutdown(clock);
  const saved: string[] = [];
  const windows = ['first', 'second'].map((name) =>
    window(shutdown, () => {
      saved.push(name);
      return Promise.resolve();
    }),
  );
  await shutdown.saveWindows();
  expect(saved).toEqual(['first', 'second']);
  expect(await Promise.all(windows)).toEqual(['save', 'save']);
  expect(clock.asked).toEqual([2_000]);
});

test('waits for a silent window for 2 s, and for the others until they have saved', async () => {
  const clock = standingClock();
  const shutdown = new Shutdown(clock);
  const saving = Promise.withResolvers<undefined>();
  const other = window(shutdown, () => saving.promise);
  const silent = shutdown.watch();
  void silent.next();
  let isOver = false;
  const over = shutdown.saveWindows().then(() => {
    isOver = true;
  });
  saving.resolve(undefined);
  await other;
  expect(isOver).toBe(false);
  clock.pass();
  await over;
});

test('a window that is gone before it is asked is not waited for', async () => {
  const shutdown = new Shutdown(standingClock());
  const gone = new AbortController();
  const events = shutdown.watch(gone.signal);
  const first = events.next();
  gone.abort();
  expect(await first).toMatchObject({ done: true });
  expect(await shutdown.watch(gone.signal).next()).toMatchObject({ done: true });
  await shutdown.saveWindows();
});

test('a window that dies while it saves is not waited for', async () => {
  const shutdown = new Shutdown(standingClock());
  const dying = new AbortController();
  const events = shutdown.watch(dying.signal);
  const asked = events.next();
  const over = shutdown.saveWindows();
  await asked;
  void events.next();
  dying.abort();
  await over;
});

test('a window that comes while the host ends is asked at once', async () => {
  const shutdown = new Shutdown(standingClock());
  await shutdown.saveWindows();
  expect(await shutdown.watch().next()).toEqual({ done: false, value: { kind: 'save' } });
});
