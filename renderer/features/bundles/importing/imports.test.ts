import { expect, it } from 'vitest';
import type { FileOpenEvent } from '#contract/bundle-import.ts';
import { plainProblem } from '#domain/problem.ts';
import { aBundle, FakeImportApi } from '../testing/import-api.fake.ts';
import { Imports } from './file-import.svelte.ts';

const refused = plainProblem('refused', 'That is a folder.', 'Select a file.');

async function openedFile() {
  const host = new FakeImportApi();
  const imports = new Imports(host.api);
  imports.open({ name: 'first.json', content: '[]' });
  await expect.poll(() => imports.current?.status).toBe('read');
  return { host, imports, first: imports.current };
}

it('an open file is set aside for another one and restored unchanged', async () => {
  const { host, imports, first } = await openedFile();
  const aside = imports.open({ name: 'second.json', content: '[]' });
  expect(aside).toBe(first);
  expect(imports.current?.name).toBe('second.json');
  expect(host.calls).not.toContain('forget file');
  await expect.poll(() => imports.current?.status).toBe('read');
  if (aside !== null) imports.putBack(aside);
  expect(imports.current).toBe(first);
  expect(host.calls).toContain('forget file');
  expect(imports.close()).toBe(first);
  expect(imports.current).toBeNull();
});

it('a refused file is not set aside', async () => {
  const { host, imports } = await openedFile();
  host.refusal = refused;
  imports.open({ name: 'second.json', content: '[]' });
  await expect.poll(() => imports.current?.status).toBe('refused');
  expect(imports.open({ name: 'third.json', content: '[]' })).toBeNull();
});

it('a file from the system is read, locked or refused with a problem', async () => {
  const { host, imports } = await openedFile();
  const offered: FileOpenEvent[] = [
    { kind: 'file', file: { status: 'read', fileId: 'file', view: aBundle() } },
    { kind: 'file', file: { status: 'locked', fileId: 'file', name: 'sealed.age' } },
    { kind: 'refused', name: 'folder', problem: refused },
  ];
  host.offered = offered;
  const seen: (string | undefined)[] = [];
  await imports.follow((event) => {
    imports.see(event);
    seen.push(`${imports.current?.name} ${imports.current?.status}`);
  });
  expect(seen).toEqual(['team.hookdesk.json read', 'sealed.age locked', 'folder refused']);
  expect(imports.current?.problem).toEqual(refused);
});
