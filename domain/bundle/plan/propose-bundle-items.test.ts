import { describe, expect, it } from 'vitest';
import type { PlanRow, RowAnswers } from '../../publishing/plan.ts';
import { shownDefinition } from '../../publishing/shown-as.ts';
import { fieldDifferences } from '../../webhook/difference.ts';
import { headerChangeSet } from '../../webhook/header-change-set.ts';
import { emptyDefinition, type Webhook, type WebhookDefinition } from '../../webhook/webhook.ts';
import { portableOf, type PortableWebhook } from '../portable-webhook.ts';
import type { BundleRow } from '../bundle-row.ts';
import {
  choices,
  decideBundleRows,
  held,
  kindOf,
  target,
  type TestChoices,
} from '../testing/bundles.ts';
import { withShownAs } from './with-shown-as.ts';

const pager: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Pager',
  url: 'https://a.example/hook',
};
const row = (changes: Partial<PortableWebhook> = {}, rest: Partial<BundleRow> = {}): BundleRow => {
  const webhook = { ...portableOf(pager), ...changes };
  const key = rest.key ?? webhook.name.toLowerCase();
  return { line: 1, origin: null, ...rest, key, content: { kind: 'webhook', webhook } };
};
const [livePager] = held([pager], 7);
const live = (changes: Partial<Webhook> = {}): Webhook => ({
  ...(livePager ?? { ...pager, id: 7, unreported: [], unknown: {} }),
  ...changes,
});
const plan = (
  rows: readonly BundleRow[],
  webhooks: readonly Webhook[],
  changes: TestChoices = {},
) => kinds(decideBundleRows(rows, target('B', webhooks), choices(changes)));
const kinds = (rows: readonly PlanRow[]) => rows.map((each) => ({ ...each, kind: kindOf(each) }));
const decided = (decisions: Record<string, RowAnswers>): TestChoices => ({
  decisions: new Map(Object.entries(decisions)),
});
const from = (formerId: number, connection = 'c1'): Partial<BundleRow> => ({
  origin: { installation: 'acme', variant: 'B', fingerprint: null, connection, formerId },
});

