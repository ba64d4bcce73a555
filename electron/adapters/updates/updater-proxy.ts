import type { AppUpdater } from 'electron-updater';
import type { ManagedSettings } from '#domain/managed/managed-settings.ts';

type ProxyConfig = Parameters<AppUpdater['netSession']['setProxy']>[0];

/** Chromium's words for the proxy that the organisation sets; Chromium itself never uses it for this machine. */
export function updaterProxy(proxy: NonNullable<ManagedSettings['proxy']>): ProxyConfig {
  if (proxy === 'system') return { mode: 'system' };
  if (proxy === 'none') return { mode: 'direct' };
  const { address, bypass = [] } = proxy;
  const isIpv6 = (pattern: string): boolean => pattern.includes(':') && !pattern.includes('/');
  const rules = bypass.map((pattern) => (isIpv6(pattern) ? `[${pattern}]` : pattern));
  return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: rules.join(',') };
}
