import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { CompareEvent, ComparedRow } from '#contract/comparisons.ts';
import { noCounts, type MatrixColumn, type MatrixRow } from '#domain/comparison/matrix.ts';
import { plainProblem } from '#domain/problem.ts';
import { streamOf } from '../../shared/testing/client.fake.ts';
import { FakeImportApi } from '../bundles/testing/import-api.fake.ts';
import { Compare } from './compare.svelte.ts';
import type { CompareApi } from './comparison.svelte.ts';

const cell = (column: number, kind: 'differs' | 'missing' | 'extra' | 'ambiguous') => ({
  column,
  kind,
  different: kind === 'differs' ? 1 : 0,
  unknown: 0,
});

const row = (name: string, cells: MatrixRow['cells'], inReference = true): MatrixRow => ({
  key: `reference/${name}`,
  name,
  inReference,
  cells,
});

const column = (connectionId: string, counts: Partial<MatrixColumn['counts']>): MatrixColumn => ({
  connectionId,
  readAt: new Date(0),
  counts: { ...noCounts(), ...counts },
  lacks: [],
  unreported: [],
});

const rows = [
  row('Chat', [cell(0, 'differs')]),
  row('Mail', []),
  row('Pager', [cell(0, 'missing')]),
  row('Web', [cell(0, 'extra')], false),
];
const columns = [
  column('globex', { differs: 1, missing: 1, extra: 1, same: 1 }),
  column('stage', { same: 3 }),
  { ...column('new', {}), readAt: null },
];

/** A host that records its calls. */
function fakeHost(given: { rows?: readonly MatrixRow[]; fails?: boolean } = {}) {
  const asked: string[] = [];
  let nth = 0;
  async function* events(ignored: readonly string[]): AsyncGenerator<CompareEvent, void, void> {
    await Promise.resolve();
    if (given.fails === true) {
      const data = plainProblem('refused', 'Not read yet.', 'Refresh it.');
      throw new ORPCError('PROBLEM', { defined: true, data });
    }
    nth += 1;
    asked.push(`open ${ignored.join()}`);
    yield { kind: 'progress', done: 0, total: 3 };
    yield { kind: 'rows', rows: [...(given.rows ?? rows)] };
    yield { kind: 'end', comparisonId: `c${nth}`, readAt: new Date(0), note: null, columns };
  }
  const api: CompareApi = {
    open: ({ ignoredParts }) => Promise.resolve(streamOf(events(ignoredParts))),
    row: ({ comparisonId, key }) => {
      asked.push(`row ${comparisonId} ${key}`);
      const details: ComparedRow = { key, name: key, reference: 1, cells: [], parts: [] };
      return Promise.resolve(details);
    },
    export: ({ keys }) => {
      asked.push(`export ${keys === null ? 'all' : keys.join()}`);
      return Promise.resolve({ fileName: 'x', mimeType: 'text/csv', text: '' });
    },
    close: ({ comparisonId }) => {
      asked.push(`close ${comparisonId}`);
      return Promise.resolve();
    },
  };
  const preferences = {
    settings: { ignoredParts: [] as readonly string[] },
    change: (change: { ignoredParts: string[] }) => {
      preferences.settings = change;
      return Promise.resolve();
    },
  };
  const imports = new FakeImportApi();
  return {
    asked,
    imports,
    compare: new Compare(api, imports.api, preferences, { read: () => Promise.resolve() }),
  };
}

const acme = { kind: 'installation' as const, connectionId: 'acme' };

const started = async (given: Parameters<typeof fakeHost>[0] = {}) => {
  const { asked, compare } = fakeHost(given);
  await compare.start(acme, ['globex', 'stage', 'new']);
  const { current } = compare;
  if (current === null) throw new Error('Nothing is compared.');
  return { asked, compare, current };
};

it('shows different rows, and the number of equal installations', async () => {
  const { current } = await started();
  expect(current.rows.map(({ name }) => name)).toEqual(['Chat', 'Pager', 'Web']);
  expect(current.columns.map(({ connectionId }) => connectionId)).toEqual(['globex']);
  expect([current.equal.length, current.different.length, current.unread.length]).toEqual([
    1, 1, 1,
  ]);
  current.showsEqual = true;
  expect(current.columns.map(({ connectionId, at }) => [connectionId, at])).toEqual([
    ['globex', 0],
    ['stage', 1],
  ]);
});