describe('the webhook that a row of a file means', () => {
  it('is the one with the same name, if the name is unique on both sides', () => {
    const rows = plan([row({ enabled: false })], [live(), live({ id: 8, name: 'Other' })]);
    expect(rows).toMatchObject([{ kind: 'update', base: { id: 7 }, selected: true, reasons: [] }]);
  });

  it('is new without an equal name; a webhook with the same URL is an alternative', () => {
    const rows = plan([row({ name: 'Night' })], [live()]);
    expect(rows).toMatchObject([
      {
        kind: 'create',
        alternatives: [{ webhookId: 7, name: 'Pager', because: ['same-url'], enabled: true }],
      },
    ]);
  });

  it('is undecided for an existing name, if a person decides about names', () => {
    const asking = { asksForNames: true };
    const [found] = plan([row({ enabled: false })], [live()], asking);
    expect(found).toMatchObject({
      kind: 'undecided',
      reasons: ['The installation has one of this name.'],
      alternatives: [{ webhookId: 7 }],
    });
    expect(plan([row()], [live()], asking)).toMatchObject([{ kind: 'unchanged' }]);
    expect(plan([row({ name: 'Night' })], [live()], asking)).toMatchObject([{ kind: 'create' }]);
  });

  it('is new if the name differs in case; the similar name is an alternative', () => {
    const [found] = plan([row({ name: 'PAGER', url: ['https://b.example/'] })], [live()]);
    expect(found).toMatchObject({ kind: 'create', alternatives: [{ because: ['similar-name'] }] });
  });

  it('is undecided if the source webhook was renamed', () => {
    const [found] = plan([row({}, from(7))], [live({ name: 'Renamed' })]);
    expect(found).toMatchObject({
      kind: 'undecided',
      needs: [{ kind: 'pair' }],
      reasons: ['It came from webhook 7, which has another name now: “Renamed”.'],
      alternatives: [{ webhookId: 7, because: ['former-id', 'same-url'] }],
    });
  });

  it('is new if another row means the renamed source webhook', () => {
    const rows = [row({}, from(7)), row({ name: 'Renamed' })];
    expect(plan(rows, [live({ name: 'Renamed' })])).toMatchObject([
      { kind: 'create' },
      { kind: 'unchanged', base: { id: 7 } },
    ]);
  });

  it('is new if the source webhook is on another installation', () => {
    const [found] = plan([row({}, from(7, 'c2'))], [live({ name: 'Renamed' })]);
    expect(found).toMatchObject({ kind: 'create' });
  });

  it('is undecided if several webhooks or rows share a name', () => {
    const webhooks = [live({ enabled: false }), live({ id: 8, method: 'PUT' })];
    expect(plan([row()], webhooks)).toMatchObject([
      { kind: 'undecided', reasons: ['The installation has 2 webhooks of this name.'] },
    ]);
    const two = [row({}, { key: 'a' }), row({ method: 'PUT' }, { key: 'b' })];
    expect(plan(two, [live({ enabled: false })])).toMatchObject([
      {
        kind: 'undecided',
        reasons: ['2 rows have this name. The installation has one of this name.'],
      },
      { kind: 'undecided' },
    ]);
  });

  it('is matched by equal content without a question if several share a name', () => {
    const two = [row({}, { key: 'a' }), row({ method: 'PUT' }, { key: 'b' })];
    const webhooks = [live({ method: 'PUT', id: 9 }), live()];
    expect(plan(two, webhooks)).toMatchObject([
      { kind: 'unchanged', base: { id: 7 } },
      { kind: 'unchanged', base: { id: 9 } },
    ]);
    expect(plan(two, []).map(({ kind }) => kind)).toEqual(['create', 'create']);
  });

  it.each<[string, RowAnswers, object]>([
    ['the one that was chosen', { pairWith: 8 }, { kind: 'update', base: { id: 8 } }],
    ['a new one', { pairWith: 'create' }, { kind: 'create', base: null }],
    ['none that is gone', { pairWith: 99 }, { kind: 'undecided', needs: [{ kind: 'pair' }] }],
  ])('is %s', (_title, decision, expected) => {
    const webhooks = [live({ enabled: false }), live({ id: 8, name: 'Other' })];
    expect(plan([row()], webhooks, decided({ pager: decision }))).toMatchObject([expected]);
  });

  it('is never the same for two rows', () => {
    const rows = [row({}, { key: 'a' }), row({ name: 'Other' }, { key: 'b' })];
    const both = decided({ a: { pairWith: 7 }, b: { pairWith: 7 } });
    expect(plan(rows, [live()], both)).toMatchObject([
      { kind: 'unchanged' },
      { kind: 'undecided', reasons: ['Webhook 7 was selected for more than one row.'] },
    ]);
    expect(plan(rows, [live()], decided({ b: { pairWith: 7 } }))).toMatchObject([
      { kind: 'undecided', reasons: ['The webhook of this name belongs to another row.'] },
      { kind: 'update', base: { id: 7 } },
    ]);
  });
});

describe('a webhook that the file lacks', () => {
  const unreadable = (name: string): BundleRow => ({
    ...row({}, { key: 'bad' }),
    content: {
      kind: 'unreadable',
      name,
      fault: { why: 'name is missing.', line: 3, column: 1 },
    },
  });

  const others = [live(), live({ id: 8, name: 'Other' }), live({ id: 9, name: 'Third' })];

  it('is not in the plan', () => {
    expect(plan([row()], others).map(({ kind }) => kind)).toEqual(['unchanged']);
  });

  it('is listed for deletion on request, and is not selected', () => {
    const rows = plan([row()], others, { removeOthers: true });
    expect(rows.slice(1)).toMatchObject([
      {
        kind: 'delete',
        base: { name: 'Other' },
        selected: false,
        reasons: ['Not in the file.'],
      },
      { kind: 'delete', base: { name: 'Third' }, selected: false },
    ]);
  });

  it('is not listed while a row could still mean it', () => {
    const rows = plan([row({}, from(8))], [live({ id: 8, name: 'Renamed' })], {
      removeOthers: true,
    });
    expect(rows.map(({ kind }) => kind)).toEqual(['undecided']);
  });

  it('is not listed even if a row could mean one of 30 webhooks', () => {
    const many = Array.from({ length: 30 }, (_, at) => live({ id: at + 1, enabled: false }));
    const rows = plan([row()], many, { removeOthers: true });
    expect(rows.map(({ kind }) => kind)).toEqual(['undecided']);
    expect(rows[0]?.alternatives).toHaveLength(8);
  });

  it('is listed if a row of the same URL needs only a secret', () => {
    const headers = [{ name: 'Authorization', value: ['Bearer ', { secret: 'key' }] }];
    const [found, other] = plan([row({ name: 'Night', headers })], [live()], {
      removeOthers: true,
    });
    expect(found).toMatchObject({ kind: 'undecided', alternatives: [{ because: ['same-url'] }] });
    expect(other).toMatchObject({ kind: 'delete', base: { name: 'Pager' }, selected: false });
  });

  it('is not listed for an unreadable row of the same name', () => {
    const rows = plan([unreadable('Pager')], [live()], { removeOthers: true });
    expect(rows.map(({ kind }) => kind)).toEqual(['blocked']);
  });

  it('has a reason that it may be in an unreadable row', () => {
    const rows = plan([unreadable('')], [live()], { removeOthers: true });
    expect(rows).toMatchObject([
      { kind: 'blocked', problem: { message: 'Line 3, column 1: name is missing.' } },
      { kind: 'delete', reasons: [{}, 'Not all of the file could be read: it may be in there.'] },
    ]);
  });
});

