import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedWebhooks, type ListedWebhook } from '../webhook/listed.ts';
import { emptyDefinition } from '../webhook/webhook.ts';
import { pairWebhooks } from './pair-webhooks.ts';

const twins = (...traits: string[]): ListedWebhook[] =>
  listedWebhooks(
    traits.map((trait) => ({
      ...emptyDefinition('A'),
      id: 7,
      unreported: [],
      unknown: {},
      name: trait[0] ?? '',
      url: trait,
    })),
  );
const urls = ({ pairs }: ReturnType<typeof pairWebhooks>): string[][] =>
  pairs.map(([was, is]) => [was.url, is.url]);

describe('pairing webhooks that share an id', () => {
  it('pairs by equal content, then by equal name, then by order', () => {
    const paired = pairWebhooks(twins('a1', 'b1', 'c1', 'd1'), twins('x1', 'b2', 'a1', 'y1'));
    expect(urls(paired)).toEqual([
      ['a1', 'a1'],
      ['b1', 'b2'],
      ['c1', 'x1'],
      ['d1', 'y1'],
    ]);
  });

  it('pairs equal webhooks in any order, and as many webhooks as possible', () => {
    const trait = fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1');
    fc.assert(
      fc.property(
        fc.array(trait, { maxLength: 8 }),
        fc.array(trait, { maxLength: 8 }),
        (one, other) => {
          const swapped = pairWebhooks(twins(...one), twins(...one.toReversed()));
          expect(urls(swapped).every(([was, is]) => was === is)).toBe(true);
          expect([...swapped.gone, ...swapped.added]).toEqual([]);
          const { pairs, gone, added } = pairWebhooks(twins(...one), twins(...other));
          expect(pairs).toHaveLength(Math.min(one.length, other.length));
          expect(pairs.length + gone.length).toBe(one.length);
          expect(pairs.length + added.length).toBe(other.length);
        },
      ),
    );
  });
});
