import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bundle } from '../format.ts';
import { exported, held, lifeLike, definitionsOf, sourceOf } from '../testing/bundles.ts';
import { scanBundle, writtenWebhooks } from './scan-bundle.ts';

/** The parsed webhooks of a text, and the parsed rest. */
function taken(parts: readonly string[]): { webhooks: unknown[]; rest: unknown } {
  const written = writtenWebhooks(parts);
  const webhooks: unknown[] = [];
  let next = written.next();
  for (; next.done !== true; next = written.next()) webhooks.push(JSON.parse(next.value));
  return { webhooks, rest: JSON.parse(next.value) };
}

const inParts = (text: string, cuts: readonly number[]): string[] => {
  const at = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
};

describe('a written bundle', () => {
  it('is split into its webhooks and the rest, for any division into parts', () => {
    fc.assert(
      fc.property(
        fc.array(definitionsOf('B'), { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (definitions, cuts) => {
          const { text } = exported([sourceOf('B', held(definitions))]);
          const { webhooks, ...head } = Bundle.parse(JSON.parse(text));
          expect(taken(inParts(text, cuts))).toEqual({
            webhooks,
            rest: { ...head, webhooks: [] },
          });
        },
      ),
    );
  });

  it('is split if each part is one character', () => {
    const { text } = exported([sourceOf('B', lifeLike('B', 3))]);
    expect(taken(text.split('')).webhooks).toHaveLength(3);
  });

  it('in another layout makes the scan throw', () => {
    const { text, secrets } = exported([sourceOf('B', lifeLike('B', 3))]);
    const others = [
      JSON.stringify(JSON.parse(text)),
      JSON.stringify(JSON.parse(text), null, 4),
      text.replaceAll('\n    }', '\n     }'),
      text.slice(0, text.length / 2),
    ];
    for (const other of others) {
      expect(() => scanBundle([other], secrets, new Set())).toThrow();
    }
  });
});
