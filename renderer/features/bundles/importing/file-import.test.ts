import { expect, it } from 'vitest';
import { maxFilePartLength } from '#contract/bundle-import.ts';
import { plainProblem } from '#domain/problem.ts';
import { Plan } from '../../plan/plan.svelte.ts';
import { aFilePlanRow } from '../../plan/testing/a-plan.ts';
import { FakePlanApi, FakePlanDrafts } from '../../plan/testing/plan-api.fake.ts';
import { aBundle, aFileRow, FakeImportApi } from '../testing/import-api.fake.ts';
import { FileImport } from './file-import.svelte.ts';
import { countWithoutSource } from '../bundle-labels.ts';

const fault = { why: 'url is missing or cannot be read.', line: 7, column: 3 };
const wrong = plainProblem('refused', 'That is not its passphrase.', 'Try another.');

async function fileOf(
  content: string | Blob,
  prepare: (host: FakeImportApi) => void = () => undefined,
) {
  const host = new FakeImportApi();
  host.fileRows = [aFileRow('a'), aFileRow('b', { fault }), aFileRow('c')];
  prepare(host);
  const file = new FileImport(host.api, 'team.json');
  await file.take({ name: 'team.json', content });
  return { host, file };
}

it('a file is sent byte for byte, in parts of limited length', async () => {
  const text = `{"name": "Größe ✓"}${' '.repeat(maxFilePartLength)}`;
  const { host, file } = await fileOf(text);
  const bytes = Uint8Array.from(host.text, (char) => char.charCodeAt(0));
  expect(new TextDecoder().decode(bytes)).toBe(text);
  expect(host.calls.filter((call) => call === 'add')).toHaveLength(2);
  expect(file).toMatchObject({ status: 'read', handed: 1, problem: null });
});

it('readable rows are ticked, and only ticked rows become drafts', async () => {
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

it('deletions are listed only if the whole file is planned', async () => {
  const { file } = await fileOf('[]');
  const [a] = file.rows;
  if (a === undefined) throw new Error('no rows');
  file.alsoRemove = true;
  const connectionIds = ['acme', 'globex'];
  expect(file.sourceFor(connectionIds)).toMatchObject({
    connectionIds,
    keys: null,
    alsoRemove: true,
  });
  file.ticks.toggle(a);
  expect(file.sourceFor(['acme'])).toMatchObject({ keys: ['c'], alsoRemove: false });
  expect(file.sourceFor([])).toBeNull();
});

it('eachToItsSource plans each row for its source installation', async () => {
  const source = { variant: 'B', webhooks: 1 } as const;
  const view = aBundle({
    sources: [
      { ...source, installation: 'acme', connectionId: 'acme' },
      { ...source, installation: 'gone', connectionId: null },
      { ...source, installation: 'globex', connectionId: 'globex' },
    ],
  });
  const { file } = await fileOf('[]', (api) => {
    api.opened = { status: 'read', fileId: 'file', view };
  });
  expect(file.sourceIds).toEqual(['acme', 'globex']);
  const rows = ['acme', 'gone', 'gone', 'globex'].map((installation) => ({ installation }));
  expect(countWithoutSource(rows, view.sources, file.sourceIds)).toBe(2);
  file.eachToItsSource = true;
  expect(file.sourceFor(file.sourceIds)).toMatchObject({
    connectionIds: ['acme', 'globex'],
    keys: null,
    eachToItsSource: true,
  });
  // The sources are read-only now, and the person selects another installation.
  expect(file.sourceFor(['initech'])).toMatchObject({ eachToItsSource: false });
});

it('an encrypted file stays locked until the right passphrase is entered', async () => {
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

it('a refused file has a problem, and a file that is too large is not sent', async () => {
  const refused = await fileOf('{}', (api) => {
    api.refusal = wrong;
  });
  expect(refused.file).toMatchObject({ status: 'refused', problem: wrong });
  const huge = Object.defineProperty(new Blob([]), 'size', { value: 2 ** 31 });
  const { host, file } = await fileOf(huge);
  expect(file).toMatchObject({ status: 'refused', problem: { code: 'too-large' } });
  expect(host.calls).toEqual([]);
});

it('closing a file releases its plan, except a running one', async () => {
  const closedAfter = async (run: boolean): Promise<string[]> => {
    const { host, file } = await fileOf('[]');
    const plans = new FakePlanApi();
    plans.rows = [aFilePlanRow('a')];
    const source = file.sourceFor(['acme']);
    file.plan = new Plan(plans.api, new FakePlanDrafts(), { source });
    await file.plan.prepare();
    if (run) void file.plan.start();
    file.end();
    expect(host.calls.at(-1)).toBe('forget file');
    return plans.calls;
  };
  expect(await closedAfter(false)).toContain('forget plan');
  expect(await closedAfter(true)).not.toContain('forget plan');
});
