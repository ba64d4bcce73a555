import type { FindEvent, SearchedValue, ValueHolder } from '#contract/rotation.ts';
import { inParts } from '#domain/in-parts.ts';
import { plainProblem, type ProblemError } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import type { PlanReport, StillHeld } from '#domain/publishing/report.ts';
import {
  placeInWords,
  readBasicCredentials,
  type Refusal,
  refusedNewValue,
  refusedValue,
  SecretInWebhook,
  shownRotation,
} from '#domain/rotation/secret-in-webhook.ts';
import { headerSpans } from '#domain/secrets/header-spans.ts';
import { isAddressable, type ListedWebhook } from '#domain/webhook/listed.ts';
import { TestedTexts } from '#domain/webhook/segment/segment-texts.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { definitionOf, digestOf, type Webhook } from '#domain/webhook/webhook.ts';
import { eventsUntil } from '../until-aborted.ts';
import type { Parts } from '../parts.ts';
import type { Ports } from '../ports.ts';
import { type Proposal, proposalOf } from '../preparing/proposal.ts';
import { refusedError, stopIfCancelled } from '../problems.ts';
import type { ReplacedValue } from '../store-ports.ts';
import { passphraseNeeded } from '../vault/vault-problems.ts';
import { counted } from '#domain/text/wording.ts';

const mostSearches = 10;

/** A search for a secret value, and the value that replaces it. */
interface Search {
  readonly old: string;
  /** `null` until a person enters it. */
  readonly next: string | null;
  /** The scheme before the value in the header that it was taken from. */
  readonly scheme: string;
  /** Where the value was taken from, in words; `null` for a pasted one. */
  readonly origin: string | null;
  readonly seen: HolderDigests;
}

const changedSinceFound =
  'New or changed since the value was found. Compare the current version before you select the row.';

/**
 * Searches for secret values, and plans that replace them. The values stay in the memory of the host until the
 * vault is locked: the window has only the ids of their searches.
 */
