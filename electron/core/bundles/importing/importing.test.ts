import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PlanRowView, PrepareEvent, SourceOf } from '#contract/plans.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import type { RowAnswer, RunOptions } from '#domain/publishing/plan.ts';
import type { ReadWebhook } from '#domain/webhook/listed.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import type { Connections } from '../../connections/connections.ts';
import { type FakePorts, fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import type { Plans } from '../../publishing/plans/plans.ts';
import { FilesOnThread } from '../thread/files-on-thread.ts';
import { importAsDrafts } from './import-as-drafts.ts';

const withoutId: ReadWebhook = {
  ...emptyDefinition('B'),
  id: null,
  unreported: [],
  unknown: {},
};

const file = (...webhooks: readonly object[]): string =>
  JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks });
const webhook = (name: string, changes: object = {}): object => ({
  name,
  method: 'POST',
  url: 'https://a.example.com/',
  ...changes,
});
const withSecret = webhook('Pager', {
  headers: [{ name: 'Authorization', value: [{ secret: 'key' }] }],
});
const options: RunOptions = { atOnce: 4, onFailure: 'stop' };
const bound = { name: 'key', destination: 'https://a.example.com/' };

let ports: FakePorts & { bundleWorker: FilesOnThread };
let connections: Connections;
let core: TestCore;
let plans: Plans;
let connectionId: string;

const start = (): void => {
  const started = createTestCore(ports);
  onTestFinished(() => started.close());
  core = started;
  ({ connections, plans } = core);
};

beforeEach(async () => {
  ports = { ...fakePorts(), bundleWorker: new FilesOnThread(bundleCodec) };
  start();
  connectionId = await connect('acme');
});

async function connect(name: string, readOnly = false): Promise<string> {
  const settings = { ...blankConnection, name, variant: 'B' as const, readOnly };
  const place = { baseUrl: `https://${name}.example.com`, apiRoot: '/api/v14' };
  const authentication = { kind: 'none' as const };
  return (await connections.add({ ...settings, ...place, authentication }, {})).id;
}

function hold(name: string): Webhook {
  const url = 'https://held.example.com/';
  const webhook = ports.webhooks.stored({ ...emptyDefinition('B'), name, url });
  ports.webhooks.webhooks.push(webhook);
  return webhook;
}

async function open(content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const { fileId } = await core.files.begin('a.json', bytes.length);
  await core.files.add(fileId, bytes.toString('base64'));
  await core.files.open(fileId);
  return fileId;
}

async function all<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const found: Event[] = [];
  for await (const event of events) found.push(event);
  return found;
}

async function plan(
  content: string,
  changes: Partial<SourceOf<'bundle'>> & { earlier?: string } = {},
): Promise<{ planId: string; rows: PlanRowView[]; events: PrepareEvent[] }> {
  const fileId = await open(content);
  const input = { connectionIds: [connectionId], keys: null, alsoRemove: false, ...changes };
  const events = await all(plans.prepare({ ...input, kind: 'bundle', fileId }));
  const last = events.at(-1);
  return {
    planId: last?.kind === 'end' ? last.planId : '',
    rows: events.flatMap((event) => (event.kind === 'rows' ? event.rows : [])),
    events,
  };
}

const code = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing went wrong',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : 'another error'),
  );

describe('files', () => {
  it('are limited in number, and the oldest is deleted', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 33; nth += 1) ids.push(await open(file(webhook('Pager'))));
    expect(await code(all(core.files.rows(ids[0] ?? '')))).toBe('refused');
    expect((await all(core.files.rows(ids[1] ?? ''))).flat()).toMatchObject([
      { key: 'pager', name: 'Pager' },
    ]);
  });

  it('are limited to three when they are large', async () => {
    const first = await open(file(webhook('Pager')));
    for (let nth = 0; nth < 2; nth += 1) await core.files.begin('large.json', 8_000_000);
    expect(await all(core.files.rows(first))).toHaveLength(1);
    await core.files.begin('large.json', 8_000_000);
    expect(await code(all(core.files.rows(first)))).toBe('refused');
  });

  it('refuse requests until they are complete', async () => {
    const { fileId } = await core.files.begin('a.json', 4);
    await core.files.add(fileId, Buffer.from('[]').toString('base64'));
    expect(await code(importAsDrafts(core, fileId, connectionId, null))).toBe('refused');
    expect(await code(core.files.open(fileId)), 'half of it is missing').toBe('refused');
  });

  it.each([
    ['text that is no JSON', 'hello'],
    ['an empty file', ''],
    ['a newer major version', '{"format":"hookdesk-bundle","version":"2.0","webhooks":[]}'],
    ['an age file that was cut off', 'age-encryption.org/v1\n-> scrypt'],
  ])('refuse %s', async (_title, content) => {
    const bytes = Buffer.from(content);
    const { fileId } = await core.files.begin('a.json', bytes.length);
    await core.files.add(fileId, bytes.toString('base64'));
    const opening = core.files.open(fileId).then(() => core.files.unlock(fileId, 'a passphrase'));
    expect(await code(opening)).toBe('file-refused');
  });
});

