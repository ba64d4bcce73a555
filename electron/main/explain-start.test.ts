import { expect, test } from 'vitest';
import { AlreadyRunning } from '#adapters/data-folder/instance-lock.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { explainStart } from './explain-start.ts';

const log = '/data/logs/hookdesk.log';

test('shows the message of a problem', () => {
  const problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
  expect(explainStart(new ProblemError(problem), log)).toMatchObject({
    text: 'The disk is full.\n\nMake room.',
    exitCode: 1,
  });
});

test('names the holder of a data folder in use', () => {
  const holder = { host: 'web', address: 'http://127.0.0.1:4321/' } as const;
  const { title, text, line, exitCode } = explainStart(new AlreadyRunning('/data', holder), log);
  expect({ title, exitCode }).toEqual({ title: 'Hookdesk is already running', exitCode: 3 });
  expect(text).toContain(holder.address);
  expect(text).toContain('/data');
  expect(line).toBe(text);
});

test('shows an unexpected error without its message', () => {
  const told = explainStart(new TypeError('canary-6f1e'), log);
  expect(told.text).toContain(log);
  expect(told.exitCode).toBe(1);
  expect(told.line).toContain('TypeError');
  expect(JSON.stringify(told)).not.toContain('canary-6f1e');
});
