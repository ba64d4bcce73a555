import { expect, it } from 'vitest';
import type { DetectionEvent, Observation, Proposal } from '#contract/detection.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { Detection } from './detection.svelte.ts';

const input = { connectionId: null, settings: blankConnection, secrets: {} };
const observation: Observation = {
  what: 'list',
  baseUrl: 'https://host',
  apiRoot: '/api/v14',
  sight: 'variant-b',
  status: 200,
  message: '3 webhooks',
  problem: null,
};
const proposal: Proposal = {
  baseUrl: 'https://host',
  apiRoot: '/api/v14',
  variant: 'B',
  certain: true,
  reasons: ['They have a payload type.'],
};
const events: DetectionEvent[] = [
  { kind: 'begin', baseUrl: 'https://host', apiRoot: null, notes: [] },
  { kind: 'looking', what: 'list', url: 'https://host/api/v14/webhook/' },
  { kind: 'seen', observation },
  { kind: 'looking', what: 'list', url: 'https://host/api/v6/webhook/' },
];
const end: DetectionEvent = { kind: 'end', proposals: [proposal], advice: null };

it('lists each request when it starts and ends, then the proposals', async () => {
  const seen: unknown[] = [];
  const detection = new Detection(() =>
    Promise.resolve(
      (async function* () {
        for (const event of [...events, { kind: 'seen', observation } as const, end]) {
          yield event;
          await Promise.resolve();
          seen.push(detection.looks.map((look) => look.observation !== null));
        }
      })(),
    ),
  );
  await detection.run(input);
  expect(seen).toEqual([[], [false], [true], [true, false], [true, true], [true, true]]);
  expect(detection).toMatchObject({ state: 'done', proposals: [proposal], advice: null });
});

it('keeps completed requests after a stop, and clears them on the next run', async () => {
  const calls: AbortSignal[] = [];
  const detection = new Detection((_input, signal) => {
    calls.push(signal);
    return Promise.resolve(
      (async function* () {
        yield* events;
        if (calls.length > 1) return;
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new DOMException('stopped', 'AbortError'));
          });
        });
      })(),
    );
  });
  const first = detection.run(input);
  await expect.poll(() => detection.looks.length).toBe(2);
  detection.stop();
  await first;
  expect(calls[0]?.aborted).toBe(true);
  expect(detection.state).toBe('stopped');
  expect(detection.looks).toHaveLength(1);
  await detection.run(input);
  expect(detection.looks).toHaveLength(2);
  expect(detection.state).toBe('done');
});
