import { hasDisplay } from '#adapters/browser/open-browser.ts';

/** The facts about a machine that decide what it can show. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user id, 0 for root; `null` on Windows. */
  readonly user: number | null;
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  environment: process.env,
  user: process.getuid?.() ?? null,
});

/** Why Electron cannot open a window here, `null` when it can. */
export function windowObstacle(machine: Machine): string | null {
  if (machine.platform !== 'linux') return null;
  if (!hasDisplay(machine.environment)) return 'there is no display';
  // Chromium refuses to start as root, unless its sandbox is switched off.
  if (machine.user === 0) return 'Electron does not run as root';
  return null;
}
