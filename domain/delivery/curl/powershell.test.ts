import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryRequest } from '../delivery-request.ts';
import { type CountingReceiver, startCountingReceiver } from '../testing/counting-receiver.ts';
import { carryOutPowershell } from '../testing/powershell.ts';
import { anyRequest, expectArrived, hardRequests, requestTo } from '../testing/requests.ts';
import { curlCommand, type CurlOptions } from './curl-command.ts';

/**
 * The test machines have no PowerShell. An interpreter in testing/ follows its quoting rules.
 * The files, curl and the socket are real.
 */
let receiver: CountingReceiver;
let home = '';
beforeAll(async () => {
  receiver = await startCountingReceiver();
  home = mkdtempSync(join(tmpdir(), 'hookdesk-curl-'));
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await receiver.close();
});

const command = (request: DeliveryRequest, secrets: CurlOptions['secrets'] = 'shown'): string =>
  curlCommand(request, { shell: 'powershell', secrets });

async function curl(program: string, args: readonly string[]): Promise<void> {
  expect(program).toBe('curl.exe');
  await promisify(execFile)('curl', args, { env: { PATH: process.env.PATH, HOME: home } });
}

async function expectArrives(request: DeliveryRequest): Promise<void> {
  const before = receiver.got.length;
  await carryOutPowershell(command(request), {}, curl);
  expect(receiver.got).toHaveLength(before + 1);
  expectArrived(receiver.got.at(-1), { ...request, body: request.body.toWellFormed() });
}

test.each(hardRequests)('sends %s', async (_title, one) => {
  await expectArrives(requestTo(receiver.origin, one));
});

test('sends random requests', { tags: 'slow' }, async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, (one) => expectArrives(requestTo(receiver.origin, one))),
    { numRuns: 100 },
  );
});

test('contains no control character that a prompt could interpret', () => {
  fc.assert(
    fc.property(anyRequest, (one) => {
      expect(command(requestTo('http://127.0.0.1', one))).not.toMatch(/(?!\n)\p{Cc}/u);
    }),
    { numRuns: 500 },
  );
});

test('keeps the line breaks of the payload if the command has Windows line ends', async () => {
  const request = requestTo(receiver.origin, { body: 'one\ntwo\r\n\nthree' });
  await carryOutPowershell(command(request).replaceAll('\n', '\r\n'), {}, curl);
  expectArrived(receiver.got.at(-1), request);
});

describe('with secrets masked', () => {
  const request = {
    ...requestTo('', { body: '{\n\t"routing_key": "canary-3",\n\t"a": 1\n}' }),
    headers: [{ name: 'Authorization', value: 'Bearer canary-two' }],
  };
  const masked = () => command({ ...request, url: `${receiver.origin}/?key=canary-1` }, 'masked');

  test.each([{}, { WEBHOOK_SECRET_1: 'x', WEBHOOK_SECRET_3: '' }])(
    'sends nothing if a secret is not set',
    async (set) => {
      const before = receiver.got.length;
      expect(masked()).not.toContain('canary');
      const called = carryOutPowershell(masked(), set, curl);
      await expect(called).rejects.toThrow(/^Set \$env:WEBHOOK_SECRET_\d to .*\.$/);
      expect(receiver.got).toHaveLength(before);
    },
  );

  test('sends the secrets if they are set', async () => {
    const secret = `a"b\\c$d'‘e\``;
    await carryOutPowershell(
      masked(),
      { WEBHOOK_SECRET_1: 'in-url', WEBHOOK_SECRET_2: secret, WEBHOOK_SECRET_3: secret },
      curl,
    );
    expectArrived(receiver.got.at(-1), {
      method: 'POST',
      url: `${receiver.origin}/?key=in-url`,
      headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
      body: request.body.replace('canary-3', () => secret),
    });
  });
});

test('deletes its files even if curl fails', async () => {
  const failing = (_program: string, args: readonly string[]) => {
    const files = args.flatMap((arg) => /^@?(\/.*)/.exec(arg)?.[1] ?? []);
    expect(files.map((file) => existsSync(file))).toEqual([true, true]);
    return Promise.reject(new Error('curl failed'));
  };
  const called = carryOutPowershell(command(requestTo(receiver.origin, {})), {}, failing);
  await expect(called).rejects.toThrow('curl failed');
});
