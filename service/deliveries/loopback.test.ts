import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeOptions } from '../practice/practice-routes.ts';
import { Practising } from '../testing/practising.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { isLoopback, type Resolve } from './loopback.ts';

let receiver: Receiver;
let practising: Practising | null = null;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await practising?.service.close();
  practising = null;
  await receiver.close();
});

async function deliverTo(host: string, options: Partial<PracticeOptions> = {}) {
  practising = await Practising.start('A', options);
  await practising.create({ url: `http://${host}:${receiver.port}/` });
  return practising.deliverOne();
}
/** Resolves every name to the next of these address lists; the last one repeats. */
function resolving(...answers: string[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    resolve: (_hostname, _options, callback) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  };
}

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
])('%s is a loopback address', (address) => {
  expect(isLoopback(address)).toBe(true);
});
test.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '169.254.169.254',
  '::ffff:10.0.0.1',
  'fe80::1',
  '::2',
  'localhost',
  '',
])('%j is not a loopback address', (address) => {
  expect(isLoopback(address)).toBe(false);
});

describe('a delivery goes to', () => {
  test.each(['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433'])('%s', async (host) => {
    expect((await deliverTo(host)).state).toBe('delivered');
    expect(receiver.got).toHaveLength(1);
  });

  test('a name with loopback addresses only', async () => {
    const { resolve, asked } = resolving(['127.0.0.1']);
    expect((await deliverTo('hooks.example', { resolve })).state).toBe('delivered');
    expect(asked()).toBe(1);
  });
});

describe('the loopback check', () => {
  test.each([
    '0.0.0.0',
    '10.255.255.1',
    '169.254.169.254',
    '[::]',
    '[::ffff:10.255.255.1]',
    '[fe80::1]',
  ])('refuses %s without a retry', async (host) => {
    const { attempts, state } = await deliverTo(host);
    expect(state).toBe('failed');
    expect(attempts).toMatchObject([{ answer: null, error: { code: 'refused-target' } }]);
    expect(attempts[0]?.error?.message).toContain('--deliver-anywhere');
    expect(receiver.got).toEqual([]);
  });

  test.each([[['10.255.255.1']], [['127.0.0.1', '10.255.255.1']], [['10.255.255.1', '::1']]])(
    'refuses a name that resolves to %j',
    async (addresses) => {
      const { resolve } = resolving(addresses);
      const { attempts } = await deliverTo('hooks.example', { resolve });
      expect(attempts).toMatchObject([{ error: { code: 'refused-target' } }]);
      expect(receiver.got).toEqual([]);
    },
  );

  test('resolves a name once, so that a later DNS change has no effect', async () => {
    const { resolve, asked } = resolving(['127.0.0.1'], ['10.255.255.1']);
    expect((await deliverTo('hooks.example', { resolve })).state).toBe('delivered');
    expect(asked()).toBe(1);
  });
});

test('deliversTo anywhere allows every target', async () => {
  const { attempts } = await deliverTo('hooks.invalid', { deliversTo: 'anywhere' });
  expect(attempts[0]?.error).toMatchObject({ code: 'failed' });
  await practising?.service.close();
  expect((await deliverTo('127.0.0.1', { deliversTo: 'anywhere' })).state).toBe('delivered');
});
