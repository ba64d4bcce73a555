import { describe, expect, it } from 'vitest';
import { windowObstacle } from './this-machine.ts';

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