it('refuses requests for a file and a plan that the worker lost', async () => {
  const content = file(withSecret, webhook('Night'));
  const { planId, rows } = await plan(content);
  const fileId = await open(content);
  await ports.bundleWorker.forgetFile(fileId);
  await ports.bundleWorker.forgetPlan(planId);
  const input = {
    kind: 'bundle' as const,
    fileId,
    connectionIds: [connectionId],
    keys: null,
    alsoRemove: true,
  };
  const key = rows[0]?.key ?? '';
  const asked = [
    () => all(core.files.rows(fileId)),
    () => importAsDrafts(core, fileId, connectionId, null),
    () => all(plans.prepare(input)),
    () => all(plans.answer(planId, [{ keys: [key], answer: {} }])),
    () => plans.row(planId, key),
    () => plans.run(planId, [key], options),
  ];
  for (const ask of asked) expect(await code(ask())).toBe('refused');
});

describe('drafts of a file', () => {
  it('are refused for a read-only installation', async () => {
    const fileId = await open(file(webhook('Pager')));
    expect(await code(importAsDrafts(core, fileId, await connect('frozen', true), null))).toBe(
      'read-only',
    );
  });

  it('are created for the chosen webhooks, with a note for missing or lost fields', async () => {
    const fileId = await open(
      file(webhook('Patch', { method: 'PATCH' }), withSecret, webhook('C')),
    );
    const { draftIds, notes } = await importAsDrafts(core, fileId, connectionId, [
      'patch',
      'pager',
    ]);
    expect(draftIds).toHaveLength(2);
    expect(notes).toMatchObject([
      { rowKey: 'patch', name: 'Patch' },
      { rowKey: 'pager', name: 'Pager' },
    ]);
    expect(notes[0]?.notes).toContain(
      'Method PATCH becomes POST (variant B supports only POST or PUT).',
    );
    expect(notes[1]?.notes).toContain(
      'The file does not have the secret “key”: put it in for <secret:key>.',
    );
  });
});