describe('secrets', () => {
  const url = ['https://a.example/', { secret: 'pager-url' }];
  const auth = { name: 'authorization', value: ['Bearer ', { secret: 'key' }] };
  const withKey = live({
    url: 'https://a.example/hush',
    headers: [{ id: 3, name: 'Authorization', value: 'Bearer hush' }],
  });

  it('are requested by name and then inserted', () => {
    const rows = [row({ url }), row({ name: 'Night', url, headers: [auth] })];
    expect(plan(rows, [])).toMatchObject([
      { kind: 'undecided', needs: [{ name: 'pager-url' }] },
      { kind: 'undecided', needs: [{ name: 'pager-url' }, { name: 'key' }] },
    ]);
    const secrets = new Map([
      ['pager-url', 'x'],
      ['key', 'y'],
    ]);
    expect(plan(rows, [], { secrets })).toMatchObject([
      { kind: 'create', definition: { url: 'https://a.example/x' } },
      { kind: 'create', definition: { headers: [{ value: 'Bearer y' }] } },
    ]);
  });

  it('keep the value of the installation if no other value is given', () => {
    const [found] = plan([row({ url, headers: [{ ...auth, name: 'Authorization' }] })], [withKey]);
    expect(found).toMatchObject({
      kind: 'unchanged',
      reasons: ['Keeps existing secrets.', 'The installation already matches.'],
    });
  });

  it('are inserted only for the destination that they were given for', () => {
    const secrets = new Map([['https://a.example/hook', new Map([['key', 'y']])]]);
    const given = { removeOthers: false, decisions: new Map(), secrets };
    const rows = [
      row({ headers: [auth] }),
      row({ name: 'Evil', url: ['https://evil.example/'], headers: [auth] }),
      row({ name: 'Untold', missing: ['url'], url: [''], headers: [auth] }),
    ];
    const webhooks = [live(), live({ id: 8, name: 'Untold', url: 'https://c.example/' })];
    expect(kinds(decideBundleRows(rows, target('B', webhooks), given))).toMatchObject([
      { kind: 'update', definition: { headers: [{ value: 'Bearer y' }] } },
      { kind: 'undecided', needs: [{ kind: 'secret', name: 'key' }] },
      { kind: 'undecided', needs: [{ kind: 'secret', name: 'key' }] },
    ]);
  });

  it('appear as names if inserted, and as values if the installation has them', () => {
    const webhook = portableOf(pager);
    const file = {
      ...webhook,
      url,
      headers: [auth],
      payloadTemplate: ['{"k": "', { secret: 'key' }, '"}'],
    };
    const secrets = new Map([
      ['pager-url', 'hush'],
      ['key', 'fresh'],
    ]);
    const [found] = plan([row(file)], [withKey], { secrets });
    if (found?.definition == null) throw new Error('It is complete.');
    expect(found.kind).toBe('update');
    const { shownAs } = withShownAs(found, file);
    const shown = shownDefinition(found.definition, shownAs ?? []);
    expect(JSON.stringify(shown)).not.toContain('fresh');
    expect(shown).toMatchObject({
      url: 'https://a.example/hush',
      headers: [{ id: 3, value: 'Bearer <secret:key>' }],
      payloadTemplate: '{"k": "<secret:key>"}',
    });
  });

  it('of the installation are never sent to another URL by a file', () => {
    const elsewhere = row({ url: ['https://evil.example/'], headers: [auth] });
    expect(plan([elsewhere], [withKey])).toMatchObject([
      { kind: 'undecided', needs: [{ kind: 'secret', name: 'key' }] },
    ]);
    const nextDoor = row({ url: ['https://a.example/others'], headers: [auth] });
    expect(plan([nextDoor], [withKey])).toMatchObject([{ needs: [{ name: 'key' }] }]);
    const hidden = row({ url: ['https://a.example@evil.example/'], headers: [auth] });
    expect(plan([hidden], [withKey])).toMatchObject([{ needs: [{ name: 'key' }] }]);
  });
});

