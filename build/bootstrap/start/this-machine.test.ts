import { describe, expect, it } from 'vitest';
import { browserCommand, windowObstacle } from './this-machine.ts';

const linux = { platform: 'linux', environment: {}, user: 1000 } as const;
const shown = { ...linux, environment: { DISPLAY: ':0' } };

describe('windowObstacle', () => {
  it.each([
    ['Linux with X', shown, null],
    ['Linux with Wayland', { ...linux, environment: { WAYLAND_DISPLAY: 'wayland-0' } }, null],
    ['Linux without a display', linux, 'there is no display'],
    ['an empty DISPLAY', { ...linux, environment: { DISPLAY: '' } }, 'there is no display'],
    [
      'an empty DISPLAY beside Wayland',
      { ...linux, environment: { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' } },
      null,
    ],
    ['root', { ...shown, user: 0 }, 'Electron does not run as root'],
    ['macOS', { platform: 'darwin', environment: {}, user: 501 } as const, null],
    ['Windows', { platform: 'win32', environment: {}, user: null } as const, null],
  ])('%s', (_, machine, obstacle) => {
    expect(windowObstacle(machine)).toBe(obstacle);
  });
});

describe('browserCommand', () => {
  const address = 'http://127.0.0.1:1/#key=k';

  it.each([
    ['Linux', shown, 'xdg-open'],
    ['macOS', { ...linux, platform: 'darwin' as const }, 'open'],
    ['Windows', { ...linux, platform: 'win32' as const }, 'rundll32'],
  ])('%s', (_, machine, command) => {
    const found = browserCommand(machine, address);
    expect(found?.command).toBe(command);
    expect(found?.args.at(-1)).toBe(address);
  });

  it('returns null without a display, and in CI', () => {
    expect(browserCommand(linux, address)).toBeNull();
    const machine = { ...shown, environment: { ...shown.environment, CI: 'true' } };
    expect(browserCommand(machine, address)).toBeNull();
  });
});
