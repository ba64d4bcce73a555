import { describe, expect, it } from 'vitest';
import type { WriteOrder, WrittenFile } from '#core/bundle-ports.ts';
import { lifeLike, readable, sourceOf } from '#domain/bundle/testing/bundles.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { ExportsOnThread } from './exports-on-thread.ts';

const key = 'one-key-for-all';
const pager: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Pager',
  url: 'https://user:hush-hush-hush@a.example/in/7a1',
  headers: [
    { id: null, name: 'X-Api-Key', value: key },
    { id: null, name: 'X-Team', value: 'dba' },
  ],
  payloadTemplate: `{"api_key": "${key}", "text": "%AlertName% 🔔"}`,
  payloadType: 'ALERT',
};
const installation = {
  name: 'acme',
  variant: 'B' as const,
  fingerprint: 'f1',
  address: 'https://acme.example',
};
const source: ExportSource = {
  installation,
  webhooks: [{ id: 7, definition: pager, unreported: [] }],
  secretHeaders: [],
  ownTokens: [],
  sampleEdits: {},
};

const asUsual: WriteOrder = {
  format: 'bundle',
  variant: 'B',
  keep: [],
  takeOut: [],
  withAddress: false,
  passphrase: null,
};

async function deskWith(all: ExportSource): Promise<ExportsOnThread> {
  const desk = new ExportsOnThread(bundleCodec);
  const { webhooks, ...rest } = all;
  await desk.addSource('e', rest);
  for (const webhook of webhooks) await desk.addWebhooks('e', [webhook]);
  await desk.findSecrets('e');
  return desk;
}

async function written(
  how: Partial<WriteOrder>,
  all = source,
): Promise<{ text: string; file: WrittenFile }> {
  const desk = await deskWith(all);
  const file = await desk.write('e', { ...asUsual, ...how });
  if (file === null) throw new Error('It is not known.');
  let text = '';
  for (let part = 0; part < file.parts; part += 1) text += await desk.takeText('e', part);
  return { text, file };
}

it('lists secrets with their uses, and returns a value only on request', async () => {
  const desk = await deskWith(source);
  const secrets = await desk.secrets('e', 0, 10);
  expect(secrets.map(({ name, masked, usesTotal }) => [name, masked, usesTotal])).toEqual([
    ['pager-url', '•••••••• (19 characters)', 1],
    ['pager-x-api-key', '•••••••• (15 characters)', 2],
  ]);
  expect(secrets[1]?.uses[1]).toEqual({
    key: 'pager',
    webhook: 'Pager',
    installation: 'acme',
    place: 'payloadTemplate',
    words: 'the payload',
  });
  expect(JSON.stringify(secrets)).not.toContain(key);
  expect(await desk.secrets('e', 1, 1)).toEqual([secrets[1]]);
  expect(await desk.secret('e', 'pager-x-api-key')).toBe(key);
  expect(await desk.secret('e', 'another')).toBe(null);
});

describe('a bundle', () => {
  it('contains neither secrets nor addresses, and reports no leaks', async () => {
    const { text, file } = await written({});
    expect(file).toMatchObject({ containsSecrets: false, leaks: [] });
    expect(file.bytes).toBe(Buffer.byteLength(text));
    for (const hidden of [key, 'hush-hush', 'acme.example']) expect(text).not.toContain(hidden);
    expect(readable(text).rows.map(({ key: row }) => row)).toEqual(['pager']);
  });

  it('contains the requested secret and address, and reports that it contains secrets', async () => {
    const { text, file } = await written({ keep: ['pager-x-api-key'], withAddress: true });
    expect(file).toMatchObject({ containsSecrets: true, leaks: [] });
    expect(text).toContain(key);
    expect(text).toContain('https://acme.example');
    expect(text).not.toContain('hush-hush');
  });

  it('keeps a chosen secret when more fields are removed and secret references are renamed', async () => {
    const takeOut = ['pager/headers.0.value', 'pager/headers.1.value', 'pager/url'];
    const { text, file } = await written({ keep: ['pager-x-api-key'], takeOut });
    expect(file.leaks).toEqual([]);
    expect(text).toContain(key);
    expect(text).not.toContain('a.example');
    expect(text).not.toContain('dba');
  });

  it('is well formed when its parts are joined, even if a surrogate pair lies on a boundary', async () => {
    const definition = { ...pager, payloadTemplate: `a${'🔔'.repeat(600_000)}` };
    const webhooks = [{ id: 7, definition, unreported: [] }];
    const { text, file } = await written({}, { ...source, webhooks });
    expect(file.parts).toBeGreaterThan(2);
    const desk = await deskWith({ ...source, webhooks });
    await desk.write('e', asUsual);
    expect((await desk.takeText('e', 0)).isWellFormed()).toBe(true);
    expect(text.isWellFormed()).toBe(true);
    expect(readable(text).rows).toHaveLength(1);
  });

  it('is an age file with the same content under a passphrase', async () => {
    const { text, file } = await written({ passphrase: 'three blind mice' });
    expect(text).not.toContain('Pager');
    expect(file.bytes).toBe(text.length);
    expect(bundleCodec.isSealed(Buffer.from(text))).toBe(true);
    const opened = await bundleCodec.open(Buffer.from(text), 'three blind mice');
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    expect(Buffer.from(opened.bytes).toString()).toBe((await written({})).text);
  });
});