describe('another variant', () => {
  it('asks for a supported method, and names the losses', () => {
    const rows = [row({ method: 'PATCH', payloadType: null })];
    expect(plan(rows, [])).toMatchObject([
      {
        kind: 'undecided',
        needs: [{ kind: 'method', given: 'PATCH', choices: ['POST', 'PUT'], proposed: 'POST' }],
        losses: [{ field: 'method' }, { field: 'payloadType' }],
      },
    ]);
    expect(plan(rows, [], decided({ pager: { method: 'PUT' } }))).toMatchObject([
      {
        kind: 'create',
        definition: { method: 'PUT', payloadType: 'ALERT' },
        losses: [{ message: 'Method PATCH is not supported here and becomes PUT.' }, {}],
      },
    ]);
    expect(plan(rows, [], decided({ pager: { method: 'GET' } }))).toMatchObject([
      { kind: 'undecided' },
    ]);
  });

  it('keeps the payload type of the installation', () => {
    const rows = plan([row({ payloadType: null })], [live({ payloadType: 'JOB' })]);
    expect(rows).toMatchObject([{ kind: 'unchanged', losses: [] }]);
  });

  it('asks before a webhook for jobs becomes one for alerts', () => {
    const rows = [row({ payloadType: 'JOB' })];
    const made = (decision: RowAnswers) =>
      kinds(decideBundleRows(rows, target('A', []), choices(decided({ pager: decision }))));
    expect(made({})).toMatchObject([
      {
        kind: 'undecided',
        needs: [{ kind: 'payloadType' }],
        losses: [{ message: 'Payload type is dropped (not supported by variant A).' }],
      },
    ]);
    expect(made({ payloadType: 'ALERT' })).toMatchObject([
      { kind: 'create', definition: { payloadType: null } },
    ]);
  });
});

it('a row that cannot be sent is blocked and has issues', () => {
  const rows = [row({ url: ['ftp://a.example/'] }), row({ name: '' }, { key: 'nameless' })];
  expect(plan(rows, [])).toMatchObject([
    { kind: 'blocked', selected: false, issues: [{ path: 'url', level: 'error' }] },
    { kind: 'blocked', issues: [{ path: 'name', level: 'error' }] },
  ]);
});

it('a field that the file omits keeps its value, or has the default in a new webhook', () => {
  const missing = ['enabled', 'headers', 'severities.low'];
  const rows = [row({ missing, enabled: false, headers: [], method: 'PUT' })];
  const [update] = plan(rows, [live()]);
  expect(update).toMatchObject({
    kind: 'update',
    definition: { enabled: true, method: 'PUT', headers: live().headers },
    reasons: ['Not all fields are given. These stay as they are: enabled, headers, low alerts.'],
  });
  expect(plan(rows, [])).toMatchObject([{ kind: 'create', definition: { enabled: true } }]);
});

it('an update contains the changes, with the header ids of the installation', () => {
  const before = live({
    headers: [
      { id: 1, name: 'Content-Type', value: 'application/json' },
      { id: 2, name: 'X-Team', value: 'ops' },
      { id: 3, name: 'X-Old', value: 'a' },
    ],
  });
  const headers = [
    { name: 'X-New', value: ['b'] },
    { name: 'x-team', value: ['dba'] },
    { name: 'Content-Type', value: ['application/json'] },
  ];
  const [found] = plan([row({ headers, enabled: false })], [before]);
  expect(found).toMatchObject({ key: 'c1/pager', action: 'update', base: { id: 7 } });
  const definition = found?.definition ?? before;
  expect(fieldDifferences(before, definition)).toEqual([
    { field: 'enabled', before: true, after: false },
  ]);
  expect(headerChangeSet(before.headers, definition.headers)).toMatchObject({
    added: [{ name: 'X-New', value: 'b' }],
    changed: [{ id: 2, name: 'x-team', value: 'dba' }],
    deleted: [{ id: 3 }],
  });
});
