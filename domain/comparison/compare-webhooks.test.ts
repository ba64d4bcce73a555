import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aWebhook } from '../publishing/testing/webhooks.ts';
import { checkDefinition } from '../webhook/check-definition.ts';
import { FieldName } from '../webhook/fields.ts';
import { headersWithIds, withHeaders } from '../webhook/testing/definitions.ts';
import { VariantId } from '../webhook/variant.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { headerPart } from './compared-part.ts';
import { canHold, compareWebhooks, type Side } from './compare-webhooks.ts';
import { likeReference, newLikeReference, partsOfUnknownSecret } from './like-reference.ts';

const side = (webhook: Webhook, variant: VariantId = 'B'): Side => ({ webhook, variant });

const webhookOf = (definition: WebhookDefinition, variant: VariantId): Webhook => ({
  ...definition,
  payloadType: variant === 'A' ? null : (definition.payloadType ?? 'ALERT'),
  id: 1,
  unreported: [],
  unknown: {},
});

const sides: fc.Arbitrary<Side> = fc
  .tuple(withHeaders(headersWithIds), fc.constantFrom(...VariantId.options))
  .map(([definition, variant]) => ({ webhook: webhookOf(definition, variant), variant }));

const parts = fc
  .subarray([...FieldName.options, headerPart('X-Team'), headerPart('Authorization')])
  .map((some) => new Set<string>(some));

const header = (name: string, value: string, id: number | null = null): Header => ({
  id,
  name,
  value,
});

const withValues = (...headers: Header[]): Side => side(aWebhook(1, { headers }));

