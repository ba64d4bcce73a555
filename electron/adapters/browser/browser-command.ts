interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The command that opens a file or an address in the browser; `null` in CI and without a display. */
export function browserCommand(
  { platform, environment }: Machine,
  target: string,
): { command: string; args: string[] } | null {
  const ci = environment.CI;
  if (ci !== undefined && ci !== '' && ci !== 'false') return null;
  if (platform === 'darwin') return { command: 'open', args: [target] };
  if (platform === 'win32') {
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', target] };
  }
  return hasDisplay(environment) ? { command: 'xdg-open', args: [target] } : null;
}

export function hasDisplay(environment: Machine['environment']): boolean {
  return [environment.DISPLAY, environment.WAYLAND_DISPLAY].some((name) => Boolean(name));
}
