import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldOf, type Webhook } from '../webhook/webhook.ts';
import {
  applyEdit,
  editableFields,
  type EditedWebhook,
  faultOf,
  isPatternEdit,
  isUneditedBy,
  notEdited,
  secretsOfEdits,
  type WebhookEdit,
} from './edit-many.ts';
import { aWebhook } from './testing/webhooks.ts';

const edited = (webhook: Webhook, ...edits: readonly WebhookEdit[]): EditedWebhook =>
  edits.reduce((before, edit) => applyEdit(before, edit, 'B'), notEdited(webhook));

const headersAfter = (webhook: Webhook, edit: WebhookEdit) =>
  edited(webhook, edit).definition.headers;

const chat = aWebhook(7, {
  headers: [
    { id: 70, name: 'X-Team', value: 'ops' },
    { id: 71, name: 'x-key', value: 'old' },
  ],
});

const names = fc.constantFrom('X-Team', 'x-team', 'X-KEY', 'X-Other', 'Accept');
const headerEdits = fc.oneof(
  fc.record({ kind: fc.constant('set-header' as const), name: names, value: fc.string() }),
  fc.record({ kind: fc.constant('replace-header' as const), name: names, value: fc.string() }),
  fc.record({ kind: fc.constant('rename-header' as const), name: names, to: names }),
  fc.record({ kind: fc.constant('remove-header' as const), name: names }),
);
const fieldEdits = fc.constantFrom<WebhookEdit>(
  { kind: 'field', field: 'enabled', value: false },
  { kind: 'field', field: 'severities.low', value: true },
  { kind: 'field', field: 'method', value: 'PUT' },
  { kind: 'field', field: 'method', value: 'PATCH' },
  { kind: 'field', field: 'payloadType', value: 'JOB' },
);
const variant = fc.constantFrom('A' as const, 'B' as const);
const webhooks = fc
  .uniqueArray(names, { selector: (name) => name.toLowerCase() })
  .map((found) =>
    aWebhook(7, { headers: found.map((name, index) => ({ id: index, name, value: name })) }),
  );

