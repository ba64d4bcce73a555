import { randomUUID } from 'node:crypto';
import type { HookdeskClient } from '#contract/index.ts';
import type { JournalFilter } from '#contract/journal.ts';
import type { PlanSource } from '#contract/plans.ts';
import { ORPCError } from '@orpc/client';
import { DraftEdit, type DraftIdentity, type StoredDraft } from '#domain/draft/stored-draft.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Random } from '../../service/seeds/random.ts';
import { Problem } from '#domain/problem.ts';
import { isOpen } from '#domain/journal/entry.ts';
import type { Ledger } from './ledger.ts';

/** An installation that a person uses. */
export interface Installation {
  readonly connectionId: string;
  readonly variant: VariantId;
}

interface Needs {
  readonly name: string;
  readonly installations: readonly Installation[];
  readonly random: Random;
  readonly ledger: Ledger;
}

/** Limits: drafts of a person, webhooks of an installation. */
const atMost = { drafts: 12, webhooks: 40 };

/** A filter that matches every entry. */
export const wholeHistory: JournalFilter = {
  connectionId: null,
  webhookId: null,
  from: null,
  to: null,
  outcomes: null,
  planId: null,
  text: '',
};

/** The text that identifies one revision of a draft. */
export const tokenOf = ({ payloadTemplate }: Pick<WebhookDefinition, 'payloadTemplate'>): string =>
  /soak-\d+/.exec(payloadTemplate)?.[0] ?? payloadTemplate;

/**
 * A simulated person at a window who edits, publishes, plans and undoes at random. Both persons share drafts and
 * webhooks.
 */
export class Person {
  readonly #needs: Needs;
  readonly #drafts = new Map<string, StoredDraft>();
  readonly #discarded: DraftEdit[] = [];
  #window: HookdeskClient | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Sets the window that the person uses. */
  use(window: HookdeskClient): void {
    this.#window = window;
  }

  get #client(): HookdeskClient {
    if (this.#window === null) throw new Error(`${this.#needs.name} has no window.`);
    return this.#window;
  }

  /** Replaces the known drafts with those of the host, of both persons. */
  takeDrafts(drafts: readonly StoredDraft[]): void {
    this.#drafts.clear();
    for (const draft of drafts) this.#drafts.set(draft.id, draft);
  }

