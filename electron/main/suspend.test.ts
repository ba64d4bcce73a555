import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { suspendEvents } from './suspend.ts';

const on = (platform: NodeJS.Platform) => {
  const monitor = new EventEmitter();
  const events = suspendEvents(monitor, { platform, env: {} });
  let suspended = 0;
  events.on(() => (suspended += 1));
  return { monitor, events, suspended: () => suspended };
};

test.each(['darwin', 'win32'] as const)('on %s Electron reports sleep and lock', (platform) => {
  const { monitor, events, suspended } = on(platform);
  expect(events.reported()).toBe('screen-and-sleep');
  monitor.emit('suspend');
  monitor.emit('lock-screen');
  expect(suspended()).toBe(2);
});

test('on Linux without a bus Electron reports sleep only', () => {
  const { monitor, events, suspended } = on('linux');
  expect(events.reported()).toBe('sleep');
  expect(monitor.listenerCount('lock-screen')).toBe(0);
  monitor.emit('suspend');
  expect(suspended()).toBe(1);
  events.close();
});
