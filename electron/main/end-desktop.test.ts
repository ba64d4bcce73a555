import { EventEmitter, once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { shutDown } from './end-desktop.ts';

class Quitting extends EventEmitter {
  readonly codes: number[] = [];
  exit(code: number): void {
    this.codes.push(code);
    this.emit('exited');
  }
}

function quitting(
  close: () => Promise<void>,
  limit?: number,
  installed: Promise<void> = Promise.resolve(),
) {
  const app = new Quitting();
  const signals = new EventEmitter();
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
  };
  const install = async (): Promise<void> => {
    lines.push('install');
    await installed;
  };
  shutDown({ app, signals, close, install, log, ...(limit === undefined ? {} : { limit }) });
  const quit = () => {
    const event = new FakePreventable();
    app.emit('will-quit', event);
    return event.prevented;
  };
  return { app, signals, lines, quit };
}

test('the process ends once, after everything is closed', async () => {
  const closing = Promise.withResolvers<null>();
  let closes = 0;
  const { app, signals, lines, quit } = quitting(() => {
    closes += 1;
    return closing.promise.then(() => undefined);
  });
  expect(quit()).toBe(true);
  expect(quit()).toBe(true);
  signals.emit('SIGTERM');
  expect(app.codes).toEqual([]);
  const exited = once(app, 'exited');
  closing.resolve(null);
  await exited;
  expect({ closes, codes: app.codes, lines }).toEqual({
    closes: 1,
    codes: [0],
    lines: ['install'],
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s ends it as well', async (signal) => {
  let closes = 0;
  const { app, signals, lines, quit } = quitting(() => {
    closes += 1;
    return Promise.resolve();
  });
  const exited = once(app, 'exited');
  signals.emit(signal);
  expect(quit()).toBe(true);
  await exited;
  // An installer must not run while the system shuts down.
  expect({ closes, codes: app.codes, lines }).toEqual({ closes: 1, codes: [0], lines: [] });
});

test.each<[string, () => Promise<void>, string]>([
  ['fails', () => Promise.reject(new Error('secret')), 'shutdown: failed'],
  ['never ends', () => new Promise(() => undefined), 'shutdown: took too long'],
])('closing that %s does not block the process', async (_how, close, line) => {
  const { app, lines, quit } = quitting(close, 10);
  const exited = once(app, 'exited');
  quit();
  await exited;
  expect(app.codes).toEqual([1]);
  expect(lines).toEqual([line]);
});

test('the process waits for an installation, which may quit by itself', async () => {
  const installed = Promise.withResolvers<null>();
  const done = installed.promise.then(() => undefined);
  const { app, lines, quit } = quitting(() => Promise.resolve(), 1_000, done);
  expect(quit()).toBe(true);
  await vi.waitFor(() => {
    expect(lines).toEqual(['install']);
  });
  expect(quit()).toBe(false);
  expect(app.codes).toEqual([]);
  const exited = once(app, 'exited');
  installed.resolve(null);
  await exited;
  expect(app.codes).toEqual([0]);
});
