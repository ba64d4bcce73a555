import type { Alternative } from '../../publishing/plan.ts';
import { contentKey } from '../../webhook/difference.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { BundleRow } from '../bundle-row.ts';
import { fillPieces, printPieces, secretsIn, type TextWithSecrets } from '../text-with-secrets.ts';
import type { PortableWebhook } from '../portable-webhook.ts';
import type { CompletedWebhook } from './complete-webhook.ts';
import { isSource, type PlanChoices, type PlanTarget } from './plan-target.ts';

/** A row of a bundle whose webhook could be read. */
export interface ReadRow {
  readonly row: BundleRow;
  readonly webhook: PortableWebhook;
}

/** The webhook of the installation that a row means. A pair with `live: null` creates a webhook. */
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
  complete: (row: ReadRow, live: Webhook | null) => CompletedWebhook,
): Map<string, Match> {
  const matches = new Map<string, Match>();
  const pairedIds = new Set<number>();
  const pair = (key: string, live: Webhook, reason: string | null): void => {
    pairedIds.add(live.id);
    matches.set(key, { kind: 'pair', live, reason });
  };
  const userChoseCreate = ({ row }: ReadRow): boolean =>
    decisions.get(row.key)?.pairWith === 'create';

  for (const { row } of rows) {
    const { pairWith: selectedId, pairedName } = decisions.get(row.key) ?? {};
    if (selectedId === undefined || selectedId === 'create') continue;
    const live = index.withId(selectedId);
    if (live === null) {
      const reason = `The selected webhook ${selectedId} no longer exists.`;
      matches.set(row.key, { kind: 'undecided', reason });
    } else if (pairedName !== undefined && pairedName !== live.name) {
      const reason = `The selected webhook ${selectedId} is another one now.`;
      matches.set(row.key, { kind: 'undecided', reason });
    } else if (pairedIds.has(selectedId)) {
      const reason = `Webhook ${selectedId} was selected for more than one row.`;
      matches.set(row.key, { kind: 'undecided', reason });
    } else pair(row.key, live, 'You selected the matching webhook.');
  }

  for (const readRow of rows) {
    const { row, webhook } = readRow;
    if (matches.has(row.key) || userChoseCreate(readRow)) continue;
    const former = index.former(row);
    if (former?.name === webhook.name && !pairedIds.has(former.id)) pair(row.key, former, null);
  }

  const unpaired: { readRow: ReadRow; sameName: readonly ReadRow[] }[] = [];
  const unmatched = rows.filter(({ row }) => !matches.has(row.key));
  for (const [name, sameName] of Map.groupBy(unmatched, ({ webhook }) => webhook.name)) {
    const live = index.withName(name).filter(({ id }) => !pairedIds.has(id));
    const [onlyRow] = sameName;
    const [onlyLive] = live;
    const isUnique = !asksForNames && sameName.length === 1 && index.withName(name).length === 1;
    const canPair = isUnique && onlyRow !== undefined && !userChoseCreate(onlyRow);
    if (canPair && onlyLive !== undefined) {
      pair(onlyRow.row.key, onlyLive, null);
      continue;
    }
    const remaining = pairEqual(sameName, live, complete, pair);
    unpaired.push(...remaining.map((readRow) => ({ readRow, sameName })));
  }
  // `pairedIds` is complete only now.
  for (const { readRow, sameName } of unpaired) {
    const match = userChoseCreate(readRow)
      ? selectedAsNew
      : matchUnpaired(readRow, sameName, index, pairedIds);
    matches.set(readRow.row.key, match);
  }
  return matches;
}

const selectedAsNew: Match = {
  kind: 'pair',
  live: null,
  reason: 'It was selected as a new webhook.',
};

function matchUnpaired(
  { row, webhook }: ReadRow,
  sameName: readonly ReadRow[],
  index: LiveIndex,
  pairedIds: ReadonlySet<number>,
): Match {
  const live = index.withName(webhook.name);
  if (live.some(({ id }) => !pairedIds.has(id))) {
    const inFile =
      sameName.length > 1 ? `${sameName.length.toLocaleString('en')} rows have this name. ` : '';
    const count = live.length > 1 ? `${live.length.toLocaleString('en')} webhooks` : 'one';
    return { kind: 'undecided', reason: `${inFile}The installation has ${count} of this name.` };
  }
  if (live.length > 0) {
    return { kind: 'undecided', reason: 'The webhook of this name belongs to another row.' };
  }
  const former = index.former(row);
  if (former !== null && !pairedIds.has(former.id)) {
    const reason = `It came from webhook ${former.id}, which has another name now: “${former.name}”.`;
    return { kind: 'undecided', reason };
  }
  return { kind: 'pair', live: null, reason: null };
}

