import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { handleCrashes } from './crash-policy.ts';

const secret = 'canary-6f1e';

function crashing() {
  const source = new EventEmitter();
  const lines: string[] = [];
  const told: string[] = [];
  handleCrashes(source, {
    log: (line) => lines.push(line),
    giveUp: (title) => told.push(title),
  });
  return { source, lines, told };
}

test('a rejection that nobody awaited is logged, and Hookdesk goes on', () => {
  const { source, lines, told } = crashing();
  source.emit('unhandledRejection', new TypeError(`X-Auth-Token: ${secret}`));
  expect(lines[0]).toContain('TypeError');
  expect(lines[0]).toContain('crash-policy.test.ts');
  expect(lines.join()).not.toContain(secret);
  expect(told).toEqual([]);
});

test('after an uncaught exception a person is told, and Hookdesk ends', () => {
  const { source, lines, told } = crashing();
  source.emit('uncaughtException', new Error(`one\ntwo ${secret}\n    at three`));
  expect(told).toEqual(['Hookdesk has to close']);
  expect(lines.join()).not.toContain(secret);
});
