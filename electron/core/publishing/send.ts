import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { effectByAnswer } from '#domain/publishing/effect-by-answer.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { WebhookWrite } from '../ports.ts';
import type { PublishContext } from './context.ts';

/** The installation refused the request, so it has no effect; the entry says so. */
export class RefusedRequest extends ProblemError {
  readonly entry: JournalEntry;
  constructor(entry: JournalEntry, problem: Problem) {
    super(problem);
    this.entry = entry;
  }
}

/** A request that was sent, before a reading shows its outcome. */
export interface Sent {
  readonly entry: JournalEntry;
  /** `null` when accepted; otherwise only reading shows the outcome. */
  readonly doubt: Problem | null;
}

/** While the installation may still process the request, only success is certain. */
export const mayStillApply = ({ doubt }: Pick<Sent, 'doubt'>): boolean =>
  doubt !== null && effectByAnswer(doubt) === 'open';

/** What an entry stores of the installation before the request. */
export interface JournaledState {
  readonly before: Webhook | null;
  /** Ids in the list before a create; otherwise `null`. */
  readonly knownIds: IdRanges | null;
}

/** The History entry of a request that is about to be sent. */
export function entryOf(
  { client, origin }: PublishContext,
  write: WebhookWrite,
  { before, knownIds }: JournaledState,
): NewEntry {
  const { connection } = client;
  const { method, url, body } = client.describe(write);
  return {
    connectionId: connection.id,
    connectionName: connection.name,
    variant: connection.variant,
    ...origin,
    request: { method, url, body },
    action: write.action,
    webhookId: before?.id ?? null,
    before,
    knownIds,
    meant: write.action === 'delete' ? null : definitionOf(write.definition),
  };
}

/** Sends an update or delete after its entry is on disk. @throws RefusedRequest */
export async function journalAndSend(
  context: PublishContext,
  write: WebhookWrite,
  before: Webhook,
): Promise<Sent> {
  const [entry] = await context.journal.begin([
    entryOf(context, write, { before, knownIds: null }),
  ]);
  if (entry === undefined) throw new Error('History returned no entry for a request.');
  return send(context, entry, write);
}

/** The entry must be in the journal. @throws RefusedRequest when the installation refused it */
export async function send(
  { client, journal }: PublishContext,
  entry: JournalEntry,
  write: WebhookWrite,
): Promise<Sent> {
  try {
    await client.send(write);
    return { entry, doubt: null };
  } catch (error) {
    const notRead = { after: null, notes: [] };
    if (!(error instanceof ProblemError)) {
      // A bug: only reading shows whether the request was sent.
      await journal.complete(entry, { ...notRead, outcome: 'unknown', problem: null });
      throw error;
    }
    const { problem } = error;
    if (effectByAnswer(problem) !== 'refused') return { entry, doubt: problem };
    throw new RefusedRequest(
      await journal.complete(entry, { ...notRead, outcome: 'failed', problem }),
      problem,
    );
  }
}
