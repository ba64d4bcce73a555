import { expect, it } from 'vitest';
import { JournalFilter } from '#contract/journal.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { streamOf } from '../../shared/testing/client.fake.ts';
import { HistoryExport } from './history-export.svelte.ts';

const filter = JournalFilter.parse({});

const exporting = (parts: () => AsyncGenerator<string, void, void>): HistoryExport =>
  new HistoryExport({ export: () => Promise.resolve(streamOf(parts())) });

async function* whole(): AsyncGenerator<string, void, void> {
  yield await Promise.resolve('one\n');
  yield 'two\n';
}

it('returns the whole text and counts its characters', async () => {
  const history = exporting(whole);
  expect(await (await history.export(filter))?.text()).toBe('one\ntwo\n');
  expect(history.written).toBe(8);
  expect(history.isRunning).toBe(false);
});

it('returns null after a cancel', async () => {
  const gate = Promise.withResolvers<null>();
  const history = exporting(async function* () {
    yield 'one\n';
    await gate.promise;
    yield 'two\n';
  });
  const text = history.export(filter);
  expect(history.isRunning).toBe(true);
  history.stop();
  expect(history.isRunning).toBe(false);
  gate.resolve(null);
  expect(await text).toBeNull();
  expect(history.problem).toBeNull();
});

it('returns null and shows a problem if the export fails midway', async () => {
  const history = exporting(async function* () {
    yield await Promise.resolve('one\n');
    throw new ProblemError(plainProblem('storage-failed', 'The disk.', 'Retry.'));
  });
  expect(await history.export(filter)).toBeNull();
  expect(history.problem).not.toBeNull();
});
