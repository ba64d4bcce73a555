import type { FindEvent, SearchedValue } from '#contract/rotation.ts';
import { plainProblem, type ProblemError } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import type { PlanReport, StillHeld } from '#domain/publishing/report.ts';
import { readBasicCredentials } from '#domain/rotation/basic-credentials.ts';
import { SecretInWebhook, shownRotation } from '#domain/rotation/secret-in-webhook.ts';
import { type Refusal, refusedNewValue, refusedValue } from '#domain/rotation/secret-value.ts';
import { headerSegments } from '#domain/secrets/header-secrets.ts';
import { isAddressable, type ListedWebhook } from '#domain/webhook/listed.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { eventsUntil } from '../events-until.ts';
import type { Parts } from '../parts.ts';
import { counted, type Proposal, proposalOf } from '../preparing/proposal.ts';
import { refusedError } from '../problems.ts';
import type { ReplacedValue } from '../store-ports.ts';
import { passphraseNeeded } from '../vault/vault-problems.ts';
import { findValue, holdersIn, type SeenHolders } from './find-value.ts';

const mostSearches = 10;

type Needs = Pick<Parts, 'ports' | 'connections' | 'snapshots' | 'snapshotPersistence'>;

interface Search {
  readonly old: string;
  readonly next: string | null;
  /** The scheme before the value in the header that it was taken from. */
  readonly scheme: string;
  readonly origin: string | null;
  readonly seen: SeenHolders;
}

const changedSinceFound =
  'New or changed since the value was found. Compare the current version before you select the row.';

/** Values in the memory of the host until the vault is locked: the window has only the ids of their searches. */
export class Rotations {
  readonly #needs: Needs;
  readonly #searches = new Map<string, Search>();
  readonly #end = new AbortController();

  constructor(needs: Needs) {
    this.#needs = needs;
    void this.#followVault();
  }

  end(): void {
    this.#end.abort();
    this.#searches.clear();
  }

  /** @param planned the value that a plan replaces; `null` when it is not known */
  async *find(
    asked: SearchedValue,
    planned: (planId: string) => Promise<string | null>,
    signal?: AbortSignal,
  ): AsyncGenerator<FindEvent, void, void> {
    const search = await this.#searchOf(asked, planned);
    const seen: SeenHolders = new Map();
    const found = yield* findValue(this.#needs, new SecretInWebhook(search.old), signal, seen);
    if (this.#needs.ports.vault.state().status === 'locked') throw passphraseNeeded();
    const searchId = this.#needs.ports.newId();
    this.#searches.set(searchId, { ...search, seen });
    for (const oldest of this.#searches.keys()) {
      if (this.#searches.size <= mostSearches) break;
      this.#searches.delete(oldest);
    }
    yield { kind: 'end', searchId, origin: search.origin, ...found };
  }

  async stillHeld(value: string): Promise<Required<Pick<PlanReport, 'stillHeld' | 'searched'>>> {
    const { connections } = this.#needs;
    const names = new Map(connections.saved().map(({ id, name }) => [id, name]));
    const found: StillHeld[] = [];
    const search = findValue(this.#needs, new SecretInWebhook(value));
    for (;;) {
      const step = await search.next();
      if (step.done === true) {
        const { searched: read, neverRead, oldest } = step.value;
        const oldestReadAt = oldest?.toISOString() ?? null;
        return {
          stillHeld: found,
          searched: { read, neverRead: neverRead.length, oldestReadAt },
        };
      }
      if (step.value.kind !== 'holders') continue;
      const { connectionId, holders } = step.value;
      const installation = names.get(connectionId) ?? '';
      found.push(...holders.map((holder) => ({ installation, ...holder })));
    }
  }

  giveNewValue(searchId: string, given: string): void {
    const search = this.#get(searchId);
    const next = given.trim();
    this.#needs.ports.secretsInUse.add([next]);
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
    const { connections, snapshotPersistence, ports } = this.#needs;
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
    const title = counted('Rotate a secret in', items.length, 'webhook');
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
        const item = { ...blankRotation(connectionId, key), fileRow: { key, name } };
        return [{ ...item, problem: unaddressableProblem(idDefect) }];
      }
      const { id, name } = webhook;
      const item = rotatedItem(connectionId, webhook, old, next);
      if (item !== null) {
        const digest = seen?.get(id) ?? '';
        return [{ ...item, seen: { digest, otherwise: changedSinceFound } }];
      }
      const left = { ...blankRotation(connectionId, id), fileRow: { key: String(id), name } };
      return [{ ...left, problem: formsOldValue }];
    });
  }

  async #searchOf(
    asked: SearchedValue,
    planned: (planId: string) => Promise<string | null>,
  ): Promise<Search> {
    switch (asked.kind) {
      case 'search':
        return this.#get(asked.searchId);
      case 'plan': {
        const old = await planned(asked.planId);
        if (old === null) throw noSuchSearch();
        return { old, next: null, scheme: '', origin: null, seen: new Map() };
      }
      case 'pasted':
        return this.#checked({ old: asked.value.trim(), scheme: '', origin: null });
      case 'header':
        return this.#checked(this.#ofHeader(asked));
    }
  }

  #ofHeader({
    connectionId,
    webhookId,
    headerId,
    name,
  }: Extract<SearchedValue, { kind: 'header' }>): Omit<Search, 'next' | 'seen'> {
    const { snapshots } = this.#needs;
    const webhook = snapshots.get(connectionId)?.webhooks.get(webhookId);
    const header = webhook?.headers.find((each) => each.id === headerId && each.name === name);
    if (header === undefined || webhook === undefined) throw noSuchHeader();
    const segments = headerSegments(header);
    const secret = segments.find((each) => each.secretName !== null);
    const password = passwordIn(header.value);
    if (password !== null) {
      const origin = `the password inside Base64 in the header ${name} of “${webhook.name}”`;
      return { old: password, scheme: '', origin };
    }
    const [first] = segments;
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
    for await (const { status } of eventsUntil(signal, this.#needs.ports.vault.watch(signal))) {
      if (status === 'locked') this.#searches.clear();
    }
  }

  #checked(search: Omit<Search, 'next' | 'seen'>): Search {
    this.#needs.ports.secretsInUse.add([search.old]);
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