it('filters rows by kind and by name', async () => {
  const { current } = await started();
  current.filter = 'missing';
  expect(current.rows.map(({ name }) => name)).toEqual(['Pager']);
  current.filter = 'all';
  expect(current.rows).toHaveLength(4);
  current.text = 'ma';
  expect(current.rows.map(({ name }) => name)).toEqual(['Mail']);
  expect([current.countOf('all'), current.countOf('different')]).toEqual([4, 3]);
});

it('opens one webhook and shows it also without differences', async () => {
  const { asked, compare } = fakeHost();
  await compare.start(acme, ['globex'], { key: 7, name: 'Mail' });
  expect(compare.current?.rows.map(({ name }) => name)).toEqual(['Mail']);
  expect(asked).toEqual(['open ', 'row c1 reference/7']);
});

it('compares again without an ignored field, closes the previous comparison and keeps the open row', async () => {
  const { asked, compare, current } = await started();
  await current.open('reference/Chat');
  current.ticks.toggleAll(['reference/Chat', 'gone']);
  await compare.ignore('enabled');
  await compare.ignore('enabled');
  expect(compare.ignored).toEqual(['enabled']);
  expect([...current.ticks.ids]).toEqual(['reference/Chat']);
  await compare.compareAgain('enabled');
  expect(asked).toEqual([
    'open ',
    'row c1 reference/Chat',
    'open enabled',
    'close c1',
    'row c2 reference/Chat',
    'open ',
    'close c2',
    'row c3 reference/Chat',
  ]);
});

it('exports the rows that are shown', async () => {
  const { asked, current } = await started();
  await current.export('csv');
  current.filter = 'all';
  await current.export('csv');
  expect(asked.slice(1)).toEqual([
    'export reference/Chat,reference/Pager,reference/Web',
    'export all',
  ]);
});

it('plans nothing before a comparison, and releases the comparison on close', async () => {
  const selected = { keys: null, connectionIds: ['globex'], alsoRemove: false };
  expect(fakeHost().compare.planOf(selected)).toBeNull();
  const { asked, compare } = await started();
  expect(compare.planOf(selected)).toEqual({ kind: 'comparison', comparisonId: 'c1', ...selected });
  compare.close();
  expect(asked.at(-1)).toBe('close c1');
});

it('shows the problem of a failed comparison', async () => {
  const { current } = await started({ fails: true });
  expect(current.problem?.message).toBe('Not read yet.');
  expect(current.isRunning).toBe(false);
});

it('imports the different webhooks of a file, and plans deletions from the comparison', async () => {
  const { compare, imports } = fakeHost();
  compare.openFile({ name: 'team.hookdesk.json', content: '{}' });
  const { file } = compare;
  await expect.poll(() => file?.status).toBe('read');
  if (file === null) throw new Error('There is no file.');
  await compare.start({ kind: 'bundle', file }, ['globex', 'stage']);
  await compare.ignore('enabled');
  const whole = { keys: null, connectionIds: ['globex'], alsoRemove: false };
  const asked = { kind: 'bundle', fileId: 'file', ignoredParts: ['enabled'] };
  expect(compare.planOf(whole)).toEqual({ ...asked, ...whole, keys: ['Chat', 'Pager'] });
  expect(compare.planOf({ ...whole, keys: ['reference/Chat'] })).toMatchObject({ keys: ['Chat'] });
  const extra = { keys: ['reference/Web'], connectionIds: ['globex'], alsoRemove: true };
  expect(compare.planOf(extra)).toMatchObject({ kind: 'comparison', ...extra });
  const ofEqual = { ...whole, connectionIds: ['stage'], alsoRemove: true };
  expect(compare.planOf(ofEqual)).toEqual({ ...asked, ...ofEqual, keys: [] });
  await compare.start(acme, ['globex']);
  expect([compare.file, imports.calls.at(-1)]).toEqual([null, 'forget file']);
});
