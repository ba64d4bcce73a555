import { describe, expect, it } from 'vitest';
import type { ManagedSettings } from '#domain/managed/managed-settings.ts';
import { hostsHint, managedLines, proxyText, managedSettingsOf } from './managed.ts';

const all: ManagedSettings = {
  updates: 'off',
  updateFeed: 'https://updates.example.com/',
  proxy: { address: 'http://proxy.example.com:3128', bypass: ['*.intern.example.com'] },
  extraCa: '/etc/hookdesk/ca.pem',
  allowedHosts: ['*.example.com', '10.0.0.0/8', 'a.test', 'b.test'],
  webHost: 'off',
};

describe('what the organisation sets', () => {
  it('is nothing without a file, and while the file cannot be used', () => {
    expect(managedSettingsOf(null)).toEqual({});
    expect(managedSettingsOf({ kind: 'none' })).toEqual({});
    const refused = { kind: 'refused', file: '/f', message: 'Damaged.', advice: 'Ask.' } as const;
    expect(managedSettingsOf(refused)).toEqual({});
    expect(managedSettingsOf({ kind: 'set', file: '/f', settings: all, caPem: null })).toEqual(all);
  });

  it('has a line for each member of the file', () => {
    expect(managedLines({})).toEqual([]);
    expect(managedLines(all)).toEqual([
      'Updates: off',
      'Update server: https://updates.example.com/',
      'Proxy: http://proxy.example.com:3128, not for *.intern.example.com',
      'Trusted certificates: also those in /etc/hookdesk/ca.pem',
      'Allowed hosts: *.example.com, 10.0.0.0/8, a.test, b.test',
      'Hookdesk in the browser: off',
    ]);
    expect(managedLines(all)).toHaveLength(Object.keys(all).length);
  });

  it('does not repeat a certificate', () => {
    const extraCa = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    expect(managedLines({ extraCa })).toEqual(['Trusted certificates: also those in the file']);
  });

  it('has words for each proxy', () => {
    expect(proxyText('system')).toBe('system proxy');
    expect(proxyText('none')).toBe('none');
    expect(proxyText({ address: 'http://proxy:3128' })).toBe('http://proxy:3128');
  });

  it('has a hint below the address, which stays short', () => {
    expect(hostsHint({})).toBeNull();
    expect(hostsHint({ allowedHosts: ['*.example.com'] })).toBe(
      'Your organisation allows only *.example.com.',
    );
    expect(hostsHint(all)).toBe(
      'Your organisation allows only *.example.com, 10.0.0.0/8, a.test and 1 more.',
    );
  });
});
