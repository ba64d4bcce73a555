import { expect, test } from 'vitest';
import { gracefulShutdown } from './graceful-shutdown.ts';

function ending(close: () => Promise<void>, limit = 5_000) {
  const exited = Promise.withResolvers<number>();
  const codes: number[] = [];
  const lines: string[] = [];
  const exit = (code: number): void => {
    codes.push(code);
    exited.resolve(code);
  };
  const end = gracefulShutdown({ close, exit, log: (line) => lines.push(line), limit });
  return { end, exited: exited.promise, codes, lines };
}

test('the process ends once, after everything is closed', async () => {
  const closing = Promise.withResolvers<null>();
  let closes = 0;
  const { end, exited, codes, lines } = ending(() => {
    closes += 1;
    return closing.promise.then(() => undefined);
  });
  end();
  end();
  expect(codes).toEqual([]);
  closing.resolve(null);
  await exited;
  end();
  expect({ closes, codes, lines }).toEqual({ closes: 1, codes: [0], lines: [] });
});

test.each<[string, () => Promise<void>, string]>([
  ['fails', () => Promise.reject(new Error('secret')), 'shutdown: failed'],
  ['never ends', () => new Promise(() => undefined), 'shutdown: took too long'],
])('closing that %s does not block the process', async (_how, close, line) => {
  const { end, exited, codes, lines } = ending(close, 10);
  end();
  await exited;
  expect({ codes, lines }).toEqual({ codes: [1], lines: [line] });
});
