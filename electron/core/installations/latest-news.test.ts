import { expect, it } from 'vitest';
import { LatestNews } from './latest-news.ts';

it('tells a slow listener only the latest of each, in the order in which they came up', async () => {
  const news = new LatestNews<string>();
  for (const step of [1, 2, 3]) {
    news.tell('a', `a${step}`);
    news.tell('b', `b${step}`);
  }
  const listening = news.listen();
  expect(await listening.next()).toMatchObject({ value: 'a3' });
  news.tell('a', 'a4');
  expect(await listening.next()).toMatchObject({ value: 'b3' });
  expect(await listening.next()).toMatchObject({ value: 'a4' });
});

it('waits for news, and tells what is untold before it ends', async () => {
  const news = new LatestNews<string>();
  const listening = news.listen();
  const first = listening.next();
  news.tell('a', 'a1');
  expect(await first).toEqual({ done: false, value: 'a1' });
  const second = listening.next();
  news.tell('a', 'a2');
  news.tell('b', 'b1');
  news.end();
  expect(await second).toMatchObject({ value: 'a2' });
  expect(await listening.next()).toMatchObject({ value: 'b1' });
  expect(await listening.next()).toMatchObject({ done: true });
});

it('throws a failure to the listener, after the news', async () => {
  const news = new LatestNews<string>();
  news.tell('a', 'a1');
  news.fail(new Error('broken'));
  const listening = news.listen();
  expect(await listening.next()).toMatchObject({ value: 'a1' });
  await expect(listening.next()).rejects.toThrow('broken');
});
