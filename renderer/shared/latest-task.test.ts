import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import { LatestTask } from './latest-task.svelte.ts';

const refused = new ProblemError(plainProblem('refused', 'No.', 'Retry.'));

it('runs until the task ends, and returns its result', async () => {
  const task = new LatestTask();
  const running = task.run(() => Promise.resolve('done'));
  expect(task.isRunning).toBe(true);
  expect(await running).toBe('done');
  expect(task.isRunning).toBe(false);
});

it('aborts the previous task and ignores its result and problem', async () => {
  const task = new LatestTask();
  const slow = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const first = task.run((signal) => {
    signals.push(signal);
    return slow.promise;
  });
  const second = Promise.withResolvers<string>();
  const running = task.run(() => second.promise);
  expect(signals[0]?.aborted).toBe(true);
  slow.reject(refused);
  expect(await first).toBeNull();
  expect(task).toMatchObject({ isRunning: true, problem: null });
  second.resolve('second');
  expect(await running).toBe('second');
});

it('keeps the problem until the next task', async () => {
  const task = new LatestTask();
  expect(await task.run(() => Promise.reject(refused))).toBeNull();
  expect(task.problem).not.toBeNull();
  expect(task.isRunning).toBe(false);
  await task.run(() => Promise.resolve());
  expect(task.problem).toBeNull();
});

it('returns null for a stopped task', async () => {
  const task = new LatestTask();
  const gate = Promise.withResolvers<string>();
  const running = task.run(() => gate.promise);
  task.stop();
  expect(task.isRunning).toBe(false);
  gate.resolve('late');
  expect(await running).toBeNull();
  expect(task.problem).toBeNull();
});

it('assigns the messages of an invalid input to its fields', async () => {
  const task = new LatestTask();
  const invalid: Problem = {
    ...plainProblem('refused', 'It is not right.', 'Correct it.'),
    code: 'invalid',
    issues: [{ path: 'name', level: 'error', message: 'Too long.' }],
  };
  const error = new ORPCError('PROBLEM', { defined: true, data: invalid });
  await task.run(() => Promise.reject(error));
  expect([task.mistakeAt('name'), task.mistakeAt('notes')]).toEqual(['Too long.', undefined]);
  expect(task.otherProblem).toBeNull();
});
