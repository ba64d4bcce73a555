// @module-tag slow
import path from 'node:path';
import { expect, test } from 'vitest';
import { addressIn, runProgram } from '../testing/program.ts';
import { newDatabase, serverUrl } from '../testing/stored.ts';

const measured = path.join(import.meta.dirname, '..', 'testing', 'measured-service.ts');

/** `npm run prove instances` sends more. */
const requests = Number(process.env.INSTANCE_REQUESTS ?? 10_000);
const rounds = 10;
const atOnce = 16;

test(`the memory of an instance is flat over ${requests} requests`, async () => {
  const place = await newDatabase(serverUrl() ?? '');
  const program = runProgram(['B'], {
    file: measured,
    node: ['--expose-gc'],
    env: { WEBHOOK_SERVICE_DATABASE_URL: place.url },
  });
  const address = addressIn(await program.line());
  const send = async (index: number): Promise<void> => {
    const answer = await fetch(`${address}/webhook/${1 + (index % 20)}`, {
      ...(index % 4 === 0 && {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `Round ${index}` }),
      }),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  };
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let next = round * (requests / rounds);
    const client = async (): Promise<void> => {
      while (next < (round + 1) * (requests / rounds)) {
        next += 1;
        await send(next);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    program.child.stdin?.write('memory\n');
    memory.push(Number(await program.line()));
  }
  program.child.stdin?.end();
  expect(await program.ended).toEqual({ code: 0, signal: null, stderr: '' });
  await place.remove();
  const growth = (memory.at(-1) ?? 0) - Math.min(...memory);
  process.stdout.write(`Used heap after each ${requests / rounds} requests: ${memory.join(' ')}\n`);
  // The first round compiles and fills the pools.
  expect(growth, memory.join(' ')).toBeLessThan(1024 * 1024 + 20 * requests);
}, 600_000);