export class Rotations {
  readonly #parts: Parts;
  readonly #searches = new Map<string, Search>();
  readonly #end = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    void this.#followVault();
  }

  end(): void {
    this.#end.abort();
    this.#searches.clear();
  }

  /** @param valueOfPlan the value that a plan replaces; `null` when it is not known */
  async *find(
    searched: SearchedValue,
    valueOfPlan: (planId: string) => Promise<string | null>,
    signal?: AbortSignal,
  ): AsyncGenerator<FindEvent, void, void> {
    const search = await this.#searchOf(searched, valueOfPlan);
    const seen: HolderDigests = new Map();
    const summary = yield* findValue(this.#parts, new SecretInWebhook(search.old), signal, seen);
    if (this.#parts.ports.vault.state().status === 'locked') throw passphraseNeeded();
    const searchId = this.#parts.ports.newId();
    this.#searches.set(searchId, { ...search, seen });
    for (const oldest of this.#searches.keys()) {
      if (this.#searches.size <= mostSearches) break;
      this.#searches.delete(oldest);
    }
    yield { kind: 'end', searchId, origin: search.origin, ...summary };
  }

  /** The webhooks that have the value in the last lists, for the report of a rotation. */
  async stillHeld(value: string): Promise<Required<Pick<PlanReport, 'stillHeld' | 'searched'>>> {
    const { connections } = this.#parts;
    const names = new Map(connections.saved().map(({ id, name }) => [id, name]));
    const stillHeld: StillHeld[] = [];
    const search = findValue(this.#parts, new SecretInWebhook(value));
    for (;;) {
      const step = await search.next();
      if (step.done === true) {
        const { searched: read, neverRead, oldest } = step.value;
        const oldestReadAt = oldest?.toISOString() ?? null;
        return { stillHeld, searched: { read, neverRead: neverRead.length, oldestReadAt } };
      }
      if (step.value.kind !== 'holders') continue;
      const { connectionId, holders } = step.value;
      const installation = names.get(connectionId) ?? '';
      stillHeld.push(...holders.map((holder) => ({ installation, ...holder })));
    }
  }

  giveNewValue(searchId: string, newValue: string): void {
    const search = this.#get(searchId);
    const next = newValue.trim();
    this.#parts.ports.secretsInUse.add([next]);
    const { scheme } = search;
    const hasScheme = scheme !== '' && next.toLowerCase().startsWith(scheme.toLowerCase());
    const refusal = hasScheme
      ? {
          message: `The new value starts with “${scheme.trim()}”, which stays in the header.`,
          advice: `Enter the value without “${scheme.trim()}”.`,
        }
      : refusedNewValue(next, search.old);
    if (refusal !== null) throw refused(refusal);
    this.#searches.set(searchId, { ...search, next });
  }

  forget(searchId: string): void {
    this.#searches.delete(searchId);
  }

  async propose(searchId: string, signal: AbortSignal): Promise<Proposal> {
    const { connections, snapshotPersistence, ports } = this.#parts;
    const rotates = this.#replaced(searchId);
    const secret = new SecretInWebhook(rotates.old);
    const items: ProposedItem[] = [];
    for (const { id } of connections.saved()) {
      const snapshot = await snapshotPersistence.load(id);
      if (snapshot === null) continue;
      const holders: ListedWebhook[] = [];
      for await (const webhook of holdersIn(ports.clock, snapshot.webhooks, secret, signal)) {
        holders.push(webhook);
      }
      items.push(...this.#itemsFor(searchId, id, holders));
    }
    if (items.length === 0) throw noHolder();
    const title = `Rotate a secret in ${counted(items.length, 'webhook')}`;
    const proposal = proposalOf(title, items, (connectionId, webhooks) => {
      const holders = webhooks.filter((webhook) => secret.places(webhook).length > 0);
      return this.#itemsFor(searchId, connectionId, holders);
    });
    return { ...proposal, rotates };
  }

  #replaced(searchId: string): ReplacedValue {
    const { old, next } = this.#get(searchId);
    if (next === null) throw noNewValue();
    return { old, next };
  }

  #itemsFor(
    searchId: string,
    connectionId: string,
    holders: readonly ListedWebhook[],
  ): ProposedItem[] {
    const { old, next } = this.#replaced(searchId);
    const seen = this.#get(searchId).seen.get(connectionId);
    return holders.flatMap((webhook): ProposedItem[] => {
      if (!isAddressable(webhook)) {
        const { key, idDefect, name } = webhook;
        const blank = { ...blankRotation(connectionId, key), fileRow: { key, name } };
        return [{ ...blank, problem: unaddressableProblem(idDefect) }];
      }
      const { id, name } = webhook;
      const item = rotatedItem(connectionId, webhook, old, next);
      if (item !== null) {
        const digest = seen?.get(id) ?? '';
        return [{ ...item, seen: { digest, otherwise: changedSinceFound } }];
      }
      const blank = { ...blankRotation(connectionId, id), fileRow: { key: String(id), name } };
      return [{ ...blank, problem: formsOldValue }];
    });
  }

  async #searchOf(
    searched: SearchedValue,
    valueOfPlan: (planId: string) => Promise<string | null>,
  ): Promise<Search> {
    switch (searched.kind) {
      case 'search':
        return this.#get(searched.searchId);
      case 'plan': {
        const old = await valueOfPlan(searched.planId);
        if (old === null) throw noSuchSearch();
        return { old, next: null, scheme: '', origin: null, seen: new Map() };
      }
      case 'pasted':
        return this.#checkedSearch({ old: searched.value.trim(), scheme: '', origin: null });
      case 'header':
        return this.#checkedSearch(this.#searchForHeader(searched));
    }
  }

  #searchForHeader({
    connectionId,
    webhookId,
    headerId,
    name,
  }: Extract<SearchedValue, { kind: 'header' }>): Omit<Search, 'next' | 'seen'> {
    const { snapshots } = this.#parts;
    const webhook = snapshots.get(connectionId)?.webhooks.get(webhookId);
    const header = webhook?.headers.find(
      (candidate) => candidate.id === headerId && candidate.name === name,
    );
    if (header === undefined || webhook === undefined) throw noSuchHeader();
    const spans = headerSpans(header);
    const secret = spans.find(({ secretName }) => secretName !== null);
    const password = passwordIn(header.value);
    if (password !== null) {
      const origin = `the password inside Base64 in the header ${name} of “${webhook.name}”`;
      return { old: password, scheme: '', origin };
    }
    const [first] = spans;
    const scheme = secret === undefined || first === secret ? '' : (first?.text ?? '');
    const what = secret?.secretName ?? `the value of the header ${name}`;
    return {
      old: (secret?.text ?? header.value).trim(),
      scheme,
      origin: `${what} of “${webhook.name}”`,
    };
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    for await (const { status } of eventsUntil(signal, this.#parts.ports.vault.watch(signal))) {
      if (status === 'locked') this.#searches.clear();
    }
  }

  #checkedSearch(search: Omit<Search, 'next' | 'seen'>): Search {
    this.#parts.ports.secretsInUse.add([search.old]);
    const refusal = refusedValue(search.old);
    if (refusal !== null) throw refused(refusal);
    return { ...search, next: null, seen: new Map() };
  }

  #get(searchId: string): Search {
    const search = this.#searches.get(searchId);
    if (search === undefined) throw noSuchSearch();
    return search;
  }
}

