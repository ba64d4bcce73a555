import { expect, it } from 'vitest';
import { ProblemError } from '#domain/problem.ts';
import { FakeReceiver } from '#test-support/test-sender.fake.ts';
import { readReceived, watchReceiver } from './watching.ts';

it('yields the state at once and after changes, and combines several changes', async () => {
  const receiver = new FakeReceiver();
  const ending = new AbortController();
  const states = watchReceiver(receiver, ending.signal);
  expect((await states.next()).value).toMatchObject({ address: null, status: 200 });
  const next = states.next();
  await receiver.start();
  expect((await next).value).toMatchObject({ address: 'http://127.0.0.1:6000/' });
  receiver.answerWith(500);
  receiver.answerWith(503);
  expect((await states.next()).value).toMatchObject({ status: 503 });
  const last = states.next();
  ending.abort();
  expect((await last).done).toBe(true);
  expect(receiver.listeners.size).toBe(0);
});

it('removes its listener when the consumer leaves', async () => {
  const receiver = new FakeReceiver();
  for await (const state of watchReceiver(receiver)) {
    expect(receiver.listeners.size).toBe(1);
    expect(state.address).toBeNull();
    break;
  }
  expect(receiver.listeners.size).toBe(0);
});

it('yields nothing after an abort', async () => {
  const receiver = new FakeReceiver();
  const states = watchReceiver(receiver, AbortSignal.abort());
  expect((await states.next()).done).toBe(true);
  expect(receiver.listeners.size).toBe(0);
});

it('throws for a request that is no longer stored', () => {
  const read = (): unknown => readReceived(new FakeReceiver(), 1);
  expect(read).toThrow(ProblemError);
  expect(read).toThrow(/no longer stored/);
});
