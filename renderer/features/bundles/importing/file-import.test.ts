import { expect, it } from 'vitest';
import { maxFilePartLength } from '#contract/bundle-import.ts';
import { plainProblem } from '#domain/problem.ts';
import { FakePlanApi } from '../../plan/testing/plan-api.fake.ts';
import { aBundle, aFilePlanRow, aFileRow, FakeImportApi } from '../testing/import-api.fake.ts';
import { FileImport } from './file-import.svelte.ts';
import { withoutSource } from './file/labels.ts';

const fault = { why: 'url is missing or cannot be read.', line: 7, column: 3 };
const wrong = plainProblem('refused', 'That is not its passphrase.', 'Try another.');

async function fileOf(
  content: string | Blob,
  prepare: (host: FakeImportApi) => void = () => undefined,
) {
  const host = new FakeImportApi();
  host.fileRows = [aFileRow('a'), aFileRow('b', { fault }), aFileRow('c')];
  prepare(host);
  const plans = new FakePlanApi();
  const file = new FileImport(host.api, plans.api, 'team.json', () => []);
  await file.take({ name: 'team.json', content });
  return { host, plans, file };
}

it('a file is handed over byte by byte, in parts that the core takes', async () => {
  const text = `{"name": "Größe ✓"}${' '.repeat(maxFilePartLength)}`;
  const { host, file } = await fileOf(text);
  const bytes = Uint8Array.from(host.text, (char) => char.charCodeAt(0));
  expect(new TextDecoder().decode(bytes)).toBe(text);
  expect(host.calls.filter((call) => call === 'add')).toHaveLength(2);
  expect(file).toMatchObject({ status: 'read', handed: 1, problem: null });
});

it('what can be read is ticked; only what is ticked goes on, and all of it without a list', async () => {
  const { host, file } = await fileOf('[]');
  const [a, , c] = file.rows;
  if (a === undefined || c === undefined) throw new Error('no rows');
  expect(file.chosen.map(({ key }) => key)).toEqual(['a', 'c']);
  await file.toDrafts('acme');
  file.ticks.toggle(a);
  expect(file.isWhole).toBe(false);
  await file.toDrafts('acme');
  expect(host.calls.slice(-2)).toEqual(['drafts acme all', 'drafts acme c']);
  expect(file.made).toMatchObject({ connectionId: 'acme', draftIds: ['acme/new-1'] });
});

it('removals are asked for only where the whole file is planned', async () => {
  const { plans, file } = await fileOf('[]');
  const [a] = file.rows;
  if (a === undefined) throw new Error('no rows');
  file.alsoRemove = true;
  file.plan(['acme', 'globex']);
  expect(plans.calls.at(-1)).toBe('prepare acme globex: all, removals');
  file.ticks.toggle(a);
  file.plan(['acme']);
  expect(plans.calls.at(-1)).toBe('prepare acme: c');
});

it('each row goes back to its source when that is chosen', async () => {
  const source = { installation: 'acme', variant: 'B', webhooks: 1 } as const;
  const view = aBundle({
    sources: [
      { ...source, connectionId: 'acme' },
      { ...source, connectionId: null },
      { ...source, connectionId: 'globex' },
    ],
  });
  const { plans, file } = await fileOf('[]', (api) => {
    api.opened = { status: 'read', fileId: 'file', view };
  });
  expect(file.sourceIds).toEqual(['acme', 'globex']);
  expect(withoutSource(view, file.sourceIds)).toBe(1);
  file.eachToItsSource = true;
  file.plan(file.sourceIds);
  expect(plans.calls.at(-1)).toBe('prepare acme globex: all, to source');
});

it('a sealed file waits for its passphrase, and can be tried again', async () => {
  const { host, file } = await fileOf('-----BEGIN AGE', (api) => {
    api.opened = { status: 'locked', fileId: 'file', name: 'team.json' };
  });
  expect(file.status).toBe('locked');
  host.refusal = wrong;
  await file.unlock('first');
  expect(file).toMatchObject({ status: 'locked', problem: wrong, busy: false });
  host.opened = { status: 'read', fileId: 'file', view: aBundle() };
  await file.unlock('second');
  expect(file).toMatchObject({ status: 'read', problem: null });
});

it('a file that is refused says why; of one that is too large, nothing is even handed over', async () => {
  const refused = await fileOf('{}', (api) => {
    api.refusal = wrong;
  });
  expect(refused.file).toMatchObject({ status: 'refused', problem: wrong });
  const huge = Object.defineProperty(new Blob([]), 'size', { value: 2 ** 31 });
  const { host, file } = await fileOf(huge);
  expect(file).toMatchObject({ status: 'refused', problem: { code: 'too-large' } });
  expect(host.calls).toEqual([]);
});

it('what was decided holds when it is held against installations once more', async () => {
  const { plans, file } = await fileOf('[]');
  plans.rows = [aFilePlanRow('a', { state: 'undecided', needs: [{ kind: 'pair' }] })];
  file.plan(['acme']);
  await expect.poll(() => file.review?.phase).toBe('ready');
  const [row] = file.review?.rows ?? [];
  if (row === undefined) throw new Error('no row');
  await file.review?.answer([row], { pairWith: 7 });
  file.leaveReview();
  expect(file).toMatchObject({ reviewing: false, review: { phase: 'ready' } });
  file.plan(['acme', 'globex']);
  await expect.poll(() => file.review?.phase).toBe('ready');
  expect(plans.calls.slice(-3)).toEqual([
    'answer {"pairWith":7} acme/a',
    'prepare acme globex: all after plan',
    'forget plan',
  ]);
});

it('given up, the core forgets it and what was planned of it', async () => {
  const { host, plans, file } = await fileOf('[]');
  file.plan(['acme']);
  await expect.poll(() => file.review?.phase).toBe('ready');
  file.end();
  expect(plans.calls.at(-1)).toBe('forget plan');
  expect(host.calls.at(-1)).toBe('forget file');
});
