import { expect, it } from 'vitest';
import { aWebhook } from '../publishing/testing/webhooks.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import type { VariantId } from '../webhook/variant.ts';
import { compareList, type ListComparison, referenceList } from './compare-list.ts';

function compared(
  [ofReference, variant]: readonly [ListedWebhook, VariantId],
  [other, ofOther]: readonly [ListedWebhook, VariantId],
): ListComparison {
  const reference = referenceList(variant, [ofReference], new Set());
  const others = { variant: ofOther, webhooks: [other], formerOf: () => null };
  const steps = compareList(reference, others, new Set());
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

it('shows PATCH against PUT as a difference, though one side cannot hold PATCH', () => {
  const patch = aWebhook(1, { method: 'PATCH', payloadType: null });
  const put = aWebhook(2, { method: 'PUT' });
  const cell = { kind: 'differs', different: 1 };
  expect(compared([patch, 'A'], [put, 'B']).cells).toMatchObject([cell]);
  expect(compared([put, 'B'], [patch, 'A']).cells).toMatchObject([cell]);
});

it('names the fields of a column that are not reported', () => {
  const silent = aWebhook(1, { unreported: ['url', 'headers'] });
  const list = compared([silent, 'B'], [aWebhook(2), 'B']);
  expect(list.unreported).toContain('url');
  expect(list.cells).toMatchObject([{ kind: 'same' }]);
});
