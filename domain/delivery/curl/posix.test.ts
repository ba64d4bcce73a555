import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryRequest } from '../delivery-request.ts';
import { type CountingReceiver, startCountingReceiver } from '../testing/counting-receiver.ts';
import { anyRequest, expectArrived, hardRequests, requestTo } from '../testing/requests.ts';
import { carryOut, type Shell, shellsHere } from '../testing/shells.ts';
import { curlCommand, type CurlOptions } from './curl-command.ts';

let receiver: CountingReceiver;
beforeAll(async () => {
  receiver = await startCountingReceiver();
});
afterAll(() => receiver.close());

const command = (request: DeliveryRequest, secrets: CurlOptions['secrets'] = 'shown'): string =>
  curlCommand(request, { shell: 'posix', secrets });

/** Runs the commands of all requests in one shell, one after the other. */
async function expectAllArrive(shell: Shell, requests: readonly DeliveryRequest[]): Promise<void> {
  const before = receiver.got.length;
  const text = requests.map((request) => `${command(request)}\n`).join('');
  const { complaints } = await carryOut(shell, text);
  expect(receiver.got.length - before, complaints.slice(-2_000)).toBe(requests.length);
  for (const [index, request] of requests.entries()) {
    expectArrived(receiver.got[before + index], { ...request, body: request.body.toWellFormed() });
  }
}

describe.each(shellsHere())('$title', (shell) => {
  test('sends requests that are hard to quote', { tags: 'slow' }, async () => {
    const requests = hardRequests.map(([, one]) => requestTo(receiver.origin, one));
    // zsh 5.9 crashes in its history code if a prompt gets several lines of 200 KiB.
    const fits = ({ body }: DeliveryRequest) => !shell.isPrompt || body.length < 100_000;
    await expectAllArrive(shell, requests.filter(fits));
  });

  test('sends random requests', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 40, maxLength: 40 }), async (requests) => {
        await expectAllArrive(
          shell,
          requests.map((one) => requestTo(receiver.origin, one)),
        );
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });

  describe('with secrets masked', () => {
    const secrets = { url: 'u:p"$HOME\'`%', header: 'a"b\\c$d', body: 'k-"!%s\\n' };
    const masked = (body: string) => ({
      ...requestTo(receiver.origin, { body }),
      url: `${receiver.origin}/hook?token=canary-one&a=b`,
      headers: [
        { name: 'Authorization', value: 'Bearer canary-two' },
        { name: 'X-Api-Key', value: 'canary-two' },
      ],
    });
    const bodies = ['{"routing_key": "canary-3"}', '{\n\t"routing_key": "canary-3", "a": "!"\n}'];

    test.each(bodies)('sends nothing if a secret is not set, %j', async (body) => {
      const before = receiver.got.length;
      for (const set of [{}, { WEBHOOK_SECRET_1: 'x', WEBHOOK_SECRET_3: '' }]) {
        const { code, complaints } = await carryOut(shell, command(masked(body), 'masked'), set);
        expect(code).not.toBe(0);
        expect(complaints).toMatch(
          /WEBHOOK_SECRET_\d: set it to the .* of the (URL|header)|what follows Bearer/,
        );
      }
      expect(receiver.got).toHaveLength(before);
    });

    test.each(bodies)('sends the secrets if they are set, %j', async (body) => {
      const before = receiver.got.length;
      const text = command(masked(body), 'masked');
      expect(text).not.toContain('canary');
      const { complaints } = await carryOut(shell, `${text}\n`, {
        WEBHOOK_SECRET_1: 'in-url',
        WEBHOOK_SECRET_2: secrets.header,
        WEBHOOK_SECRET_3: secrets.body,
      });
      expect(receiver.got.length, complaints).toBe(before + 1);
      const request = masked(body.replace('canary-3', () => secrets.body));
      expectArrived(receiver.got.at(-1), {
        ...request,
        url: request.url.replace('canary-one', 'in-url'),
        headers: request.headers.map(({ name, value }) => ({
          name,
          value: value.replace('canary-two', () => secrets.header),
        })),
      });
    });
  });
});
