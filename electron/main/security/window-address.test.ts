import { describe, expect, test } from 'vitest';
import { originOf, windowAddress } from './window-address.ts';

describe('windowAddress', () => {
  const packaged = { url: 'app://hookdesk/index.html', origin: 'app://hookdesk' };

  test('is the bundle without a development server', () => {
    expect(windowAddress(undefined, false)).toMatchObject({ ...packaged, development: false });
    expect(windowAddress('', false)).toMatchObject(packaged);
  });

  test('is the Vite development server when it is set', () => {
    const origin = 'http://127.0.0.1:5173';
    const address = { url: `${origin}/`, origin, development: true };
    expect(windowAddress(origin, false)).toEqual(address);
    expect(windowAddress(`${origin}/`, false)).toEqual(address);
  });

  test('is the bundle in a packaged app, whatever the environment', () => {
    expect(windowAddress('http://127.0.0.1:5173', true)).toMatchObject(packaged);
  });

  test.each([
    'http://localhost:5173',
    'https://127.0.0.1:5173',
    'http://127.0.0.1',
    'http://127.0.0.1:5173/other',
    'http://127.0.0.1:5173@evil.example',
    'http://evil.example:5173',
    'file:///tmp/page.html',
  ])('refuses %s', (url) => {
    expect(() => windowAddress(url, false)).toThrow('HOOKDESK_DEV_URL');
  });
});

test.each([
  ['app://hookdesk/index.html', 'app://hookdesk'],
  ['app://hookdesk', 'app://hookdesk'],
  ['http://127.0.0.1:5173/a?b#c', 'http://127.0.0.1:5173'],
  ['file:///etc/passwd', null],
  ['about:blank', null],
  ['data:text/html,x', null],
  ['no address', null],
])('the origin of %s is %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});
