import { contentKey } from '../../webhook/difference.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import { printed, secretsIn } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { Completed } from './complete.ts';
import type { LiveIndex } from './live-index.ts';
import type { PlanChoices } from './plan-target.ts';

export interface ReadRow {
  readonly row: BundleRow;
  readonly webhook: PortableWebhook;
}

/** A pair with `live: null` creates a webhook. */
export type Match =
  | { readonly kind: 'pair'; readonly live: Webhook | null; readonly reason: string | null }
  | { readonly kind: 'undecided'; readonly reason: string };

/** Webhooks of one name, per side: comparing them takes quadratic time. */
const maxCompared = 50;

/**
 * Matches by the user's decisions, then rows with the webhook that they come from, then by names that are
 * unique on both sides. Several of one name match only if their content is equal, because then nothing
 * changes; the user pairs the others.
 */
export function matchRows(
  rows: readonly ReadRow[],
  index: LiveIndex,
  { decisions, asksForNames = false }: PlanChoices,
  complete: (row: ReadRow, live: Webhook | null) => Completed,
): Map<string, Match> {
  const matches = new Map<string, Match>();
  const taken = new Map<number, string>();
  const pair = (key: string, live: Webhook, reason: string | null): void => {
    taken.set(live.id, key);
    matches.set(key, { kind: 'pair', live, reason });
  };

  for (const { row } of rows) {
    const wanted = decisions.get(row.key)?.pairWith;
    if (wanted === undefined || wanted === 'create') continue;
    const live = index.withId(wanted);
    if (live === null) {
      const reason = `The selected webhook ${wanted} no longer exists.`;
      matches.set(row.key, { kind: 'undecided', reason });
    } else if (taken.has(wanted)) {
      const reason = `Webhook ${wanted} was selected for more than one row.`;
      matches.set(row.key, { kind: 'undecided', reason });
    } else pair(row.key, live, 'It was selected for this webhook.');
  }

  for (const { row, webhook } of rows) {
    if (matches.has(row.key) || decisions.get(row.key)?.pairWith === 'create') continue;
    const former = index.former(row);
    if (former?.name === webhook.name && !taken.has(former.id)) pair(row.key, former, null);
  }

  const unpaired: { each: ReadRow; group: readonly ReadRow[]; isNew: boolean }[] = [];
  const unmatched = rows.filter(({ row }) => !matches.has(row.key));
  for (const [name, group] of Map.groupBy(unmatched, ({ webhook }) => webhook.name)) {
    const live = index.withName(name).filter(({ id }) => !taken.has(id));
    const userChoseCreate = ({ row }: ReadRow): boolean =>
      decisions.get(row.key)?.pairWith === 'create';
    const [only] = group;
    const [same] = live;
    const isUnique = !asksForNames && group.length === 1 && index.withName(name).length === 1;
    if (isUnique && only !== undefined && same !== undefined && !userChoseCreate(only)) {
      pair(only.row.key, same, null);
      continue;
    }
    const left = pairEqual(group, live, complete, pair);
    unpaired.push(...left.map((each) => ({ each, group, isNew: userChoseCreate(each) })));
  }
  // `taken` is complete only now.
  for (const { each, group, isNew } of unpaired) {
    matches.set(each.row.key, isNew ? chosenAsNew : matchUnpaired(each, group, index, taken));
  }
  return matches;
}

const chosenAsNew: Match = {
  kind: 'pair',
  live: null,
  reason: 'It was selected as a new webhook.',
};

function matchUnpaired(
  { row, webhook }: ReadRow,
  group: readonly ReadRow[],
  index: LiveIndex,
  taken: ReadonlyMap<number, string>,
): Match {
  const there = index.withName(webhook.name);
  const left = there.filter(({ id }) => !taken.has(id)).length;
  if (left > 0) {
    const inFile = group.length > 1 ? `${group.length} rows have this name. ` : '';
    const more = there.length > 1 ? `${there.length} webhooks` : 'one';
    return { kind: 'undecided', reason: `${inFile}The installation has ${more} of this name.` };
  }
  if (there.length > 0) {
    return { kind: 'undecided', reason: 'The webhook of this name belongs to another row.' };
  }
  const former = index.former(row);
  if (former !== null && !taken.has(former.id)) {
    const reason = `It came from webhook ${former.id}, which has another name now: “${former.name}”.`;
    return { kind: 'undecided', reason };
  }
  return { kind: 'pair', live: null, reason: null };
}

/** Returns the rows without a partner. */
function pairEqual(
  group: readonly ReadRow[],
  live: readonly Webhook[],
  complete: (row: ReadRow, live: Webhook | null) => Completed,
  pair: (key: string, live: Webhook, reason: string | null) => void,
): ReadRow[] {
  const free = Map.groupBy(live, contentKey);
  const few = group.length <= maxCompared && live.length <= maxCompared;
  const paired = new Set<ReadRow>();
  // A row with fewer secrets matches fewer webhooks.
  for (const each of group.toSorted((a, b) => plainLength(b.webhook) - plainLength(a.webhook))) {
    const created = complete(each, null);
    const isWhole = created.questions.length === 0 && each.webhook.missing.length === 0;
    const key = isWhole ? contentKey(created.definition) : null;
    const same = key === null ? undefined : free.get(key)?.[0];
    const webhook = same ?? (few ? equalOf(each, free, complete) : undefined);
    if (webhook === undefined) continue;
    const ofKey = contentKey(webhook);
    const others = (free.get(ofKey) ?? []).filter((other) => other !== webhook);
    free.set(ofKey, others);
    pair(each.row.key, webhook, null);
    paired.add(each);
  }
  return group.filter((each) => !paired.has(each));
}

/** Characters outside of secrets. */
const plainLength = ({ url, headers, payloadTemplate }: PortableWebhook): number =>
  [url, ...headers.map(({ value }) => value), payloadTemplate]
    .flat()
    .reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);

function equalOf(
  each: ReadRow,
  free: ReadonlyMap<string, readonly Webhook[]>,
  complete: (row: ReadRow, live: Webhook | null) => Completed,
): Webhook | undefined {
  const template = templateWithoutSecrets(each.webhook);
  for (const [key, webhooks] of free) {
    for (const webhook of webhooks) {
      // A cheap check first, because completing is slow.
      if (template !== null && template !== webhook.payloadTemplate) continue;
      const { definition, questions } = complete(each, webhook);
      if (questions.length === 0 && contentKey(definition) === key) return webhook;
    }
  }
  return undefined;
}

function templateWithoutSecrets({ payloadTemplate, missing }: PortableWebhook): string | null {
  const isWhole = secretsIn(payloadTemplate).length === 0 && !missing.includes('payloadTemplate');
  return isWhole ? printed(payloadTemplate) : null;
}
