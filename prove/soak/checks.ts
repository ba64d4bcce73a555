import type { HookdeskClient } from '#contract/index.ts';
import type { JournalPage } from '#contract/journal.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import type { Ledger } from './ledger.ts';
import { tokenOf, wholeHistory } from './person.ts';
import type { ReceivedWrite, ObservedService } from './observed-service.ts';

/** Reads History. Reads an entry in full once for each of its outcomes. */
export class History {
  readonly #entries = new Map<string, JournalEntry>();

  /** Reads new entries and changed outcomes; returns all entries, in no particular order. */
  async read(client: HookdeskClient, ledger: Ledger): Promise<JournalEntry[]> {
    let after: string | null = null;
    do {
      const page: JournalPage = await client.journal.page({
        filter: wholeHistory,
        after,
        limit: 500,
      });
      for (const { id, outcome } of page.entries) {
        ledger.see(id, outcome);
        if (this.#entries.get(id)?.outcome === outcome) continue;
        this.#entries.set(id, await client.journal.read({ entryId: id }));
      }
      after = page.next;
    } while (after !== null);
    return [...this.#entries.values()];
  }
}

/**
 * Checks that each draft has its last acknowledged content, or that of a later call without a
 * response. A missing draft was discarded or published. No published revision is still a draft.
 */
export function checkDrafts(
  ledger: Ledger,
  drafts: readonly StoredDraft[],
  entries: readonly JournalEntry[],
): void {
  const published = new Set(
    entries.flatMap(({ outcome, meant }) =>
      (outcome === 'done' || outcome === 'differs') && meant !== null ? [tokenOf(meant)] : [],
    ),
  );
  const held = new Map(drafts.map((draft) => [draft.id, draft]));
  for (const id of new Set([...ledger.drafts.keys(), ...ledger.possible.keys(), ...held.keys()])) {
    const draft = held.get(id);
    const now = draft === undefined ? null : tokenOf(draft.definition);
    const known = ledger.drafts.get(id);
    const expected = [known?.token ?? null, ...(ledger.possible.get(id)?.keys() ?? [])];
    const isPublished = now === null && expected.some((token) => published.has(token ?? ''));
    // The host gives a moved draft its id: after a kill, the person does not know it.
    const isUnknown = known === undefined && !ledger.possible.has(id);
    if (!expected.includes(now) && !isPublished && !isUnknown) {
      const possible = expected.map(String).join(' or ');
      ledger.find('draft lost', `${id} should be ${possible} and is ${String(now)}`);
    }
    ledger.meet(id, { token: now, revision: draft?.revision ?? known?.revision ?? 0 });
  }
  for (const { id, draftId, draftRevision, lineage, outcome } of entries) {
    const draft = held.get(draftId ?? '');
    if (outcome !== 'done' || draft?.lineage !== lineage) continue;
    if ((draftRevision ?? 0) > (draft.settledRevision ?? -1)) {
      ledger.find('draft outlives its publication', `${draft.id}: ${id}`);
    }
  }
}

const keyOf = (method: string, path: string, body: string | null): string =>
  `${method} ${path} ${body ?? ''}`;

/** Checks that History matches the requests that the installation recorded. */
export function checkHistory(
  ledger: Ledger,
  service: ObservedService,
  entries: readonly JournalEntry[],
): void {
  const writes = Map.groupBy(service.writes, ({ method, path, body }) => keyOf(method, path, body));
  const noted = Map.groupBy(entries, ({ request: { method, url, body } }) =>
    keyOf(method, new URL(url).pathname, body),
  );
  for (const [key, sent] of writes) {
    const count = noted.get(key)?.length ?? 0;
    if (sent.length > count) {
      ledger.find('request without an entry', `${key}: ${sent.length} requests, ${count} entries`);
    }
  }
  for (const [key, same] of noted) {
    checkOutcomes(ledger, key, { same, all: entries, writes: service.writes });
  }
  checkIntents(ledger, service, entries);
}

function checkOutcomes(
  ledger: Ledger,
  key: string,
  {
    same: entries,
    all,
    writes,
  }: {
    same: readonly JournalEntry[];
    all: readonly JournalEntry[];
    writes: readonly ReceivedWrite[];
  },
): void {
  const isOutcome =
    (...outcomes: JournalEntry['outcome'][]) =>
    ({ outcome }: JournalEntry): boolean =>
      outcomes.includes(outcome);
  for (const entry of entries.filter(({ outcome }) => isOpen(outcome))) {
    ledger.find('entry left open', `${entry.id}: ${key}`);
  }
  const sameRequest = writes.filter(({ method, path, body }) => keyOf(method, path, body) === key);
  const applied = sameRequest.filter(isApplied);
  const done = entries.filter(isOutcome('done')).length;
  const [, keyPath = ''] = key.split(' ');
  const story = (): string =>
    storyOf(
      writes.filter(({ path }) => path === keyPath),
      all.filter(({ request }) => new URL(request.url).pathname === keyPath),
    );
  // One applied request can complete several equal updates or deletes.
  const isReached = applied.length > 0 || writes.some((each) => hasSameResult(each, key));
  if (done > applied.length && (key.startsWith('POST ') || !isReached)) {
    ledger.find('wrong outcome', `${done} done, ${applied.length} applied: ${key}${story()}`);
  }
  const denied = entries.filter(isOutcome('not-applied', 'failed'));
  if (key.startsWith('POST ') && isGuessed(ledger, key, { all, writes })) return;
  const wasDeleted = all.some(
    ({ action, before }) =>
      action === 'delete' && before !== null && tokenOf(before) === tokenIn(key),
  );
  if (
    applied.length > entries.length - denied.length &&
    !(key.startsWith('POST ') && wasDeleted) &&
    !denied.some((entry) => isTakenBack(entry, applied, writes))
  ) {
    const outcomes = denied.map(({ id, outcome }) => `${id} ${outcome}`).join(', ');
    ledger.find('wrong outcome', `${applied.length} applied, but ${outcomes}: ${key}${story()}`);
  }
}

/** With “Publish anyway”, webhooks of a lineage look alike: a person may give one to another of its creates. */
function isGuessed(
  ledger: Ledger,
  key: string,
  { all, writes }: { all: readonly JournalEntry[]; writes: readonly ReceivedWrite[] },
): boolean {
  const lineage = lineageIn(ledger, key);
  const its = all.filter(({ request }) => lineageIn(ledger, request.body ?? '') === lineage);
  const creates = its.filter(({ action }) => action === 'create');
  if (lineage === null || !creates.some(({ notes }) => notes.some(isDecision))) return false;
  const applied = writes.filter(
    (write) =>
      write.method === 'POST' && isApplied(write) && lineageIn(ledger, write.body) === lineage,
  );
  const created = creates.filter(({ outcome }) => outcome === 'done' || outcome === 'differs');
  const isRepeated = creates.some(({ despiteOpen }) => despiteOpen.length > 0);
  return isRepeated ? applied.length >= created.length : applied.length === created.length;
}

const isDecision = (note: string): boolean => note.startsWith('A person decided');

/** The lineage of the draft that a request body came from. */
const lineageIn = (ledger: Ledger, text: string): string | null =>
  ledger.lineages.get(tokenIn(text) ?? '') ?? null;

/** Lists requests and entries by time, for a finding. */
function storyOf(writes: readonly ReceivedWrite[], entries: readonly JournalEntry[]): string {
  const moments = [
    ...writes.map(({ at, appliedAt, method, path, body }) => ({
      at,
      text: `${method} ${path} ${tokenIn(body) ?? ''} arrived, applied ${appliedAt?.toISOString() ?? 'never'}`,
    })),
    ...entries.map(({ id, at, endedAt, action, outcome, notes, problem, request, ...of }) => ({
      at,
      text:
        `${id} ${action} ${tokenIn(request.body ?? '') ?? ''} begun, plan ${String(of.planId)}, ` +
        `undoes ${String(of.undoes)}, draft ${String(of.draftId)} ${String(of.draftRevision)}, ` +
        `despite ${of.despiteOpen.join()}: ${outcome} ${endedAt?.toISOString() ?? ''} ` +
        [problem?.message ?? '', ...notes].join(' '),
    })),
  ];
  return moments
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, text }) => `\n    ${at.toISOString()} ${text}`)
    .join('');
}