describe('comparing two webhooks', () => {
  it('finds no difference between a webhook and itself', () => {
    fc.assert(
      fc.property(sides, (one) => {
        expect(compareWebhooks(one, one).different).toEqual([]);
      }),
    );
  });

  it('finds the same differences in both directions within one variant', () => {
    fc.assert(
      fc.property(withHeaders(headersWithIds), withHeaders(headersWithIds), (a, b) => {
        const [left, right] = [side(webhookOf(a, 'B')), side(webhookOf(b, 'B'))];
        const sorted = (found: readonly string[]): string[] => [...found].sort();
        expect(sorted(compareWebhooks(left, right).different)).toEqual(
          sorted(compareWebhooks(right, left).different),
        );
      }),
    );
  });

  it('finds no difference after a webhook was made like the reference, for any variants', () => {
    fc.assert(
      fc.property(sides, sides, parts, (reference, other, ignored) => {
        const definition = likeReference(reference, other, ignored);
        const after: Side = { ...other, webhook: webhookOf(definition, other.variant) };
        const hasEmptySecret = reference.webhook.headers.some(
          ({ name, value }) => name === 'Authorization' && value === '',
        );
        fc.pre(!hasEmptySecret);
        const kept = ignored.has('method') || canHold('method', reference, other) ? [] : ['method'];
        fc.pre(kept.length === 0 || reference.webhook.method !== after.webhook.method);
        expect(compareWebhooks(reference, after, ignored).different).toEqual(kept);
      }),
    );
  });

  it('finds no difference after a webhook was created like the reference', () => {
    fc.assert(
      fc.property(sides, fc.constantFrom(...VariantId.options), (reference, variant) => {
        const { definition, unknown } = newLikeReference(reference, variant);
        fc.pre(unknown.length === 0);
        const created = side(webhookOf(definition, variant), variant);
        const kept = canHold('method', reference, created) ? [] : ['method'];
        expect(compareWebhooks(reference, created).different).toEqual(kept);
      }),
    );
  });

  it('keeps header ids, ignored parts and the name of the webhook', () => {
    const reference = side(
      aWebhook(1, {
        name: 'Chat',
        enabled: false,
        headers: [header('X-Team', 'ops'), header('X-Env', 'prod')],
      }),
    );
    const other = side(
      aWebhook(2, {
        name: 'chat',
        headers: [header('x-team', 'dev', 7), header('X-Env', 'stage', 8)],
      }),
    );
    const ignored = new Set(['enabled', headerPart('X-Env')]);
    const made = likeReference(reference, other, ignored);
    expect(made).toMatchObject({ name: 'chat', enabled: true });
    expect(made.headers).toEqual([header('x-team', 'ops', 7), header('X-Env', 'stage', 8)]);
  });

  it('ignores header ids, their order and the case of their names', () => {
    const one = withValues(header('X-A', '1', 1), header('X-B', '2', 2));
    const two = withValues(header('x-b', '2', 9), header('x-a', '1', 8));
    expect(compareWebhooks(one, two).different).toEqual([]);
  });

  it('cannot tell whether masked and empty secrets are equal, and keeps them', () => {
    const known = withValues(header('Authorization', 'Bearer abc', 1));
    for (const value of ['', '***', 'Bearer ****', '••••••••', '<secret:chat>', '[redacted]']) {
      const masked = withValues(header('Authorization', value, 2));
      for (const [reference, other] of [
        [known, masked],
        [masked, known],
        [masked, masked],
      ] as const) {
        const found = compareWebhooks(reference, other);
        expect(found).toEqual({
          different: [],
          unknown: ['header:authorization'],
          unreported: [],
        });
        expect(likeReference(reference, other).headers).toEqual(other.webhook.headers);
      }
    }
  });

  it('never writes a mask over a secret, and names the parts that stay for it', () => {
    const masked = (text: string): Side =>
      side(
        aWebhook(1, {
          url: `https://****@chat.example.com/${text}`,
          payloadTemplate: `{"token": "****", "text": "${text}"}`,
          headers: [header('Authorization', '****'), header('Authorization', text)],
        }),
      );
    const secrets = {
      url: 'https://me:abc@chat.example.com/x',
      payloadTemplate: '{"token": "abc", "text": "x"}',
      headers: [header('authorization', 'Bearer abc', 7)],
    };
    const parts = ['url', 'payloadTemplate', 'header:authorization'];
    const other = side(aWebhook(2, secrets));
    expect(compareWebhooks(masked('y'), other).different).toEqual(parts);
    expect(likeReference(masked('y'), other)).toMatchObject(secrets);
    expect(partsOfUnknownSecret(masked('y'), other)).toEqual(parts);
    expect(partsOfUnknownSecret(masked('y'), other, new Set(parts))).toEqual([]);
    expect(partsOfUnknownSecret(other, masked('y'))).toEqual([]);
  });

  it('never creates a header with a mask for a value', () => {
    const reference = withValues(header('Authorization', '****'), header('X-Team', 'ops'));
    const { definition, unknown } = newLikeReference(reference, 'B');
    expect(definition.headers).toEqual([header('X-Team', 'ops')]);
    expect(unknown).toEqual(['header Authorization']);
  });

  it('cannot tell whether a masked secret in a URL is equal', () => {
    const url = (text: string): Side => side(aWebhook(1, { url: text }));
    const open = url('https://me:abc@chat.example.com/x');
    const masked = url('https://****@chat.example.com/x');
    expect(compareWebhooks(open, masked)).toMatchObject({ different: [], unknown: ['url'] });
    expect(compareWebhooks(open, url('https://****@chat.example.com/y')).different).toEqual([
      'url',
    ]);
    expect(likeReference(open, masked).url).toBe(masked.webhook.url);
  });

  it('cannot tell whether a secret that a file omits is equal, unless the text around it differs', () => {
    const omitted = side(aWebhook(1, { payloadTemplate: 'room <secret:room> of %AlertName%' }));
    const unknownIn = (payloadTemplate: string) =>
      compareWebhooks(omitted, side(aWebhook(2, { payloadTemplate })));
    expect(unknownIn('room 4711 of %AlertName%')).toMatchObject({
      different: [],
      unknown: ['payloadTemplate'],
    });
    expect(unknownIn('room  of %AlertName%').different).toEqual(['payloadTemplate']);
    expect(unknownIn('room 4711').different).toEqual(['payloadTemplate']);
  });

  it('compares a method that one side cannot hold, and no field that a variant lacks', () => {
    const ofA = side(aWebhook(1, { method: 'PATCH', payloadType: null }), 'A');
    const ofB = side(aWebhook(2, { method: 'PUT', payloadType: 'JOB' }), 'B');
    expect(compareWebhooks(ofA, ofB).different).toEqual(['method']);
    expect(compareWebhooks(ofB, ofA).different).toEqual(['method']);
    expect(likeReference(ofA, ofB).method).toBe('PUT');
    const made = likeReference(ofB, ofA);
    expect(made).toMatchObject({ method: 'PUT', payloadType: null });
    expect(checkDefinition(made, 'A', null).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('compares nothing that an installation does not report', () => {
    const silent = side(aWebhook(1, { unreported: ['url', 'headers'], url: '', headers: [] }));
    const other = side(aWebhook(2, { headers: [header('X-Team', 'ops')] }));
    const found = compareWebhooks(silent, other);
    expect(found).toMatchObject({ different: [], unreported: ['url', 'headers'] });
    expect(likeReference(silent, other)).toMatchObject({
      url: other.webhook.url,
      headers: other.webhook.headers,
    });
  });
});