describe('a plan', () => {
  it('lists deletes only on request, unselected, and not for rows that were left out', async () => {
    for (const name of ['Pager', 'Night', 'Other']) hold(name);
    const content = file(webhook('Pager', { enabled: false }), webhook('Night'));
    const kinds = (rows: readonly PlanRowView[]): string[] =>
      rows.map(({ name, action, selected }) => `${name} ${action}${selected ? ' selected' : ''}`);
    expect(kinds((await plan(content)).rows)).not.toContain('Other delete');
    const { rows } = await plan(content, { alsoRemove: true, keys: ['pager'] });
    expect(rows.map(({ name }) => name)).toEqual(['Pager', 'Other']);
    expect(kinds(rows)).toContain('Other delete');
  });

  it('continues when one installation is unreadable or read-only', async () => {
    const frozen = await connect('frozen', true);
    const { rows, events } = await plan(file(webhook('Pager')), {
      connectionIds: [frozen, 'gone', connectionId, connectionId],
    });
    expect(rows).toMatchObject([{ connectionId, action: 'create', state: 'ready' }]);
    const failed = events.flatMap((event) =>
      event.kind === 'progress' && event.step === 'failed' ? [event] : [],
    );
    expect(failed.map((each) => [each.connectionId, each.problem?.code])).toEqual([
      [frozen, 'read-only'],
      ['gone', 'no-such-connection'],
    ]);
  });

  it('counts the webhooks that it cannot compare with the file', async () => {
    ports.webhooks.withoutId = [withoutId, withoutId];
    const { events } = await plan(file(webhook('Pager')));
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'progress',
        step: 'done',
        connectionId,
        unaddressable: 2,
      }),
    );
  });

  it('drops the delete of a webhook that a row is paired with, and restores it after', async () => {
    const held = hold('Old');
    const { planId, rows } = await plan(file(webhook('New')), { alsoRemove: true });
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete']);
    const decide = (pairWith: number | null) =>
      all(plans.answer(planId, [{ keys: [rows[0]?.key ?? ''], answer: { pairWith } }]));
    expect(await decide(held.id)).toMatchObject([
      { kind: 'rows', rows: [{ action: 'update', state: 'ready', webhookId: held.id }] },
      { kind: 'end', gone: [rows[1]?.key] },
    ]);
    // Without the pairing, the plan is as before.
    expect(await decide(null)).toMatchObject([{ rows }, { kind: 'end', gone: [] }]);
  });

  it('takes decisions for several rows at once, and refuses rows of another installation', async () => {
    const content = file(webhook('A', { method: 'PATCH' }), webhook('B', { method: 'PATCH' }));
    const { planId, rows } = await plan(content);
    const keys = rows.map(({ key }) => key);
    expect(
      await all(plans.answer(planId, [{ keys: keys, answer: { method: 'PUT' } }])),
    ).toMatchObject([
      { kind: 'rows', rows: [{ state: 'ready' }, { state: 'ready' }] },
      { kind: 'end', gone: [] },
    ]);
    expect(await code(all(plans.answer(planId, [{ keys: ['other/a'], answer: {} }])))).toBe(
      'refused',
    );
  });

  it('does not exist after it was cancelled', async () => {
    const stop = new AbortController();
    const fileId = await open(file(webhook('Pager')));
    const input = {
      kind: 'bundle' as const,
      fileId,
      connectionIds: [connectionId],
      keys: null,
      alsoRemove: false,
    };
    stop.abort();
    const events = await all(plans.prepare(input, stop.signal));
    expect(events.some(({ kind }) => kind === 'end' || kind === 'rows')).toBe(false);
  });

  it('outlives its file, and is deleted after several newer ones', async () => {
    const first = await plan(file(webhook('Pager')));
    const key = first.rows[0]?.key ?? '';
    const row = () => code(plans.row(first.planId, key));
    for (let nth = 0; nth < 7; nth += 1) await plan(file(webhook('Pager')));
    expect(await row()).toBe('nothing went wrong');
    await plan(file(webhook('Pager')));
    expect(await row()).toBe('refused');
  });

  it.each([
    ['undecided', file(withSecret)],
    ['that cannot be sent', file(webhook('Pager', { url: 'ftp://a.example.com/' }))],
  ])('refuses to run a row %s', async (_title, content) => {
    const { planId, rows } = await plan(content);
    const keys = rows.map(({ key }) => key);
    expect(await code(plans.run(planId, keys, options))).toBe('refused');
    expect(await code(plans.run(planId, ['none'], options))).toBe('refused');
  });

  it('reads a list once, and each row once before its write and once after', async () => {
    hold('Pager');
    const { planId, rows } = await plan(file(webhook('Pager')));
    await plans.run(planId, [rows[0]?.key ?? ''], options);
    expect(await all(plans.runs.watch(planId))).toContainEqual(
      expect.objectContaining({ results: [expect.objectContaining({ outcome: 'done' })] }),
    );
    expect(ports.webhooks.operations).toEqual(['list', 'read', 'update', 'read']);
  });

  it('takes an answer without reading the list again', async () => {
    const { planId, rows } = await plan(file(webhook('Patch', { method: 'PATCH' })));
    await all(plans.answer(planId, [{ keys: [rows[0]?.key ?? ''], answer: { method: 'PUT' } }]));
    expect(ports.webhooks.operations).toEqual(['list']);
  });

  it('does not send a row whose webhook changed after a person saw it', async () => {
    const held = hold('Pager');
    const { planId, rows } = await plan(file(webhook('Pager')));
    held.url = 'https://changed.example.com/';
    await plans.run(planId, [rows[0]?.key ?? ''], options);
    expect(await all(plans.runs.watch(planId))).toContainEqual(
      expect.objectContaining({
        results: [expect.objectContaining({ outcome: 'failed', webhookId: held.id })],
      }),
    );
    expect(ports.webhooks.operations).toEqual(['list', 'read']);
  });

  it('reports the sent rows and the rows left out, not the unchanged ones', async () => {
    hold('There');
    const there = webhook('There', { url: 'https://held.example.com/' });
    const { planId, rows } = await plan(file(webhook('New'), there, webhook('Later')));
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'unchanged', 'ready']);
    await plans.run(planId, [rows[0]?.key ?? ''], options);
    await all(plans.runs.watch(planId));
    const { text } = await plans.report(planId, 'text');
    expect(text).toMatch(/^Import 1 webhook\n/);
    expect(text).toContain('1 done, 1 left out.');
    expect(text).not.toContain('There');
  });

  it('takes over the answers and secrets of the previous plan, and reads the list again', async () => {
    const content = file(withSecret, webhook('Patch', { method: 'PATCH' }));
    const { planId, rows } = await plan(content);
    const keys = rows.map(({ key }) => key);
    const given = { ...bound, value: 'hush', remember: false };
    await all(plans.giveSecret(planId, connectionId, given));
    await all(plans.answer(planId, [{ keys: keys, answer: { method: 'PUT' } }]));
    hold('Pager');
    expect((await plan(content, { earlier: planId })).rows).toMatchObject([
      { name: 'Pager', action: 'update', state: 'ready', filled: [{ name: 'key' }] },
      { name: 'Patch', action: 'create', state: 'ready', answers: { method: 'PUT' } },
    ]);
  });

  it('pairs no row with a webhook that has another name than in the previous plan', async () => {
    const held = hold('Old');
    const content = file(webhook('New'));
    const { planId, rows } = await plan(content);
    const keys = rows.map(({ key }) => key);
    await all(plans.answer(planId, [{ keys, answer: { pairWith: held.id } }]));
    const paired = await plan(content, { earlier: planId });
    held.name = 'Other';
    const later = await plan(content, { earlier: paired.planId });
    const reasons = [`The selected webhook ${held.id} is another one now.`];
    expect(later.rows).toMatchObject([{ state: 'undecided', selected: false, reasons }]);
    const answer = (to: RowAnswer) => all(plans.answer(later.planId, [{ keys, answer: to }]));
    expect(await answer({ method: 'PUT' })).toMatchObject([{ rows: [{ reasons }] }, {}]);
    expect(await answer({ pairWith: held.id })).toMatchObject([{ rows: [{ state: 'ready' }] }, {}]);
  });
});

