import { describe, expect, it } from 'vitest';
import { ExchangeFailure } from '../errors/exchange-failure.ts';
import { proxyFor, proxyName, proxyOfPac } from './proxy-address.ts';

const named = (url: string, environment: Record<string, string>): string | null => {
  const proxy = proxyFor({ kind: 'system' }, new URL(url), environment);
  return proxy === null ? null : `${proxy.secure ? 'https' : 'http'} ${proxyName(proxy)}`;
};

describe('the proxy from the environment', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['https://a.test', {}, null],
    ['https://a.test', { HTTPS_PROXY: 'http://p.test:3128' }, 'http p.test:3128'],
    ['http://a.test', { HTTPS_PROXY: 'http://p.test:3128' }, null],
    ['http://a.test', { HTTP_PROXY: 'http://p.test:3128' }, 'http p.test:3128'],
    ['https://a.test', { HTTP_PROXY: 'http://p.test:3128' }, 'http p.test:3128'],
    [
      'https://a.test',
      { https_proxy: 'http://low.test', HTTPS_PROXY: 'http://up.test' },
      'http low.test:80',
    ],
    ['https://a.test', { https_proxy: '', HTTPS_PROXY: 'http://up.test' }, 'http up.test:80'],
    ['https://a.test', { https_proxy: 'https://p.test' }, 'https p.test:443'],
    ['https://a.test', { https_proxy: 'p.test:3128' }, 'http p.test:3128'],
    ['https://a.test', { https_proxy: ' http://[::1]:3128/ ' }, 'http [::1]:3128'],
    ['https://a.test', { https_proxy: 'http://p.test', no_proxy: 'a.test' }, null],
    ['https://a.test', { https_proxy: 'http://p.test', NO_PROXY: '*' }, null],
    ['https://localhost', { https_proxy: 'http://p.test' }, null],
    ['https://x.localhost.', { https_proxy: 'http://p.test' }, null],
    ['https://127.1.2.3', { https_proxy: 'http://p.test' }, null],
    ['https://[::1]', { https_proxy: 'http://p.test' }, null],
  ])('to %s with %o is %s', (url, environment, proxy) => {
    expect(named(url, environment)).toBe(proxy);
  });

  it.each([
    ['a.test', 'https://a.test', true],
    ['a.test', 'https://b.a.test', true],
    ['.a.test', 'https://a.test', true],
    ['*.a.test', 'https://b.a.test', true],
    ['A.TEST', 'https://a.test', true],
    ['a.test', 'https://ba.test', false],
    ['a.test', 'https://a.test.evil', false],
    ['x.test, a.test', 'https://a.test', true],
    ['x.test a.test', 'https://a.test', true],
    ['a.test:443', 'https://a.test', true],
    ['a.test:443', 'https://a.test:8443', false],
    ['a.test:8443', 'https://a.test:8443', true],
    ['a.test:80', 'http://a.test', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.0.0.0/x', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://a.test', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12::1]', true],
    ['', 'https://a.test', false],
    [' , ,', 'https://a.test', false],
    ['.', 'https://a.test', false],
  ])('NO_PROXY=%s matches %s: %s', (noProxy, url, matched) => {
    expect(
      named(url, {
        https_proxy: 'http://p.test',
        http_proxy: 'http://p.test',
        no_proxy: noProxy,
      }) === null,
    ).toBe(matched);
  });

  it('may contain user name and password, percent-encoded', () => {
    const read = (address: string) =>
      proxyFor({ kind: 'system' }, new URL('https://a.test'), { https_proxy: address })
        ?.credentials;
    expect(read('http://a%40b:c%3Ad@p.test')).toEqual({ username: 'a@b', password: 'c:d' });
    expect(read('http://a:100%@p.test')).toEqual({ username: 'a', password: '100%' });
    expect(read('http://p.test')).toBeNull();
  });
});

it('a proxy of the connection is used as configured, also for this computer', () => {
  const proxy = { kind: 'own' as const, url: 'http://p.test:8080', username: 'a', password: null };
  expect(proxyFor(proxy, new URL('http://localhost'), { no_proxy: '*' })).toEqual({
    secure: false,
    host: 'p.test',
    port: 8080,
    credentials: { username: 'a', password: '' },
  });
  expect(proxyFor({ kind: 'none' }, new URL('http://a.test'), { http_proxy: 'p.test' })).toBeNull();
});

describe('the proxy that the system names', () => {
  it.each<[string, string | null]>([
    ['DIRECT', null],
    ['PROXY p.test:3128', 'http p.test:3128'],
    ['HTTP p.test:3128', 'http p.test:3128'],
    ['HTTPS p.test:443; DIRECT', 'https p.test:443'],
    ['PROXY [::1]:3128', 'http [::1]:3128'],
    ['SOCKS5 s.test:1080; PROXY p.test:3128', 'http p.test:3128'],
    ['SOCKS5 s.test:1080;DIRECT', null],
  ])('%s is %s', (result, expected) => {
    const proxy = proxyOfPac(result);
    expect(proxy === null ? null : `${proxy.secure ? 'https' : 'http'} ${proxyName(proxy)}`).toBe(
      expected,
    );
  });

  it.each(['', 'SOCKS5 s.test:1080', 'SOCKS s.test:1080; QUIC q.test:443', 'PROXY'])(
    '%j has no proxy for Hookdesk',
    (result) => {
      expect(() => proxyOfPac(result)).toThrow(ExchangeFailure);
    },
  );
});
