import { expect, it } from 'vitest';
import { BrowserSession } from './browser-session.ts';

const own = (): boolean => false;

const secretOf = (session: BrowserSession): string => {
  const trade = session.exchangeKey(session.key, own);
  if (trade.kind !== 'granted') throw new Error(`The key is ${trade.kind}.`);
  return trade.secret;
};

it('trades the correct key once, even after many wrong ones', () => {
  const session = new BrowserSession();
  for (let nth = 0; nth < 1_000; nth += 1) {
    expect(session.exchangeKey(`wrong ${nth}`, own).kind).toBe('wrong');
  }
  expect(secretOf(session)).not.toBe(session.key);
  expect(session.exchangeKey(session.key, own)).toEqual({ kind: 'used' });
});

it('does not trade the key for another user, and keeps it for its own', () => {
  const session = new BrowserSession();
  expect(session.exchangeKey(session.key, () => true)).toEqual({ kind: 'foreign' });
  expect(session.exchangeKey(session.key, own).kind).toBe('granted');
});

it('looks for the user only with the right key', () => {
  const session = new BrowserSession();
  const unexpected = (): boolean => {
    throw new Error('canary');
  };
  expect(session.exchangeKey('wrong', unexpected)).toEqual({ kind: 'wrong' });
});

it('accepts only its own secret, as a bearer token and as a subprotocol', () => {
  const [session, other] = [new BrowserSession(), new BrowserSession()];
  const secret = secretOf(session);
  expect(session.isAuthorized(`Bearer ${secret}`)).toBe(true);
  expect(session.isOffered(`hookdesk, hookdesk.${secret}`)).toBe(true);
  expect(session.isOffered(`hookdesk.${secret},hookdesk`)).toBe(true);
  expect(other.isAuthorized(`Bearer ${secret}`)).toBe(false);
  expect(other.isOffered(`hookdesk, hookdesk.${secret}`)).toBe(false);
});

it.each([
  undefined,
  '',
  'Bearer ',
  `Bearer ${'A'.repeat(43)}`,
  'hookdesk',
  'hookdesk, hookdesk.',
  `hookdesk, hookdesk.${'A'.repeat(43)}`,
])('refuses input like %j', (header) => {
  const session = new BrowserSession();
  expect(session.isAuthorized(header)).toBe(false);
  expect(session.isOffered(header)).toBe(false);
});

it('accepts the secret neither bare nor without the plain subprotocol, and never the key', () => {
  const session = new BrowserSession();
  const secret = secretOf(session);
  expect(session.isAuthorized(secret)).toBe(false);
  expect(session.isOffered(`hookdesk.${secret}`)).toBe(false);
  expect(session.isOffered(`hookdesk, ${secret}`)).toBe(false);
  expect(session.isAuthorized(`Bearer ${session.key}`)).toBe(false);
});
