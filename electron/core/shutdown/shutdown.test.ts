import { expect, test } from 'vitest';
import { Shutdown } from './shutdown.ts';

/** A clock that stops until `pass` is called. */
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

/** A window that saves once on request, and reports the result. */
async function window(shutdown: Shutdown, save: () => Promise<boolean>): Promise<string> {
  const events = shutdown.watch();
  const { value } = await events.next();
  if (value === undefined) return 'not asked';
  shutdown.report({ id: value.id, isSaved: await save() });
  return value.kind;
}

const saves = () => Promise.resolve(true);

test('shutdown waits for every window to save, not for the time limit', async () => {
  const clock = standingClock();
  const shutdown = new Shutdown(clock);
  const saved: string[] = [];
  const windows = ['first', 'second'].map((name) =>
    window(shutdown, () => {
      saved.push(name);
      return Promise.resolve(true);
    }),
  );
  await shutdown.end();
  expect(saved).toEqual(['first', 'second']);
  expect(await Promise.all(windows)).toEqual(['end', 'end']);
  expect(clock.asked).toEqual([2_000]);
});

test('one window can save several times, and then end', async () => {
  const shutdown = new Shutdown(standingClock());
  const events = shutdown.watch();
  const kinds: string[] = [];
  const following = (async () => {
    for await (const { kind, id } of events) {
      kinds.push(kind);
      shutdown.report({ id, isSaved: kind === 'save' && kinds.length > 1 });
      if (kind === 'end') break;
    }
  })();
  expect(await shutdown.saveWindows()).toBe(false);
  expect(await shutdown.saveWindows()).toBe(true);
  await shutdown.end();
  await following;
  expect(kinds).toEqual(['save', 'save', 'end']);
});

test('overlapping requests both resolve', async () => {
  const shutdown = new Shutdown(standingClock());
  const events = shutdown.watch();
  const first = events.next();
  const asked = [shutdown.saveWindows(), shutdown.end()];
  const ids = [await first, await events.next()].flatMap(({ value }) => value?.id ?? []);
  for (const id of ids.reverse()) shutdown.report({ id, isSaved: true });
  expect(await Promise.all(asked)).toEqual([true, undefined]);
});

test('edits are saved only if every window saves in time', async () => {
  const clock = standingClock();
  const shutdown = new Shutdown(clock);
  expect(await shutdown.saveWindows()).toBe(true);

  const windows = [window(shutdown, saves), window(shutdown, () => Promise.resolve(false))];
  expect(await shutdown.saveWindows()).toBe(false);
  await Promise.all(windows);

  const other = window(shutdown, saves);
  void shutdown.watch().next();
  const saved = shutdown.saveWindows();
  await other;
  clock.pass();
  expect(await saved).toBe(false);
});

test('a closed window does not delay shutdown', async () => {
  const shutdown = new Shutdown(standingClock());
  const gone = new AbortController();
  const events = shutdown.watch(gone.signal);
  const first = events.next();
  gone.abort();
  expect(await first).toMatchObject({ done: true });
  expect(await shutdown.watch(gone.signal).next()).toMatchObject({ done: true });
  expect(await shutdown.saveWindows()).toBe(true);
});

test('a window that closes after it saved is not asked again', async () => {
  const shutdown = new Shutdown(standingClock());
  const dying = new AbortController();
  const events = shutdown.watch(dying.signal);
  const asked = events.next();
  const saved = shutdown.saveWindows();
  const { value } = await asked;
  shutdown.report({ id: value?.id ?? 0, isSaved: true });
  await saved;
  dying.abort();
  await shutdown.end();
});

test('a window that closes while it saves does not delay shutdown', async () => {
  const shutdown = new Shutdown(standingClock());
  const dying = new AbortController();
  const events = shutdown.watch(dying.signal);
  const asked = events.next();
  const over = shutdown.saveWindows();
  await asked;
  void events.next();
  dying.abort();
  expect(await over).toBe(true);
});

test('a window that connects during shutdown is asked at once', async () => {
  const shutdown = new Shutdown(standingClock());
  await shutdown.end();
  expect(await shutdown.watch().next()).toMatchObject({ done: false, value: { kind: 'end' } });
});
