import fc from 'fast-check';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Choices } from './testing/fuzzing/draft.ts';
import { type MutatedRequest, mutatedRequest } from './testing/fuzzing/mutated-request.ts';
import { addressIn, type Program, runProgram } from './testing/program.ts';
import { type Variant, variantNames } from './webhooks/bodies.ts';

const measured = path.join(import.meta.dirname, 'testing', 'measured-service.ts');

/** Mutated requests over both variants; more of them by the environment. */
const requests = Number(process.env.SERVICE_FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.SERVICE_FUZZ_SEED ?? 1);
const atOnce = 16;
/** For one request, in milliseconds. */
const timeLimit = 15_000;

/** All that came back on a connection of its own, once both sides have ended it. */
function exchange(port: number, { bytes, how }: MutatedRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const answer: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${timeLimit / 1000} s: ${how}`));
    }, timeLimit);
    socket.on('data', (chunk: Buffer) => answer.push(chunk));
    // A server that has answered need not read the rest.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(answer).toString('latin1'));
    });
    // Nothing more comes: a body that was announced and does not come is not waited for.
    socket.end(bytes);
  });
}

/** Bytes that the process holds when it has let go of everything that it can. */
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

/** Choices that fast-check makes, repeats and shrinks. */
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

/** The status of an answer; fails where there is none, or the service is to blame for it. */
async function statusOf(port: number, request: MutatedRequest): Promise<string> {
  const answer = await exchange(port, request);
  const status =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'none';
  const shown = `${request.how}\n${request.bytes.toString('latin1').slice(0, 300)}`;
  expect(status, shown).toMatch(/^[1-4]\d\d$/);
  return status;
}

async function fuzz(variant: Variant, count: number) {
  const program = runProgram([variant], { file: measured, node: ['--expose-gc'] });
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
  return { statuses, memory, alive, ended: await program.ended };
}

test.each(variantNames)(
  `${requests / 2} mutated requests: no crash, no 500, no hang, none without an answer, variant %s`,
  async (variant) => {
    const { statuses, memory, alive, ended } = await fuzz(variant, requests / 2);
    expect(alive).toBe(200);
    expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
    for (const status of ['200', '400', '404', '405', '415']) {
      expect(statuses.get(status), `some were answered with ${status}`).toBeGreaterThan(20);
    }
    // What is held in the end is hardly more than what was held at any time: 100 bytes a request.
    const growth = (memory.at(-1) ?? 0) - Math.min(...memory);
    expect(growth / requests, `memory: ${memory.join(' ')}`).toBeLessThan(100);
  },
  300_000,
);