/** The password of Basic credentials; `null` when there is none that can be searched for. */
function passwordIn(headerValue: string): string | null {
  const text = readBasicCredentials(headerValue)?.text ?? '';
  const colon = text.indexOf(':');
  const password = text.slice(colon + 1).trim();
  return colon < 0 || refusedValue(password) !== null ? null : password;
}

const blankRotation = (connectionId: string, id: number | string): ProposedItem =>
  blankItem(connectionId, `rotated/${connectionId}/${id}`, 'update');

/** `null` when replacing would form the old value again. */
function rotatedItem(
  connectionId: string,
  base: Webhook,
  old: string,
  next: string,
): ProposedItem | null {
  const definition = new SecretInWebhook(old).replaced(definitionOf(base), next);
  if (definition === null) return null;
  return {
    ...blankRotation(connectionId, base.id),
    base,
    definition,
    shownAs: shownRotation(base, definition, old, next),
  };
}

const formsOldValue = plainProblem(
  'refused',
  'The new value and the text around it form the old value again.',
  'Edit this webhook separately.',
);

const refused = ({ message, advice }: Refusal): ProblemError => refusedError(message, advice);

const noSuchSearch = (): ProblemError =>
  refusedError('The value is no longer held.', 'Nothing was sent. Search for the value again.');

const noSuchHeader = (): ProblemError =>
  refusedError(
    'This header is not in the list that was last read.',
    'Refresh the list, or paste the value.',
  );

const noNewValue = (): ProblemError =>
  refusedError('The new value is missing.', 'Nothing was sent. Enter the new value.');

const noHolder = (): ProblemError =>
  refusedError(
    'No webhook holds this value any more.',
    'Nothing was sent. Search for the value again.',
  );

const rowsPerTurn = 500;

const holdersAtOnce = 200;

type SearchSummary = Omit<Extract<FindEvent, { kind: 'end' }>, 'kind' | 'searchId' | 'origin'>;

/** Digests of the holders by installation and id, as a person sees them in the results. */
type HolderDigests = Map<string, Map<number, string>>;

/** Searches the last lists of all installations. @param seen gets the digests of the holders */
async function* findValue(
  parts: Parts,
  secret: SecretInWebhook,
  signal?: AbortSignal,
  seen: HolderDigests = new Map(),
): AsyncGenerator<Exclude<FindEvent, { kind: 'end' }>, SearchSummary, void> {
  const connections = parts.connections.saved();
  const total = connections.length;
  const counts = { webhooks: 0, searched: 0 };
  const neverRead: string[] = [];
  let oldest: Date | null = null;
  for (const [done, { id: connectionId }] of connections.entries()) {
    yield { kind: 'progress', done, total, webhooks: counts.webhooks };
    const snapshot = await parts.snapshotPersistence.load(connectionId);
    stopIfCancelled(signal);
    if (snapshot === null) {
      neverRead.push(connectionId);
      continue;
    }
    const { readAt, webhooks } = snapshot;
    const holders: ValueHolder[] = [];
    const digests = new Map<number, string>();
    seen.set(connectionId, digests);
    for await (const webhook of holdersIn(parts.ports.clock, webhooks, secret, signal)) {
      holders.push({
        webhookId: webhook.id,
        name: webhook.name,
        places: secret.places(webhook).map(placeInWords),
      });
      if (webhook.id !== null) digests.set(webhook.id, digestOf(webhook));
    }
    for (const part of inParts(holders, holdersAtOnce)) {
      yield { kind: 'holders', connectionId, readAt, holders: part };
    }
    counts.webhooks += webhooks.size;
    counts.searched += 1;
    if (oldest === null || readAt < oldest) oldest = readAt;
  }
  return { ...counts, total, neverRead, oldest };
}

/** Tests each distinct text once, because webhooks share templates and headers. */
async function* holdersIn(
  clock: Pick<Ports['clock'], 'yieldToEventLoop'>,
  webhooks: WebhookTable,
  secret: SecretInWebhook,
  signal?: AbortSignal,
): AsyncGenerator<ListedWebhook, void, void> {
  const tested = new TestedTexts({
    url: (text) => secret.isIn(text, 'url'),
    header: (text) => secret.isIn(text, 'header'),
    template: (text) => secret.isIn(text, 'template'),
  });
  let count = 0;
  for (const row of webhooks.rows()) {
    if (webhooks.hasText(row, tested)) yield webhooks.webhookOf(row);
    count += 1;
    if (count % rowsPerTurn !== 0) continue;
    await clock.yieldToEventLoop();
    stopIfCancelled(signal);
  }
}
