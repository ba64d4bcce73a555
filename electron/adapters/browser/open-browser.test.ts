import { describe, expect, it } from 'vitest';
import { browserCommand } from './open-browser.ts';

const linux = { platform: 'linux', environment: {} } as const;
const shown = { ...linux, environment: { DISPLAY: ':0' } };
const target = '/home/ann/.local/share/hookdesk/browser/open.html';

describe('browserCommand', () => {
  it.each([
    ['Linux', shown, 'xdg-open'],
    ['macOS', { ...linux, platform: 'darwin' as const }, 'open'],
    ['Windows', { ...linux, platform: 'win32' as const }, 'rundll32'],
  ])('%s', (_, machine, command) => {
    const found = browserCommand(machine, target);
    expect(found?.command).toBe(command);
    expect(found?.args.at(-1)).toBe(target);
  });

  it('returns null without a display, and in CI', () => {
    expect(browserCommand(linux, target)).toBeNull();
    const machine = { ...shown, environment: { ...shown.environment, CI: 'true' } };
    expect(browserCommand(machine, target)).toBeNull();
  });
});