const isApplied = ({ appliedAt }: ReceivedWrite): boolean => appliedAt !== null;

/** Whether another request for the same revision of the draft was applied. */
const hasSameResult = (write: ReceivedWrite, key: string): boolean =>
  isApplied(write) &&
  key.startsWith(`${write.method} ${write.path} `) &&
  tokenIn(write.body) !== null &&
  tokenIn(write.body) === tokenIn(key);

const tokenIn = (text: string): string | null =>
  /"\{\\"text\\": \\"(soak-\d+)/.exec(text)?.[1] ?? null;

/**
 * Whether another request changed the webhook again before the entry was closed. The entry then looks as if its
 * request was never applied.
 */
function isTakenBack(
  { endedAt }: JournalEntry,
  applied: readonly ReceivedWrite[],
  all: readonly ReceivedWrite[],
): boolean {
  return applied.some(
    ({ appliedAt, path, method }) =>
      method !== 'POST' &&
      all.some(
        (other) =>
          other.path === path &&
          other.appliedAt !== null &&
          appliedAt !== null &&
          endedAt !== null &&
          other.appliedAt > appliedAt &&
          other.appliedAt <= endedAt,
      ),
  );
}

/** Checks that each outcome that a person saw matches the final outcome in History. */
export function checkTold(ledger: Ledger, entries: readonly JournalEntry[]): void {
  const expected = { identical: 'done', differs: 'differs', 'not-applied': 'not-applied' } as const;
  const byToken = Map.groupBy(
    entries.filter(({ undoes }) => undoes === null),
    ({ meant }) => (meant === null ? '' : tokenOf(meant)),
  );
  for (const { token, kind } of ledger.told.splice(0)) {
    if (kind === 'unverified') continue;
    const outcomes = byToken.get(token)?.map(({ outcome }) => outcome) ?? [];
    if (!outcomes.includes(expected[kind])) {
      ledger.find(
        'reported outcome differs',
        `${token}: reported ${kind}, history ${outcomes.join()}`,
      );
    }
  }
}

/**
 * Checks that a lineage is created once on an installation, whatever becomes of its drafts. An undo or "Publish
 * anyway" may create it again.
 */
function checkIntents(
  ledger: Ledger,
  { writes, variant }: ObservedService,
  entries: readonly JournalEntry[],
): void {
  const creates = writes.filter(({ method, appliedAt }) => method === 'POST' && appliedAt !== null);
  // Initial webhooks of the installation have no token.
  const byLineage = Map.groupBy(creates, ({ body }) => lineageIn(ledger, body));
  for (const [lineage, same] of byLineage) {
    if (lineage === null) continue;
    const its = entries.filter(({ request }) => lineageIn(ledger, request.body ?? '') === lineage);
    const allowed = its.filter(
      ({ action, undoes, despiteOpen }) =>
        action === 'create' && (undoes !== null || despiteOpen.length > 0),
    );
    if (same.length > 1 + allowed.length) {
      const story = storyOf(
        writes.filter(({ body }) => lineageIn(ledger, body) === lineage),
        its,
      );
      ledger.find('intent applied twice', `${lineage}: ${same.length} on ${variant}${story}`);
    }
  }
}