describe('an edit of many webhooks', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(webhooks, fc.oneof(headerEdits, fieldEdits), variant, (webhook, edit, of) => {
        const once = applyEdit(notEdited(webhook), edit, of);
        expect(applyEdit(once, edit, of).definition).toEqual(once.definition);
      }),
    );
  });

  it('keeps header ids, and gives none to a new header', () => {
    fc.assert(
      fc.property(webhooks, headerEdits, (webhook, edit) => {
        const { headers } = applyEdit(notEdited(webhook), edit, 'B').definition;
        const ids = headers.flatMap(({ id }) => id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        expect(webhook.headers.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
        expect(headers.filter(({ id }) => id === null).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('changes the webhook, has a note with the reason, or finds the value already set', () => {
    fc.assert(
      fc.property(webhooks, headerEdits, (webhook, edit) => {
        fc.pre(edit.kind === 'rename-header' ? edit.name !== edit.to : true);
        const after = applyEdit(notEdited(webhook), edit, 'B');
        const isHeld = 'value' in edit && webhook.headers.some(({ value }) => value === edit.value);
        const isNamed =
          edit.kind === 'rename-header' && webhook.headers.some(({ name }) => name === edit.to);
        expect(isUneditedBy(after, webhook)).toBe(after.notes.length > 0 || isHeld || isNamed);
      }),
    );
  });

  it('keeps all other fields', () => {
    const edit: WebhookEdit = { kind: 'field', field: 'severities.low', value: true };
    const { definition, notes } = edited(chat, edit);
    expect(notes).toEqual([]);
    expect({ ...chat, ...definition }).toEqual({
      ...chat,
      severities: { ...chat.severities, low: true },
    });
  });

  it.each<[WebhookEdit, 'A' | 'B', string]>([
    [{ kind: 'field', field: 'payloadType', value: 'JOB' }, 'A', 'Variant A has no payload type.'],
    [
      { kind: 'field', field: 'method', value: 'PATCH' },
      'B',
      'Variant B accepts POST or PUT, not PATCH.',
    ],
    [{ kind: 'remove-header', name: 'X-Old' }, 'B', 'No header X-Old.'],
    [
      { kind: 'rename-header', name: 'x-key', to: 'x-TEAM' },
      'B',
      'x-key is not renamed: there is already a header x-TEAM.',
    ],
    [
      { kind: 'replace-text', field: 'url', find: 'gone', replacement: '', isPattern: false },
      'B',
      'No match for “gone” in the target URL.',
    ],
  ])('that does not apply has a note: %o', (edit, of, note) => {
    const after = applyEdit(notEdited(chat), edit, of);
    expect(after.notes).toEqual([note]);
    expect(isUneditedBy(after, chat)).toBe(true);
  });

  it('ignores the case of header names', () => {
    expect(headersAfter(chat, { kind: 'set-header', name: 'X-Key', value: 'new' })).toEqual([
      chat.headers[0],
      { id: 71, name: 'x-key', value: 'new' },
    ]);
    expect(
      headersAfter(chat, { kind: 'rename-header', name: 'x-key', to: 'X-Key' }),
    ).toContainEqual({ id: 71, name: 'X-Key', value: 'old' });
    expect(headersAfter(chat, { kind: 'remove-header', name: 'X-TEAM' })).toEqual([
      chat.headers[1],
    ]);
    expect(headersAfter(chat, { kind: 'set-header', name: 'X-New', value: '1' }).at(-1)).toEqual({
      id: null,
      name: 'X-New',
      value: '1',
    });
  });

  it('takes a text and its replacement literally', () => {
    const { definition } = edited(chat, {
      kind: 'replace-text',
      field: 'url',
      find: '.example.com',
      replacement: '.$&.example.org',
      isPattern: false,
    });
    expect(definition.url).toBe('https://chat.$&.example.org/hook');
  });

  it('applies edits in their order', () => {
    const { definition } = edited(
      chat,
      { kind: 'rename-header', name: 'x-key', to: 'X-New' },
      { kind: 'replace-header', name: 'x-new', value: '2' },
    );
    expect(definition.headers[1]).toEqual({ id: 71, name: 'X-New', value: '2' });
  });
});

describe('an entered edit', () => {
  it.each<[WebhookEdit, string]>([
    [{ kind: 'field', field: 'url', value: 'https://a.example' }, 'Select a value.'],
    [{ kind: 'field', field: 'enabled', value: 'yes' }, 'Select a value.'],
    [{ kind: 'field', field: 'payloadType', value: 'ALERTS' }, 'Select a value.'],
    [{ kind: 'remove-header', name: '' }, 'Enter a header name.'],
    [
      { kind: 'set-header', name: 'X Team', value: '' },
      'Use only letters, digits and hyphens in a header name.',
    ],
    [
      { kind: 'set-header', name: 'X-Team', value: 'a\nb' },
      'A header value cannot hold a line break.',
    ],
    [
      { kind: 'replace-text', field: 'url', find: '', replacement: '', isPattern: false },
      'Enter the text to find.',
    ],
    [
      { kind: 'replace-text', field: 'url', find: '(a', replacement: '', isPattern: true },
      'This is not a regular expression: unterminated group.',
    ],
  ])('that is invalid has a message: %o', (edit, fault) => {
    expect(faultOf(edit)).toBe(fault);
  });

  it.each(editableFields)('can set %s to a value of its kind', (field) => {
    const value = fieldOf(aWebhook(1), field);
    expect(faultOf({ kind: 'field', field, value })).toBeNull();
  });

  it('has a secret if the header is sensitive', () => {
    const edits: WebhookEdit[] = [
      { kind: 'set-header', name: 'Authorization', value: 'Bearer canary' },
      { kind: 'set-header', name: 'X-Team', value: 'ops' },
    ];
    expect(secretsOfEdits(edits)).toEqual(['Bearer canary']);
  });

  it('needs a regular expression only if it is one', () => {
    const text = { kind: 'replace-text', field: 'url', find: 'a', replacement: '' } as const;
    expect(isPatternEdit({ ...text, isPattern: true })).toBe(true);
    expect(isPatternEdit({ ...text, isPattern: false })).toBe(false);
  });
});