describe.each(['A', 'B'] as const)('a raw list of variant %s', (variant) => {
  it('reads back as the same webhooks, with secret references', async () => {
    const { text, file } = await written({ format: 'raw', variant });
    expect(file.leaks).toEqual([]);
    expect(text).toContain('<secret:pager-x-api-key>');
    expect(text).not.toContain(key);
    const reading = readable(text);
    expect(reading.kind === 'raw' && reading.variant).toBe(variant);
    const [row] = reading.rows;
    expect(row?.content.kind === 'webhook' && row.content.webhook.url).toEqual([
      'https://',
      { secret: 'pager-url' },
      '@a.example/in/7a1',
    ]);
  });

  it('leaks no secret of realistic webhooks', async () => {
    const { file } = await written({ format: 'raw', variant }, sourceOf('B', lifeLike('B', 200)));
    expect(file.leaks).toEqual([]);
  });
});

it('writes no secrets into a table', async () => {
  const { text, file } = await written({ format: 'csv' });
  expect(file.leaks).toEqual([]);
  expect(text).toContain('Pager');
  for (const hidden of [key, 'hush-hush']) expect(text).not.toContain(hidden);
});

it.each(['bundle', 'raw', 'csv'] as const)('reports a secret left in a %s', async (format) => {
  // The removed secret also stands in a name, where the export removes nothing.
  const named = { ...pager, name: `Pager ${key}` };
  const webhooks = [{ id: 7, definition: named, unreported: [] }];
  const { file } = await written({ format }, { ...source, webhooks });
  expect(file.leaks.length).toBeGreaterThan(0);
  expect(JSON.stringify(file.leaks.map(({ message }) => message))).not.toContain(key);
});

it.each(['bundle', 'raw', 'csv'] as const)('reports what to remove from a %s', async (format) => {
  // The API key of one webhook is the start of the other's URL, and the export keeps that URL.
  const url = 'https://user:hush-hush-hush@a.example/in/7a1';
  const headers = [{ id: null, name: 'X-Api-Key', value: 'user:hush-hush-hush@a.example' }];
  const webhooks = [
    { id: 7, definition: { ...pager, url }, unreported: [] },
    { id: 8, definition: { ...pager, name: 'Other', url: '', headers }, unreported: [] },
  ];
  const all = { ...source, webhooks };
  const { file } = await written({ format, keep: ['pager-url'] }, all);
  const at = { key: 'pager', place: 'url' };
  const { where, message } = {
    where: 'the URL of “Pager”',
    message: 'It contains a secret that was removed elsewhere.',
  };
  expect(file.leaks).toContainEqual({ where, message, at });
  const again = await written({ format, keep: ['pager-url'], takeOut: ['pager/url'] }, all);
  expect(again.file.leaks).toEqual([]);
  expect(again.text).not.toContain('hush-hush');
});

it('returns nothing of a deleted export', async () => {
  const desk = await deskWith(source);
  await desk.forget('e');
  expect(await desk.write('e', asUsual)).toBe(null);
  expect(await desk.secret('e', 'pager-url')).toBe(null);
  expect(await desk.takeText('e', 0)).toBe('');
});

it('begins an export only with its first source', async () => {
  const desk = new ExportsOnThread(bundleCodec);
  await desk.addWebhooks('e', source.webhooks);
  await desk.mark('e', { kind: 'text', text: 'dba' }, true);
  expect(await desk.sourcesWith('e', 'X-Team')).toEqual([]);
  expect(await desk.findSecrets('e')).toEqual({ secrets: 0, webhooks: 0, leftOut: [] });
  expect(desk.isEmpty).toBe(true);
  expect(await desk.write('e', asUsual)).toBe(null);
});
