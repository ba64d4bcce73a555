import { describe, expect, it } from 'vitest';
import { Session } from './session.ts';

describe('wrong keys', () => {
  it('are taken again when the minute is over', () => {
    let now = 1_000;
    const session = new Session(4321, () => now);
    for (let nth = 0; nth < 5; nth += 1) expect(session.trade('wrong').kind).toBe('wrong');
    expect(session.trade(session.key).kind).toBe('too-many');
    now += 59_999;
    expect(session.trade(session.key).kind).toBe('too-many');
    now += 1;
    expect(session.trade(session.key).kind).toBe('granted');
  });

  it('count when the key was used already, too', () => {
    const session = new Session(4321);
    expect(session.trade(session.key).kind).toBe('granted');
    for (let nth = 0; nth < 5; nth += 1) expect(session.trade(session.key).kind).toBe('used');
    expect(session.trade(session.key).kind).toBe('too-many');
  });
});

it('knows no cookie of another session on the same port, nor one of another port', () => {
  const [mine, other] = [new Session(4321), new Session(4321)];
  const trade = mine.trade(mine.key);
  const cookie = trade.kind === 'granted' ? (trade.cookie.split(';', 1)[0] ?? '') : '';
  expect(mine.isGood(cookie)).toBe(true);
  expect(other.isGood(cookie)).toBe(false);
  expect(mine.isGood(cookie.replace('4321', '4322'))).toBe(false);
  expect(mine.isGood(undefined)).toBe(false);
});
