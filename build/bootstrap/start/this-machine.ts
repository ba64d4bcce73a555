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
  if (!hasDisplay(machine)) return 'there is no display';
  // Chromium refuses to start as root, unless its sandbox is switched off.
  if (machine.user === 0) return 'Electron does not run as root';
  return null;
}

/** The command that opens an address in the system's browser, `null` in CI and without a display. */
export function browserCommand(
  machine: Machine,
  address: string,
): { command: string; args: string[] } | null {
  const ci = machine.environment.CI;
  if (ci !== undefined && ci !== '' && ci !== 'false') return null;
  if (machine.platform === 'darwin') return { command: 'open', args: [address] };
  if (machine.platform === 'win32') {
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  }
  return hasDisplay(machine) ? { command: 'xdg-open', args: [address] } : null;
}

function hasDisplay({ environment }: Machine): boolean {
  return [environment.DISPLAY, environment.WAYLAND_DISPLAY].some((name) => Boolean(name));
}