describe('a secret', () => {
  const give = (planId: string, value: string, remember = false) =>
    all(plans.giveSecret(planId, connectionId, { ...bound, value, remember }));

  it('is published, but never shown or logged', async () => {
    const { planId, rows } = await plan(file(withSecret));
    const events = await give(planId, 'hush-5f2c');
    expect(JSON.stringify(events)).not.toContain('hush');
    const key = rows[0]?.key ?? '';
    const shown = await plans.row(planId, key);
    expect(JSON.stringify(shown)).not.toContain('hush');
    expect(ports.secretsInUse.mask('failed with hush-5f2c')).not.toContain('hush');
    await plans.run(planId, [key], options);
    await all(plans.runs.watch(planId));
    expect(ports.webhooks.webhooks).toMatchObject([{ headers: [{ value: 'hush-5f2c' }] }]);
    expect(JSON.stringify(await plans.row(planId, key))).not.toContain('hush');
  });

  it('that is saved is used by other plans for the same destination only, until it is deleted', async () => {
    const { planId } = await plan(file(withSecret));
    await give(planId, 'hush', true);
    start();
    expect((await plan(file(withSecret))).rows).toMatchObject([
      { state: 'ready', filled: [{ name: 'key', remembered: true }] },
    ]);
    const elsewhere = { ...withSecret, url: 'https://a.example.com/others' };
    expect((await plan(file(elsewhere))).rows).toMatchObject([{ state: 'undecided', filled: [] }]);
    const other = await connect('other');
    expect((await plan(file(withSecret), { connectionIds: [other] })).rows).toMatchObject([
      { state: 'undecided' },
    ]);
    await core.remembered.forget(connectionId, bound);
    expect((await plan(file(withSecret))).rows).toMatchObject([{ state: 'undecided' }]);
    expect([...ports.secrets.secrets.keys()].filter((name) => name.includes('bundle'))).toEqual([]);
  });

  it('is not used when the vault fails to save it', async () => {
    const { planId, rows } = await plan(file(withSecret));
    ports.secrets.set = () => Promise.reject(new ProblemError(locked));
    expect(await code(give(planId, 'hush', true))).toBe('vault-locked');
    const { row } = await plans.row(planId, rows[0]?.key ?? '');
    expect(row.needs).toEqual([{ kind: 'secret', name: 'key' }]);
  });

  it('is saved per destination, also when two are saved at once', async () => {
    const { remembered } = core;
    const other = { ...bound, destination: 'https://b.example.com/' };
    await Promise.all([
      remembered.keep(connectionId, { ...bound, value: 'one' }),
      remembered.keep(connectionId, { ...other, value: 'two' }),
    ]);
    await remembered.keep(connectionId, { ...bound, value: 'three' });
    expect((await remembered.of(connectionId)).map(({ value }) => value)).toEqual(['two', 'three']);
    expect(await remembered.names(connectionId)).toEqual([other, bound]);
    await remembered.forgetAll(connectionId);
    expect(await remembered.names(connectionId)).toEqual([]);
  });

  it('is not used for an installation whose address changed outside Hookdesk', async () => {
    const { planId } = await plan(file(withSecret));
    await give(planId, 'hush', true);
    const edited = { baseUrl: 'https://evil.example' };
    ports.settings.saved = ports.settings.saved.map((each) => ({ ...each, ...edited }));
    expect(await core.remembered.of(connectionId)).toEqual([]);
    expect((await plan(file(withSecret))).rows).toMatchObject([{ state: 'undecided', filled: [] }]);
  });
});

const locked = {
  code: 'vault-locked' as const,
  message: 'The vault is locked.',
  advice: 'Unlock it.',
  facts: [],
  answer: null,
};
