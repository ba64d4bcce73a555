import { expect, test } from 'vitest';
import type { WindowCommand } from '#contract/app.ts';
import { WindowCommands } from './window-commands.ts';

const refresh: WindowCommand = {
  id: 'read',
  menu: 'View',
  label: 'Refresh the list',
  shortcut: 'F5',
  enabled: true,
};

test('passes selected commands to the window, and reports none once it is gone', async () => {
  const commands = new WindowCommands();
  const reports: string[][] = [];
  commands.onReport = (reported) => {
    reports.push(reported.map(({ id }) => id));
  };
  const closed = new AbortController();
  const events = commands.watch(closed.signal);
  const first = events.next();
  commands.report([refresh]);
  commands.select('read');
  expect(await first).toEqual({ done: false, value: { id: 'read' } });

  const second = events.next();
  closed.abort();
  expect(await second).toEqual({ done: true, value: undefined });
  expect(reports).toEqual([['read'], []]);
});

test('a reloaded page takes the place of the earlier one', async () => {
  const commands = new WindowCommands();
  const earlier = commands.watch();
  const ofEarlier = earlier.next();
  const later = commands.watch();
  const ofLater = later.next();
  commands.select('read');
  expect(await ofEarlier).toEqual({ done: true, value: undefined });
  expect(await ofLater).toEqual({ done: false, value: { id: 'read' } });
});

test('selects nothing without a window', async () => {
  const commands = new WindowCommands();
  commands.select('read');
  const closed = new AbortController();
  const next = commands.watch(closed.signal).next();
  closed.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
