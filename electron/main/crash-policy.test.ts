import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { handleCrashes } from './give-up.ts';

const secret = 'canary-6f1e';

function crashing() {
  const source = new EventEmitter();
  const lines: string[] = [];
  const told: string[] = [];
  const texts: string[] = [];
  handleCrashes(source, {
    log: (line) => lines.push(line),
    giveUp: (title, text) => {
      told.push(title);
      texts.push(text);
    },
    logPath: '/data/logs/hookdesk.log',
  });
  return { source, lines, told, texts };
}

test('an unhandled rejection is logged, and Hookdesk continues', () => {
  const { source, lines, told } = crashing();
  source.emit('unhandledRejection', new TypeError(`X-Auth-Token: ${secret}`));
  expect(lines[0]).toContain('TypeError');
  expect(lines[0]).toContain('crash-policy.test.ts');
  expect(lines.join()).not.toContain(secret);
  expect(told).toEqual([]);
});

test('an uncaught exception shows an error, and Hookdesk exits', () => {
  const { source, lines, told, texts } = crashing();
  source.emit('uncaughtException', new Error(`one\ntwo ${secret}\n    at three`));
  expect(told).toEqual(['Hookdesk has to close']);
  expect(texts[0]).toContain('/data/logs/hookdesk.log');
  expect(lines.join()).not.toContain(secret);
});