  /** Performs one random action. Rejects with the error of the host or the installation. */
  async act(): Promise<void> {
    const { random, ledger } = this.#needs;
    const [name, act] = random.pick(this.#choices());
    ledger.count(name);
    await act();
  }

  #choices(): readonly (readonly [string, () => Promise<void>])[] {
    const isFull = this.#drafts.size >= atMost.drafts;
    const begin = [
      ['edit a webhook', () => this.#editWebhook()],
      ['edit a webhook', () => this.#editWebhook()],
      ['draft a new webhook', () => this.#draftNew()],
      ['draft a new webhook', () => this.#draftNew()],
    ] as const;
    const go = [
      ['edit a draft', () => this.#editDraft()],
      ['publish a draft', () => this.#publish()],
      ['publish a draft', () => this.#publish()],
      ['publish a draft', () => this.#publish()],
      ['publish drafts by a plan', () => this.#publishAll()],
      ['discard a draft', () => this.#discard()],
      ['fork a draft', () => this.#fork()],
      ['move a draft', () => this.#move()],
    ] as const;
    return [
      ...(isFull ? [] : begin),
      ...(this.#drafts.size === 0 ? [] : go),
      ...(isFull || this.#discarded.length === 0
        ? []
        : [
            ['restore a draft', () => this.#restore()] as const,
            ['restore a draft', () => this.#restore()] as const,
          ]),
      ['select the webhook of a create', () => this.decideCreates()],
      ['delete a webhook', () => this.#deleteWebhook()],
      ['undo', () => this.#undo()],
      ['read a list', () => this.#list(this.#installation().connectionId).then(() => undefined)],
      ['settle', () => this.#client.journal.settle().then(() => undefined)],
      ['look at the history', () => this.#lookAtHistory().then(() => undefined)],
    ];
  }

  #installation(): Installation {
    return this.#needs.random.pick(this.#needs.installations);
  }

  #draft(): StoredDraft {
    return this.#needs.random.pick([...this.#drafts.values()]);
  }

  async #list(connectionId: string): Promise<number[]> {
    const ids: number[] = [];
    for await (const event of await this.#client.webhooks.list({ connectionId })) {
      if (event.kind === 'rows') ids.push(...event.rows.flatMap(({ id }) => id ?? []));
    }
    return ids;
  }

  async #anyWebhook(connectionId: string): Promise<Webhook | null> {
    const ids = await this.#list(connectionId);
    if (ids.length === 0) return null;
    const webhookId = this.#needs.random.pick(ids);
    return (await this.#client.webhooks.read({ connectionId, webhookId })).webhook;
  }

  async #editWebhook(): Promise<void> {
    const { connectionId } = this.#installation();
    const base = await this.#anyWebhook(connectionId);
    if (base === null) return;
    const id = `${connectionId}/${this.#needs.name}-${base.id}`;
    if (this.#drafts.has(id)) return;
    const definition = this.#edited(definitionOf(base));
    const of = { ...firstIdentity(), id, connectionId, webhookId: base.id };
    await this.#save({ ...of, base, definition }, null);
  }

  async #draftNew(): Promise<void> {
    const { connectionId, variant } = this.#installation();
    const token = this.#needs.ledger.newToken();
    const definition = this.#edited({
      ...emptyDefinition(variant),
      // The installation that normalises removes the space.
      name: `New ${token} `,
      url: 'https://hooks.example.com/soak',
    });
    const id = `${connectionId}/${this.#needs.name}-new-${token}`;
    const of = { ...firstIdentity(), id, connectionId, webhookId: null };
    await this.#save({ ...of, base: null, definition }, null);
  }

  async #editDraft(): Promise<void> {
    const { revision, ...draft } = this.#draft();
    await this.#save({ ...draft, definition: this.#edited(draft.definition) }, revision);
  }

  #edited(definition: WebhookDefinition): WebhookDefinition {
    const { random, ledger } = this.#needs;
    const token = ledger.newToken();
    const [first, ...others] = definition.headers;
    const header = { id: null, name: `X-${token}`, value: token };
    const headers = random.pick([
      definition.headers,
      [...definition.headers, header].slice(-6),
      first === undefined ? [header] : [{ ...first, value: token }, ...others],
      others,
    ]);
    return {
      ...definition,
      headers,
      enabled: random.chance(0.5),
      payloadTemplate: `{"text": "${token}"}`,
    };
  }

  /** Saves an edit. If the other person saved first, their version replaces it. */
  async #save(edit: Omit<DraftEdit, 'editedAt'>, basedOn: number | null): Promise<void> {
    const draft = { ...edit, editedAt: new Date() };
    const token = tokenOf(draft.definition);
    const { ledger } = this.#needs;
    ledger.doubt(draft.id, token);
    ledger.lineages.set(token, draft.lineage);
    const saved = await this.#client.drafts.save({ draft, basedOn });
    if (saved.status === 'outdated') {
      const { current } = saved;
      ledger.refused(draft.id, token);
      this.#drafts.set(draft.id, current);
      // A restored draft may continue as the webhook that its lineage created.
      const restored = tokenOf(current.definition);
      if (saved.state.status !== 'kept') ledger.doubt(draft.id, restored);
      else ledger.acknowledge(draft.id, restored, current.revision);
      return;
    }
    const { revision, state } = saved;
    // `takeDrafts` sets the settled revision later.
    this.#drafts.set(draft.id, { ...draft, revision, settledRevision: null });
    if (state.status === 'kept') ledger.acknowledge(draft.id, token, revision);
  }

  /** Saves another version of a draft beside it, as a conflict between windows does. */
  async #fork(): Promise<void> {
    const draft = DraftEdit.parse(this.#draft());
    const id = `${this.#needs.name}-fork-${this.#needs.ledger.newToken()}`;
    await this.#save(
      { ...draft, id, kind: 'fork', definition: this.#edited(draft.definition) },
      null,
    );
  }

  async #move(): Promise<void> {
    const draft = this.#draft();
    const { ledger } = this.#needs;
    const { connectionId } = this.#installation();
    if (connectionId === draft.connectionId) return;
    this.#discarded.push(DraftEdit.parse(draft));
    ledger.doubt(draft.id, null);
    this.#drafts.delete(draft.id);
    const moved = await this.#client.drafts.move({ draftId: draft.id, connectionId });
    this.#drafts.set(moved.id, moved);
    ledger.acknowledge(draft.id, null, Math.max(moved.revision, draft.revision + 0.5));
    ledger.acknowledge(moved.id, tokenOf(moved.definition), moved.revision);
  }

  /** With its id, as Undo does, or with another one. */
  async #restore(): Promise<void> {
    const { random, ledger } = this.#needs;
    const draft = random.pick(this.#discarded);
    const isSameId = random.chance(0.5) && !this.#drafts.has(draft.id);
    const id = isSameId ? draft.id : `${this.#needs.name}-restored-${ledger.newToken()}`;
    await this.#save({ ...draft, id }, null);
  }

  /** Selects the webhook with the name that each unknown create sent, or none. */
  async decideCreates(): Promise<void> {
    const client = this.#client;
    for (const { id: entryId, outcome } of await this.#lookAtHistory()) {
      if (!isOpen(outcome)) continue;
      const { candidates, meant } = await client.journal.read({ entryId });
      if (candidates.length === 0 || meant === null) continue;
      // Nobody changes names, so the normalised name shows whose it is.
      const stored = meant.name.trim().toLowerCase();
      const selected = candidates.find(({ name }) => name === stored)?.id ?? null;
      this.#needs.ledger.count(
        selected === null ? 'decide “None of these”' : 'decide “My webhook”',
      );
      await client.publishing.decideCreate({ entryId, webhookId: selected });
    }
  }

  async #discard(): Promise<void> {
    const draft = this.#draft();
    const { id: draftId, revision: basedOn } = draft;
    const { ledger } = this.#needs;
    this.#discarded.push(DraftEdit.parse(draft));
    ledger.doubt(draftId, null);
    this.#drafts.delete(draftId);
    const removed = await this.#client.drafts.remove({ draftId, basedOn });
    if (removed.status === 'outdated') {
      ledger.refused(draftId, null);
      this.#drafts.set(draftId, removed.current);
    } else if (removed.state.status === 'kept') {
      // A later save has a revision that is higher by one.
      ledger.acknowledge(draftId, null, basedOn + 0.5);
    }
  }

  async #publish(): Promise<void> {
    const draft = this.#draft();
    if (draft.connectionId === null) return;
    try {
      await this.#send(draft, false);
    } catch (error) {
      const isOpen = isProblem(error, 'unfinished');
      if (!isOpen || !this.#needs.random.chance(0.2)) throw error;
      await this.#send(draft, true);
    } finally {
      this.takeDrafts(await readDrafts(this.#client));
    }
  }

  async #send(draft: StoredDraft, despiteOpen: boolean): Promise<void> {
    const { id: draftId, connectionId, base, definition, revision } = draft;
    try {
      if (connectionId === null) return;
      const seen = { connectionId, base, definition };
      const { namedBefore } = await this.#client.publishing.preview(seen);
      const input = { draftId, revision, despiteOpen, namedBefore };
      for await (const event of await this.#client.publishing.publish(input)) {
        if (event.kind !== 'outcome') continue;
        const { kind } = event.outcome;
        this.#needs.ledger.told.push({ token: tokenOf(definition), kind });
      }
    } catch (error) {
      // After a conflict the person discards the draft, with probability 0.5.
      const givesUp = isProblem(error, 'conflict') && this.#needs.random.chance(0.5);
      if (givesUp && base !== null && this.#drafts.has(draftId)) await this.#giveUp(draftId);
      throw error;
    }
  }

  async #giveUp(draftId: string): Promise<void> {
    const { ledger } = this.#needs;
    ledger.doubt(draftId, null);
    await this.#client.drafts.remove({ draftId, basedOn: null });
  }

  async #publishAll(): Promise<void> {
    const draftIds = [...this.#drafts.keys()];
    await this.#carryOut({ kind: 'drafts', draftIds });
    this.takeDrafts(await readDrafts(this.#client));
  }

  async #undo(): Promise<void> {
    const entries = await this.#lookAtHistory();
    const done = entries.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    if (done.length === 0) return;
    const count = 1 + this.#needs.random.integer(4);
    await this.#carryOut({ kind: 'undo', entryIds: done.slice(0, count) });
  }

  async #carryOut(source: PlanSource): Promise<void> {
    const keys: string[] = [];
    for await (const event of await this.#client.plans.prepare(source)) {
      if (event.kind === 'rows') {
        keys.push(...event.rows.filter(({ state }) => state === 'ready').map(({ key }) => key));
      } else if (event.kind === 'end' && keys.length > 0) {
        const { planId } = event;
        const onFailure = this.#needs.random.pick(['stop', 'go-on'] as const);
        await this.#client.plans.run({ planId, keys, options: { atOnce: 3, onFailure } });
        await planEnded(this.#client, planId);
      }
    }
  }

  async #deleteWebhook(): Promise<void> {
    const { connectionId } = this.#installation();
    const ids = await this.#list(connectionId);
    const { random } = this.#needs;
    const isCrowded = ids.length >= atMost.webhooks;
    if (ids.length < atMost.webhooks / 4 || !(isCrowded || random.chance(0.3))) return;
    const webhookId = random.pick(ids);
    const { webhook } = await this.#client.webhooks.read({ connectionId, webhookId });
    await this.#client.publishing.remove({ connectionId, base: webhook });
  }

  async #lookAtHistory() {
    const { entries } = await this.#client.journal.page({
      filter: wholeHistory,
      after: null,
      limit: 50,
    });
    for (const { id, outcome } of entries) this.#needs.ledger.see(id, outcome);
    return entries;
  }
}

const isProblem = (error: unknown, code: string): boolean =>
  error instanceof ORPCError &&
  error.code === 'PROBLEM' &&
  Problem.safeParse(error.data).data?.code === code;

/** Reads the drafts that the host has on disk. */
export async function readDrafts(client: HookdeskClient): Promise<StoredDraft[]> {
  const watching = new AbortController();
  const drafts: StoredDraft[] = [];
  for await (const event of await client.drafts.watch(undefined, { signal: watching.signal })) {
    if (event.kind === 'drafts') drafts.push(...event.drafts);
    if (event.kind === 'state' && event.state.status === 'kept') break;
  }
  watching.abort();
  return drafts;
}

/** Waits until the plan has ended. */
export async function planEnded(client: HookdeskClient, planId: string): Promise<void> {
  for await (const event of await client.plans.watch({ planId })) {
    if (event.kind === 'state' && event.planState.status !== 'running') return;
  }
}

const firstIdentity = (): DraftIdentity => ({
  kind: 'main',
  lineage: randomUUID(),
  settledRevision: null,
});
