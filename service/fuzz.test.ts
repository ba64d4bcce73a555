// @module-tag slow
import fc from 'fast-check';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Choices } from './testing/fuzzing/draft.ts';
import { type MutatedRequest, mutatedRequest } from './testing/fuzzing/mutated-request.ts';
import { newPlace, serverUrl } from './testing/stored.ts';
import { addressIn, type Program, runProgram } from './testing/program.ts';
import { type Variant, variantNames } from './webhooks/body-types.ts';

const measured = path.join(import.meta.dirname, 'testing', 'measured-service.ts');

/** Mutated requests over both variants; the environment can set another number. */
const requests = Number(process.env.SERVICE_FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.SERVICE_FUZZ_SEED ?? 1);
const atOnce = 16;
/** Per request, in milliseconds. */
const timeLimit = 15_000;

/** Sends a request on its own connection; returns the response after the connection closes. */
function exchange(port: number, { bytes, how }: MutatedRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const answer: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${timeLimit / 1000} s: ${how}`));
    }, timeLimit);
    socket.on('data', (chunk: Buffer) => answer.push(chunk));
    // The server may reset the connection after its response.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(answer).toString('latin1'));
    });
    // Ends the sending side, so that the server does not wait for the rest of a body.
    socket.end(bytes);
  });
}

/** Returns the heap size of the process in bytes, after garbage collection. */
async function memoryOf(program: Program): Promise<number> {
  program.child.stdin?.write('memory\n');
  return Number(await program.line());
}

async function deleteAll(address: string): Promise<void> {
  const text = await (await fetch(`${address}/webhook/`)).text();
  for (const [, id = ''] of text.matchAll(/"id":(\d+),"name"/g)) {
    await fetch(`${address}/webhook/${id}`, { method: 'DELETE' });
  }
}

/** Random choices from fast-check, which can repeat and shrink them. */
function choicesOf(generate: fc.GeneratorValue): Choices {
  const integer = (below: number): number => generate(fc.nat, below - 1);
  return {
    integer,
    pick(from) {
      const picked = from[integer(from.length)];
      if (picked === undefined) throw new RangeError('Nothing to pick from');
      return picked;
    },
  };
}

/** Sends a request and returns the status; fails on status 5xx or without a response. */
async function statusOf(port: number, request: MutatedRequest): Promise<string> {
  const answer = await exchange(port, request);
  const status =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'none';
  const shown = `${request.how}\n${request.bytes.toString('latin1').slice(0, 300)}`;
  expect(status, shown).toMatch(/^[1-4]\d\d$/);
  return status;
}

async function fuzz(variant: Variant, count: number) {
  const place = await newPlace();
  const env = { WEBHOOK_SERVICE_DATABASE_URL: place.location.database ?? '' };
  const program = runProgram([variant], {
    file: measured,
    node: ['--expose-gc'],
    env: serverUrl() === null ? {} : env,
  });
  const address = new URL(addressIn(await program.line()));
  const statuses = new Map<string, number>();
  const memory: number[] = [];
  const each = fc.asyncProperty(fc.gen(), async (generate) => {
    const request = mutatedRequest(choicesOf(generate), variant, address.pathname);
    const status = await statusOf(Number(address.port), request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const rounds = Math.ceil(count / 1_000);
  const numRuns = Math.ceil(count / rounds / atOnce);
  for (let round = 0; round < rounds; round += 1) {
    const seeds = Array.from({ length: atOnce }, (_, index) => seed + round * atOnce + index);
    await Promise.all(seeds.map((own) => fc.assert(each, { numRuns, seed: own, unbiased: true })));
    await deleteAll(address.href);
    memory.push(await memoryOf(program));
  }
  const alive = (await fetch(`${address.href}/webhook/`)).status;
  program.child.stdin?.end();
  const ended = await program.ended;
  await place.remove();
  return { statuses, memory, alive, ended };
}

test.each(variantNames)(
  `${requests / 2} mutated requests: no crash, no 5xx, no hang, always a response, variant %s`,
  async (variant) => {
    const { statuses, memory, alive, ended } = await fuzz(variant, requests / 2);
    expect(alive).toBe(200);
    expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
    for (const status of ['200', '400', '404', '405', '415']) {
      expect(statuses.get(status), `some were answered with ${status}`).toBeGreaterThan(20);
    }
    // Growth above the lowest measurement, per request: a leak would exceed 100 bytes.
    const growth = (memory.at(-1) ?? 0) - Math.min(...memory);
    expect(growth / requests, `memory: ${memory.join(' ')}`).toBeLessThan(100);
  },
  300_000,
);
