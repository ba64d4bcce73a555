import { describe, expect, it } from 'vitest';
import { hostOf, rawHostOf } from './host-of.ts';

describe('the host of a URL', () => {
  it.each([
    ['https://Hooks.Example.com/services/T0/B0', 'hooks.example.com'],
    ['https://user:pass@example.com:8443/x?token=1', 'example.com:8443'],
    ['https://example.com:443/', 'example.com'],
    ['http://[::1]:80/', '[::1]'],
  ])('is that of the request: %s', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });

  it.each([
    ['https://user:pass@exa mple.com/services/T0/secret', 'exa mple.com'],
    ['https://%Host%/hook?token=secret', '%Host%'],
    ['https://example.com:99999/secret', 'example.com:99999'],
    ['https://user:pass@ho@st^/secret', 'st^'],
    ['hooks.example.com/services/T0/secret', ''],
    ['user:secret@example.com', ''],
    ['secret', ''],
    ['', ''],
  ])('of a URL that is not valid has no secret: %s', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });
});

describe('the host as written', () => {
  it('has the port that a request omits, and letters as they are', () => {
    expect(rawHostOf('https://user@exämple.com:443/path')).toBe('exämple.com:443');
  });
});
