import { describe, expect, test } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { applicationMenu } from './application-menu.ts';

let reloads = 0;
const ran: string[] = [];
const needs = {
  platform: 'linux' as NodeJS.Platform,
  development: false,
  showHelp: () => undefined,
  showLog: () => undefined,
  run: (id: string) => {
    ran.push(id);
  },
  reload: () => {
    reloads += 1;
  },
};

/** Roles and labels of a menu and its submenus. */
function entries(items: readonly MenuItemConstructorOptions[]): string[] {
  return items.flatMap((item) => [
    item.role ?? item.label ?? '',
    ...(Array.isArray(item.submenu) ? entries(item.submenu) : []),
  ]);
}

test('has the roles for copy, undo, zoom and quit', () => {
  const roles = entries(applicationMenu(needs, []));
  for (const role of ['fileMenu', 'editMenu', 'resetZoom', 'zoomIn', 'zoomOut', 'windowMenu']) {
    expect(roles).toContain(role);
  }
  expect(roles).not.toContain('appMenu');
  expect(entries(applicationMenu({ ...needs, platform: 'darwin' }, []))).toContain('appMenu');
});

describe('the development tools', () => {
  test.each(['toggleDevTools', 'Reload'])('%s is for developers only', (role) => {
    expect(entries(applicationMenu(needs, []))).not.toContain(role);
    expect(entries(applicationMenu({ ...needs, development: true }, []))).toContain(role);
  });

  test('reload through Hookdesk, which saves the edits first', () => {
    const menu = applicationMenu({ ...needs, development: true }, []);
    expect(entries(menu)).not.toContain('reload');
    const view = menu.find((item) => item.label === 'View')?.submenu;
    const reload = Array.isArray(view) ? view.find((item) => item.label === 'Reload') : undefined;
    expect(reload?.accelerator).toBe('CommandOrControl+R');
    reload?.click?.call(null as never, null as never, undefined, null as never);
    expect(reloads).toBe(1);
  });
});

test.each([
  ['User guide', 'guide'],
  ['Licences', 'licences'],
])('%s shows its page', (label, page) => {
  const shown: string[] = [];
  const showHelp = (each: string): void => void shown.push(each);
  const help = applicationMenu({ ...needs, showHelp }, []).find((item) => item.role === 'help');
  const items = Array.isArray(help?.submenu) ? help.submenu : [];
  const item = items.find((each) => each.label === label);
  item?.click?.call(null as never, null as never, undefined, null as never);
  expect(shown).toEqual([page]);
});

test('has the commands of the window in their menus, with their states in the window', () => {
  const commands = [
    { id: 'new', menu: 'Webhook', label: 'New webhook', shortcut: 'N', enabled: false },
    { id: 'undo', menu: 'Webhook', label: 'Undo', shortcut: 'Ctrl Shift Z', enabled: true },
  ] as const;
  const menu = applicationMenu(needs, commands);
  expect(entries(menu)).not.toContain('Installation');
  const items = menu.find((item) => item.label === 'Webhook')?.submenu;
  const [first, second] = Array.isArray(items) ? items : [];
  expect(first).toMatchObject({ id: 'new', label: 'New webhook', enabled: false });
  expect(first?.accelerator).toBeUndefined();
  expect(second).toMatchObject({
    enabled: true,
    accelerator: 'CommandOrControl+Shift+Z',
    registerAccelerator: false,
  });
  second?.click?.call(null as never, null as never, undefined, null as never);
  expect(ran).toEqual(['undo']);
});

test('leaves the keys of the window out of the menu on macOS, which would take them from the page', () => {
  const command = { id: 'undo', menu: 'Webhook', label: 'Undo', enabled: true } as const;
  const shown = [{ ...command, shortcut: '⌘ Shift Z' }];
  const mac = applicationMenu({ ...needs, platform: 'darwin' }, shown);
  const items = mac.find((item) => item.label === 'Webhook')?.submenu;
  expect(Array.isArray(items) && items[0]).toEqual({
    id: 'undo',
    label: 'Undo',
    enabled: true,
    click: expect.any(Function) as unknown,
  });
});