/** Pairs rows with webhooks of equal content. Returns the rows without a partner. */
function pairEqual(
  rows: readonly ReadRow[],
  live: readonly Webhook[],
  complete: (row: ReadRow, live: Webhook | null) => CompletedWebhook,
  pair: (key: string, live: Webhook, reason: string | null) => void,
): ReadRow[] {
  const unpairedByContent = Map.groupBy(live, contentKey);
  const areFew = rows.length <= maxCompared && live.length <= maxCompared;
  const paired = new Set<ReadRow>();
  // A row with fewer secrets matches fewer webhooks.
  for (const row of rows.toSorted((a, b) => plainLength(b.webhook) - plainLength(a.webhook))) {
    const created = complete(row, null);
    const isWhole = created.questions.length === 0 && row.webhook.missing.length === 0;
    const key = isWhole ? contentKey(created.definition) : null;
    const same = key === null ? undefined : unpairedByContent.get(key)?.[0];
    const webhook = same ?? (areFew ? findEqual(row, unpairedByContent, complete) : undefined);
    if (webhook === undefined) continue;
    const content = contentKey(webhook);
    const others = (unpairedByContent.get(content) ?? []).filter((other) => other !== webhook);
    unpairedByContent.set(content, others);
    pair(row.row.key, webhook, null);
    paired.add(row);
  }
  return rows.filter((row) => !paired.has(row));
}

/** Characters outside of secrets. */
const plainLength = ({ url, headers, payloadTemplate }: PortableWebhook): number =>
  [url, ...headers.map(({ value }) => value), payloadTemplate]
    .flat()
    .reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);

function findEqual(
  row: ReadRow,
  liveByContent: ReadonlyMap<string, readonly Webhook[]>,
  complete: (row: ReadRow, live: Webhook | null) => CompletedWebhook,
): Webhook | undefined {
  const template = templateWithoutSecrets(row.webhook);
  for (const [content, webhooks] of liveByContent) {
    for (const webhook of webhooks) {
      // A cheap check first, because completing is slow.
      if (template !== null && template !== webhook.payloadTemplate) continue;
      const { definition, questions } = complete(row, webhook);
      if (questions.length === 0 && contentKey(definition) === content) return webhook;
    }
  }
  return undefined;
}

function templateWithoutSecrets({ payloadTemplate, missing }: PortableWebhook): string | null {
  const isWhole = secretsIn(payloadTemplate).length === 0 && !missing.includes('payloadTemplate');
  return isWhole ? printPieces(payloadTemplate) : null;
}

const maxAlternatives = 8;

const maxCandidates = 1_000;

/** Finds the webhooks of an installation that a row could mean. */
export class LiveIndex {
  readonly #target: PlanTarget;
  readonly #byName: ReadonlyMap<string, readonly Webhook[]>;
  readonly #bySimilarName: ReadonlyMap<string, readonly Webhook[]>;
  readonly #byUrl: ReadonlyMap<string, readonly Webhook[]>;
  readonly #alternatives = new Map<string, Alternative>();

  constructor(target: PlanTarget) {
    this.#target = target;
    const webhooks = [...target.list.webhooks.values()];
    this.#byName = Map.groupBy(webhooks, ({ name }) => name);
    this.#bySimilarName = Map.groupBy(webhooks, ({ name }) => folded(name));
    this.#byUrl = Map.groupBy(webhooks, ({ url }) => url);
  }

  withId(id: number): Webhook | null {
    return this.#target.list.webhooks.get(id) ?? null;
  }

  withName(name: string): readonly Webhook[] {
    return this.#byName.get(name) ?? [];
  }

  /** The webhook that the row was exported from, if this installation is its source. */
  former({ origin }: BundleRow): Webhook | null {
    const formerId = isSource(origin, this.#target) ? origin?.formerId : null;
    return formerId == null ? null : this.withId(formerId);
  }

  /** The most likely first, eight at most. */
  alternatives(
    row: BundleRow,
    name: string,
    url: TextWithSecrets,
    secrets: ReadonlyMap<string, string>,
  ): Alternative[] {
    const found = new Map<number, { webhook: Webhook; because: Alternative['because'] }>();
    const add = (webhooks: readonly Webhook[], because: Alternative['because'][number]): void => {
      for (const webhook of webhooks.slice(0, maxAlternatives)) {
        const existing = found.get(webhook.id);
        if (existing === undefined) found.set(webhook.id, { webhook, because: [because] });
        else existing.because.push(because);
      }
    };
    const former = this.former(row);
    const urlText = fillPieces(url, secrets) ?? '';
    add(former === null ? [] : [former], 'former-id');
    add(this.withName(name), 'same-name');
    add(urlText === '' ? [] : (this.#byUrl.get(urlText) ?? []), 'same-url');
    const similar = this.#bySimilarName.get(folded(name)) ?? [];
    if (similar.length > this.withName(name).length) {
      const otherNames = similar.slice(0, maxCandidates).filter((webhook) => webhook.name !== name);
      add(otherNames, 'similar-name');
    }
    return [...found.values()]
      .slice(0, maxAlternatives)
      .map(({ webhook, because }) => this.#alternative(webhook, because));
  }

  #alternative(
    { id, name, url, method, enabled }: Webhook,
    because: Alternative['because'],
  ): Alternative {
    const key = `${id} ${because.join(' ')}`;
    const cached = this.#alternatives.get(key);
    if (cached !== undefined) return cached;
    const alternative = { webhookId: id, name, url, method, enabled, because };
    this.#alternatives.set(key, alternative);
    return alternative;
  }
}

const folded = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
