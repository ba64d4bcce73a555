import type { Managed, ManagedSettings } from '#domain/managed/managed-settings.ts';

/** Empty without a file, and while it cannot be used. */
export const managedSettingsOf = (managed: Managed | null): ManagedSettings =>
  managed?.kind === 'set' ? managed.settings : {};

export function proxyText(proxy: NonNullable<ManagedSettings['proxy']>): string {
  if (typeof proxy === 'string') return proxy === 'system' ? 'system proxy' : 'none';
  const { address, bypass = [] } = proxy;
  return bypass.length === 0 ? address : `${address}, not for ${bypass.join(', ')}`;
}

/** A line for each member that is set. */
export function managedLines(settings: ManagedSettings): string[] {
  const { updates, updateFeed, proxy, extraCa, allowedHosts, webHost } = settings;
  const lines = [
    updates && 'Updates: off',
    updateFeed && `Update server: ${updateFeed}`,
    proxy && `Proxy: ${proxyText(proxy)}`,
    extraCa &&
      `Trusted certificates: also those in ${extraCa.includes('-----BEGIN') ? 'the file' : extraCa}`,
    allowedHosts && `Allowed hosts: ${allowedHosts.join(', ')}`,
    webHost && 'Hookdesk in the browser: off',
  ];
  return lines.filter((line) => line !== undefined);
}

/** Names three patterns; About has them all. */
export function hostsHint({ allowedHosts }: ManagedSettings): string | null {
  if (allowedHosts === undefined) return null;
  const more = allowedHosts.length - 3;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `Your organisation allows only ${allowedHosts.slice(0, 3).join(', ')}${rest}.`;
}
