import { expect, it, onTestFinished } from 'vitest';
import type { FoundSecretView, PlainTextView, WriteExportInput } from '#contract/bundle-export.ts';
import type { SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { ExportsOnThread } from '../thread/exports-on-thread.ts';

/** Two connections to one installation in memory, both with the same header and mark. */
async function openCore() {
  const core = createTestCore({ exportWorker: new ExportsOnThread(bundleCodec) });
  onTestFinished(() => core.close());
  const { ports, connections, exports } = core;
  const add = async (name: string): Promise<string> => {
    const settings = { ...blankConnection, name, baseUrl: `https://${name}.example` };
    return (await connections.add({ ...settings, variant: 'B' }, { authToken: 'token' })).id;
  };
  const [acme, globex] = [await add('acme'), await add('globex')];
  const headers = [{ id: null, name: 'X-Team', value: 'dba' }];
  const payloadTemplate = '{"text": "friend-and-enter"}';
  ports.webhooks.webhooks.push(
    ports.webhooks.stored({ ...emptyDefinition('B'), name: 'Pager', headers, payloadTemplate }),
  );

  async function prepare(...connectionIds: string[]): Promise<[string, FoundSecretView[]]> {
    const secrets: FoundSecretView[] = [];
    const webhooks = connectionIds.map((connectionId) => ({ connectionId, webhooks: null }));
    for await (const event of exports.prepare({ webhooks, draftIds: [] })) {
      if (event.kind === 'secrets') secrets.push(...event.secrets);
      if (event.kind === 'end') return [event.exportId, secrets];
    }
    throw new Error('There is no export.');
  }
  async function fileOf(exportId: string, format: WriteExportInput['format']): Promise<string> {
    const order = { variant: 'B' as const, keep: [], takeOut: [], withAddress: false };
    let text = '';
    for await (const event of exports.write({ ...order, exportId, format, passphrase: null })) {
      if (event.kind === 'text') text += event.text;
    }
    return text;
  }
  return { ...core, acme, globex, prepare, fileOf };
}

async function all<Item>(parts: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const part of parts) items.push(...part);
  return items;
}

const shown = (texts: readonly PlainTextView[]): string[] =>
  texts.map(({ header, text }) => `${header ?? 'word'}: ${text}`);
const team: SecretMark = { kind: 'header', name: 'X-Team' };

it('lists marks that stay in the file, with the installation', async () => {
  const core = await openCore();
  const [exportId] = await core.prepare(core.acme);
  const texts = await all(core.exports.plainTexts(exportId));
  expect(shown(texts)).toEqual(['X-Team: dba', 'word: friend-and-enter']);
  expect(texts[0]?.uses[0]?.installation).toBe('acme');
});

it('removes a marked header from every format, and stores the mark for its installation', async () => {
  const core = await openCore();
  const [exportId] = await core.prepare(core.acme);
  const [secret] = await all(core.exports.mark(exportId, team));
  expect(secret).toMatchObject({ name: 'pager-x-team', isMarked: true });
  expect(shown(await all(core.exports.plainTexts(exportId)))).toEqual(['word: friend-and-enter']);
  for (const format of ['bundle', 'raw', 'csv'] as const) {
    expect(await core.fileOf(exportId, format)).not.toContain('dba');
  }
  const [, again] = await core.prepare(core.acme);
  expect(again).toEqual([secret]);
  const [, elsewhere] = await core.prepare(core.globex);
  expect(elsewhere).toEqual([]);
});

it('stores a mark only for the exported installations that have the header', async () => {
  const core = await openCore();
  const [exportId] = await core.prepare(core.acme, core.globex);
  await all(core.exports.mark(exportId, { kind: 'header', name: 'X-Other' }));
  await all(core.exports.mark(exportId, team));
  expect(core.templates.secretHeaders(core.acme)).toEqual(['x-team']);
  expect(core.templates.secretHeaders(core.globex)).toEqual(['x-team']);
});

it('deletes the mark of an unmarked header', async () => {
  const core = await openCore();
  const [exportId] = await core.prepare(core.acme);
  await all(core.exports.mark(exportId, team));
  expect(await all(core.exports.unmark(exportId, 'pager-x-team'))).toEqual([]);
  expect(await core.fileOf(exportId, 'bundle')).toContain('dba');
  expect(core.templates.secretHeaders(core.acme)).toEqual([]);
  await expect(all(core.exports.unmark(exportId, 'pager-x-team'))).rejects.toThrow();
});

it('removes a marked text from this export', async () => {
  const core = await openCore();
  const [exportId] = await core.prepare(core.acme);
  const mark: SecretMark = { kind: 'text', text: 'friend-and-enter' };
  const [secret] = await all(core.exports.mark(exportId, mark));
  expect(secret).toMatchObject({ name: 'pager-payload', isMarked: true });
  expect(await core.fileOf(exportId, 'bundle')).not.toContain('friend-and-enter');
  expect(await all(core.exports.unmark(exportId, 'pager-payload'))).toEqual([]);
  expect(await core.fileOf(exportId, 'bundle')).toContain('friend-and-enter');
});
