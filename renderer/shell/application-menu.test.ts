import { expect, test } from 'vitest';
import { menuCommands } from './application-menu.ts';

const refresh = {
  id: 'read',
  group: 'Webhooks',
  label: 'Refresh the list',
  shortcut: 'F5',
  run: () => undefined,
};

test('enables the commands of the window, and none under a dialog', () => {
  const open = menuCommands([refresh], false);
  expect(open.filter(({ enabled }) => enabled)).toEqual([
    { id: 'read', menu: 'View', label: 'Refresh the list', shortcut: 'F5', enabled: true },
  ]);
  const covered = menuCommands([refresh], true);
  expect(covered.map(({ id }) => id)).toEqual(open.map(({ id }) => id));
  expect(covered.some(({ enabled }) => enabled)).toBe(false);
});

test('has unique commands, and unique labels in each menu', () => {
  const commands = menuCommands([], false);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  expect(new Set(commands.map(({ menu, label }) => `${menu}/${label}`)).size).toBe(commands.length);
});
