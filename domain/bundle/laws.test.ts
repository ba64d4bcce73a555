import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowAnswers } from '../publishing/plan.ts';
import { fieldDifferences } from '../webhook/difference.ts';
import type { VariantId } from '../webhook/variant.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { contentKey } from '../webhook/difference.ts';
import {
  applied,
  choices,
  decideBundleRows,
  definitionsOf,
  exported,
  held,
  kindOf,
  lifeLike,
  readable,
  sourceOf,
  target,
  valuesOf,
} from './testing/bundles.ts';

/** The text of a file from its list of webhooks on. */
const bodyOf = (text: string): string =>
  text.slice(text.indexOf('"webhooks": [\n    {\n      "key"'));

/** Random definitions that can be sent. Other tests cover the others. */
const sendable = (variant: VariantId) =>
  fc.array(
    definitionsOf(variant).map((definition): WebhookDefinition => ({
      ...definition,
      name: definition.name.trim() === '' ? 'x' : definition.name,
      url: URL.canParse(definition.url) ? definition.url : 'https://a.example/',
      headers: definition.headers.map((one) => ({
        ...one,
        value: one.value.replace(/[\r\n\0]/g, ''),
      })),
    })),
    { maxLength: 6 },
  );
const variant = fc.constantFrom<VariantId>('A', 'B');
const installation = variant.chain((id) => fc.tuple(fc.constant(id), sendable(id)));

describe('export, import into an empty installation, export', () => {
  const roundTrip = (id: VariantId, webhooks: readonly Webhook[]): void => {
    const first = exported([sourceOf(id, webhooks)]);
    const { rows } = readable(first.text);
    const plan = decideBundleRows(
      rows,
      target(id, []),
      choices({ secrets: valuesOf(first.secrets) }),
    );
    expect(plan.map(kindOf)).toEqual(webhooks.map(() => 'create'));
    const after = applied(plan, []);
    expect(after.map(contentKey).sort()).toEqual(webhooks.map(contentKey).sort());
    expect(bodyOf(exported([sourceOf(id, after)]).text)).toBe(bodyOf(first.text));
  };

  it('gives the same list of webhooks', () => {
    fc.assert(
      fc.property(installation, fc.nat(), ([id, definitions], order) => {
        const turned = definitions.toSorted((a, b) =>
          contentKey(a).length * 7 + order > contentKey(b).length * 13 ? 1 : -1,
        );
        roundTrip(id, held(turned, 7));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['A', 'B'] as const)('gives the same list for realistic webhooks of variant %s', (id) => {
    const usual = lifeLike(id, 200).map((one) => ({ ...one, method: one.method.toUpperCase() }));
    roundTrip(id, usual);
  });
});

it('a second plan of the same file has only unchanged rows, with or without choices', () => {
  fc.assert(
    fc.property(installation, installation, ([id, theirs], [, ours]) => {
      const file = exported([sourceOf(id, held(theirs))]);
      const { rows } = readable(file.text);
      const before = held(
        ours.map((one) => ({ ...one, method: 'POST', payloadType: id === 'A' ? null : 'ALERT' })),
        50,
      );
      const decisions = new Map<string, RowAnswers>(
        rows.map(({ key }) => [key, { pairWith: 'create', method: 'POST', payloadType: 'ALERT' }]),
      );
      const made = choices({ secrets: valuesOf(file.secrets), decisions });
      const plan = decideBundleRows(rows, target(id, before, 'another'), made);
      const after = target(id, applied(plan, before), 'another');
      for (const again of [made, choices()]) {
        const kinds = decideBundleRows(rows, after, again).map(kindOf);
        expect(kinds).toEqual(rows.map(() => 'unchanged'));
      }
    }),
    { numRuns: 300 },
  );
});

it('a transfer to the other variant and back loses nothing that the plan does not name', () => {
  fc.assert(
    fc.property(installation, ([from, definitions]) => {
      const over: VariantId = from === 'A' ? 'B' : 'A';
      const unique = definitions.map((one, index) => ({ ...one, name: `${one.name}·${index}` }));
      const there = carried(held(unique), from, over);
      const back = carried(there.webhooks, over, from);
      for (const before of unique) {
        const after = back.webhooks.find(({ name }) => name === before.name);
        if (after === undefined) throw new Error('A webhook was lost on the way.');
        const named = [
          ...(there.named.get(before.name) ?? []),
          ...(back.named.get(before.name) ?? []),
        ];
        for (const { field } of fieldDifferences(before, after)) expect(named).toContain(field);
        expect(contentKey({ ...after, method: '', payloadType: null })).toBe(
          contentKey({ ...before, method: '', payloadType: null }),
        );
      }
    }),
    { numRuns: 300 },
  );
});

/** Publishes all webhooks to an empty installation of another variant. Answers each question. */
function carried(
  webhooks: readonly Webhook[],
  from: VariantId,
  to: VariantId,
): { webhooks: Webhook[]; named: Map<string, string[]> } {
  const file = exported([sourceOf(from, webhooks)]);
  const { rows } = readable(file.text);
  const secrets = valuesOf(file.secrets);
  const open = decideBundleRows(rows, target(to, []), choices({ secrets }));
  // The plan names each loss before the user decides.
  for (const row of open) if (kindOf(row) === 'undecided') expect(row.losses).not.toEqual([]);
  const decision: RowAnswers = { method: 'PUT', payloadType: 'ALERT' };
  const decisions = new Map(rows.map(({ key }) => [key, decision]));
  const plan = decideBundleRows(rows, target(to, []), choices({ secrets, decisions }));
  expect(plan.map(kindOf)).toEqual(rows.map(() => 'create'));
  const named = plan.map(({ definition, losses }): [string, string[]] => [
    definition?.name ?? '',
    losses.map(({ field }) => field),
  ]);
  return { webhooks: applied(plan, []), named: new Map(named) };
}
