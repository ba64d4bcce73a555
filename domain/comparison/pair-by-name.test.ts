import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BundleRow } from '../bundle/bundle-row.ts';
import { LiveIndex, matchRows } from '../bundle/plan/match-rows.ts';
import { portableOf } from '../bundle/portable-webhook.ts';
import { installationList } from '../publishing/installation-list.ts';
import { aWebhook } from '../publishing/testing/webhooks.ts';
import { definitionOf, type Webhook } from '../webhook/webhook.ts';
import { compareWebhooks } from './compare-webhooks.ts';
import { pairByName } from './pair-by-name.ts';

const lists = fc.array(
  fc.record({ name: fc.constantFrom('Chat', 'Pager'), url: fc.constantFrom('/a', '/b', '/c') }),
  { maxLength: 6 },
);

const webhooksOf = (list: readonly Partial<Webhook>[]): Webhook[] =>
  list.map((each, index) => aWebhook(index + 1, each));

const isEqual = (a: Webhook, b: Webhook): boolean =>
  compareWebhooks({ webhook: a, variant: 'B' }, { webhook: b, variant: 'B' }).different.length ===
  0;

/** The partners that the import of a bundle finds for these webhooks. */
function pairedByBundle(mine: readonly Webhook[], theirs: readonly Webhook[]): unknown[] {
  const list = installationList('B', theirs);
  const target = { connectionId: 'c', fingerprint: '', list };
  const rows = mine.map(
    (webhook, index): { row: BundleRow; webhook: ReturnType<typeof portableOf> } => {
      const portable = portableOf(webhook);
      const content = { kind: 'webhook' as const, webhook: portable };
      return { row: { key: String(index), line: 1, content, origin: null }, webhook: portable };
    },
  );
  const choices = { decisions: new Map(), secrets: new Map(), removeOthers: false };
  const matches = matchRows(rows, new LiveIndex(target), choices, ({ row }) => {
    const webhook = mine[Number(row.key)];
    if (webhook === undefined) throw new Error('There is no such row.');
    return { definition: definitionOf(webhook), reasons: [], losses: [], questions: [] };
  });
  return rows.map(({ row }) => {
    const match = matches.get(row.key);
    if (match?.kind !== 'pair') return 'ambiguous';
    return match.live === null ? 'missing' : match.live.url;
  });
}

it('pairs webhooks like the import of a bundle', () => {
  fc.assert(
    fc.property(lists, lists, (a, b) => {
      const [mine, theirs] = [webhooksOf(a), webhooksOf(b)];
      const partners = new Map<Webhook, unknown>();
      for (const [name, group] of Map.groupBy(mine, (each) => each.name)) {
        const found = pairByName(
          group,
          theirs.filter((each) => each.name === name),
          (x, y) => x.id !== null && y.id !== null && isEqual(x, y),
        );
        for (const [index, partner] of found.partners.entries()) {
          const webhook = group[index];
          if (webhook === undefined) continue;
          partners.set(webhook, typeof partner === 'string' ? partner : partner.url);
        }
      }
      expect(mine.map((each) => partners.get(each))).toEqual(pairedByBundle(mine, theirs));
    }),
  );
});

it('lists what the reference lacks, unless an undecided webhook could mean it', () => {
  const [one, two, three] = webhooksOf([{ url: '/a' }, { url: '/a' }, { url: '/b' }]);
  if (one === undefined || two === undefined || three === undefined) throw new Error('Too few.');
  const equal = (a: { url: string }, b: { url: string }): boolean => a.url === b.url;
  expect(pairByName([one], [two, three], equal)).toEqual({ partners: [two], extra: [three] });
  expect(pairByName([aWebhook(9, { url: '/c' })], [two, three], equal)).toEqual({
    partners: ['ambiguous'],
    extra: [],
  });
  expect(pairByName([], [two], equal).extra).toEqual([two]);
});
