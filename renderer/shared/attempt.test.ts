import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { Attempt } from './attempt.svelte.ts';

const rejected = (problem: Problem) => () =>
  Promise.reject(new ORPCError('PROBLEM', { defined: true, data: problem }));
const unreachable = plainProblem('unreachable', 'Nobody is there.', 'Try again.');

it('reports the problem of a request, and forgets it with the next one', async () => {
  const attempt = new Attempt();
  expect(await attempt.run(rejected(unreachable))).toBe(false);
  expect(attempt.problem?.message).toBe('Nobody is there.');
  const next = attempt.run(() => Promise.resolve(), 'Looking…');
  expect(attempt).toMatchObject({ running: true, label: 'Looking…', problem: null });
  expect(await next).toBe(true);
  expect(attempt.running).toBe(false);
});

it('aborts the request before, whose end changes nothing', async () => {
  const attempt = new Attempt();
  const { promise, reject } = Promise.withResolvers<never>();
  const first = attempt.run((signal) => {
    signal.addEventListener('abort', () => {
      reject(new Error('late'));
    });
    return promise;
  });
  const gate = Promise.withResolvers<undefined>();
  const second = attempt.run(() => gate.promise);
  expect(await first).toBe(false);
  expect(attempt).toMatchObject({ running: true, problem: null });
  gate.resolve(undefined);
  expect(await second).toBe(true);
});

it('stopped, it is neither running nor has a problem', async () => {
  const attempt = new Attempt();
  const gate = Promise.withResolvers<undefined>();
  const running = attempt.run(() => gate.promise);
  attempt.stop();
  gate.resolve(undefined);
  expect(await running).toBe(false);
  expect(attempt).toMatchObject({ running: false, problem: null });
});

it('gives the messages of an invalid input to their fields', async () => {
  const attempt = new Attempt();
  const invalid: Problem = {
    ...plainProblem('refused', 'It is not right.', 'Correct it.'),
    code: 'invalid',
    issues: [{ path: 'name', level: 'error', message: 'Too long.' }],
  };
  await attempt.run(rejected(invalid));
  expect([attempt.mistakeAt('name'), attempt.mistakeAt('notes')]).toEqual(['Too long.', undefined]);
  expect(attempt.otherProblem).toBeNull();
});
