import { expect, it } from 'vitest';
import type { HookdeskClient } from '#contract/index.ts';
import { readConnectionFile } from '#domain/installation/connection-file.ts';
import { settingsOf } from '#domain/installation/connection.ts';
import { proposeImport } from '#domain/installation/propose-import.ts';
import { Connections } from '../../../shared/installations/connections.svelte.ts';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { fakeClient } from '../../../shared/testing/client.fake.ts';
import { ImportChoice } from './import-choice.svelte.ts';

const saved = aConnection();
const file = JSON.stringify({
  format: 'hookdesk-connections',
  version: 1,
  connections: [settingsOf(saved), { ...settingsOf(saved), name: 'new' }, { name: 'broken' }],
});

function choice(slowFirst: Promise<unknown> = Promise.resolve()) {
  const imported: unknown[] = [];
  let reads = 0;
  const previewImport = (async ({ text }: { text: string }) => {
    reads += 1;
    if (reads === 1) await slowFirst;
    const reading = readConnectionFile(text);
    return reading.kind === 'connections' ? proposeImport(reading.entries, [saved], () => []) : [];
  }) as HookdeskClient['connections']['previewImport'];
  const importing = ((input: unknown) => {
    imported.push(input);
    return Promise.resolve([]);
  }) as unknown as HookdeskClient['connections']['import'];
  const list = (() => Promise.resolve([])) as unknown as HookdeskClient['connections']['list'];
  const client = fakeClient({ connections: { previewImport, import: importing, list } });
  return { choice: new ImportChoice(new Connections(client)), imported };
}

it('selects new installations; existing ones can be selected, broken ones cannot', async () => {
  const { choice: chosen, imported } = choice();
  await chosen.open(new File([file], 'team.json'));
  expect(chosen.plan.map(({ proposal }) => proposal)).toEqual(['skip', 'add', 'impossible']);
  expect([...chosen.chosen]).toEqual([1]);
  chosen.choose([0, 1], true);
  expect(chosen.chosen).toEqual(new Set([0, 1]));
  chosen.choose([1], false);
  expect(await chosen.import()).toEqual([]);
  expect(imported).toEqual([{ text: file, indices: [0] }]);
});

it('the last opened file replaces a slower earlier one', async () => {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const { choice: chosen } = choice(late);
  const first = chosen.open(new File([file], 'first.json'));
  await chosen.open(new File(['{}'], 'second.json'));
  resolve(undefined);
  await first;
  expect(chosen).toMatchObject({ fileName: 'second.json', plan: [] });
});
