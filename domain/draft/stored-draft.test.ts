import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../webhook/check-definition.ts';
import { sameContent } from '../webhook/difference.ts';
import { emptyDefinition, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';
import { moveDraft } from './stored-draft.ts';

const definition: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Pager night',
  url: 'https://events.example.com/enqueue',
  headers: [
    { id: 11, name: 'Content-Type', value: 'application/json' },
    { id: null, name: 'X-New', value: '1' },
  ],
};
const base: Webhook = { ...definition, id: 7, unreported: [], unknown: {} };

describe('a draft that moves to another installation', () => {
  it('becomes a new webhook without the former ids', () => {
    const { definition: moved, losses } = moveDraft({ base, definition }, 'B');
    expect(moved.headers.map(({ id }) => id)).toEqual([null, null]);
    expect(sameContent(moved, definition)).toBe(true);
    expect(losses).toEqual([
      'The draft creates a new webhook. Webhook 7 (“Pager night”) does not change.',
    ]);
  });

  it.each(['A', 'B'] as const)('names the unknown fields that it loses on %s', (to) => {
    const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, 1]));
    const { losses } = moveDraft({ base: { ...base, unknown }, definition }, to);
    expect(losses).toContain(
      'Fields that the interface does not have are not copied: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more.',
    );
  });

  it('loses nothing if it is new and the variant is the same', () => {
    expect(moveDraft({ base: null, definition }, 'B').losses).toEqual([]);
  });

  it.each([
    ['JOB', 'Payload type is dropped (not supported by variant A).'],
    ['ALERT', 'Payload type is dropped (not supported by variant A).'],
  ] as const)('reports that its payload type %s is lost on A', (payloadType, loss) => {
    const moved = moveDraft({ base: null, definition: { ...definition, payloadType } }, 'A');
    expect(moved).toMatchObject({ definition: { payloadType: null }, losses: [loss] });
  });

  it('reports the replaced method and the assumed payload type on B', () => {
    const ofA = { ...definition, method: 'PATCH', payloadType: null };
    expect(moveDraft({ base: null, definition: ofA }, 'B')).toMatchObject({
      definition: { method: 'POST', payloadType: 'ALERT' },
      losses: [
        'Method PATCH becomes POST (variant B supports only POST or PUT).',
        'The payload type becomes alert (variant B (14.0) requires a payload type).',
      ],
    });
  });

  it.each([
    ['put', 'PUT'],
    ['Put', 'PUT'],
    ['post', 'POST'],
    ['puts', 'POST'],
  ])('reports that its method %s becomes %s on B', (method, becomes) => {
    const moved = moveDraft({ base: null, definition: { ...definition, method } }, 'B');
    expect(moved.definition.method).toBe(becomes);
    expect(moved.losses).toEqual([
      `Method ${method} becomes ${becomes} (variant B supports only POST or PUT).`,
    ]);
    expect(moveDraft({ base: null, definition: { ...definition, method } }, 'A')).toMatchObject({
      definition: { method },
    });
  });

  it('never gets a method or payload type that its variant does not support', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'),
        fc.constantFrom('ALERT' as const, 'JOB' as const, null),
        fc.constantFrom('A' as const, 'B' as const),
        (method, payloadType, to) => {
          const draft = { base: null, definition: { ...definition, method, payloadType } };
          const moved = moveDraft(draft, to);
          expect(checkDefinition(moved.definition, to, null)).toEqual([]);
          const isSame =
            moved.definition.method === method && moved.definition.payloadType === payloadType;
          expect(moved.losses.length === 0).toBe(isSame);
        },
      ),
    );
  });
});
