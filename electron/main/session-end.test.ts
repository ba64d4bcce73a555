import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WindowSessionEndEvent } from 'electron';
import { app, BrowserWindow } from './electron.fake.ts';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { endWithSession, endWithSystem } from './end-desktop.ts';

beforeEach(() => {
  app.reset();
  BrowserWindow.open.length = 0;
});

const sessionEvent = (...reasons: WindowSessionEndEvent['reasons']) =>
  Object.assign(new FakePreventable(), { reasons });

function openWindow() {
  const window = new BrowserWindow();
  let ends = 0;
  endWithSession(window, () => (ends += 1));
  return { window, ends: () => ends };
}

test('a shutdown of macOS or Linux waits until Hookdesk exits', () => {
  const monitor = new EventEmitter();
  let ends = 0;
  endWithSystem(monitor, () => (ends += 1));
  const event = new FakePreventable();
  monitor.emit('shutdown', event);
  expect({ waits: event.prevented, ends }).toEqual({ waits: true, ends: 1 });
});

describe('Windows asks before it ends the session', () => {
  test.each(['shutdown', 'logoff'] as const)('%s waits until Hookdesk exits', (reason) => {
    const { window, ends } = openWindow();
    const event = sessionEvent(reason);
    window.emit('query-session-end', event);
    expect({ waits: event.prevented, ends: ends() }).toEqual({ waits: true, ends: 1 });
  });

  test.each([['critical'], ['close-app'], ['logoff', 'critical']] as const)(
    '%s %s is not delayed, and Hookdesk exits',
    (...reasons) => {
      const { window, ends } = openWindow();
      const event = sessionEvent(...reasons);
      window.emit('query-session-end', event);
      expect({ waits: event.prevented, ends: ends() }).toEqual({ waits: false, ends: 1 });
    },
  );
});

test('Hookdesk exits when a session ends without a question', () => {
  const { window, ends } = openWindow();
  window.emit('session-end', sessionEvent('critical'));
  expect(ends()).toBe(1);
});
