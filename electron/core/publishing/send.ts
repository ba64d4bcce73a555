import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { showsFinished } from '#domain/publishing/finished.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import type { WebhookWrite } from '../installations/webhook-write.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { PublishContext } from './context.ts';

/** A request was refused, and nothing was changed; the journal has it as failed. */
export class RefusedRequest extends ProblemError {
  readonly entry: JournalEntry;
  constructor(entry: JournalEntry, problem: Problem) {
    super(problem);
    this.entry = entry;
  }
}

/** A request that has left, and may have been applied. */
export interface Sent {
  readonly entry: JournalEntry;
  /** `null` when it was accepted, a problem when reading must show what became of it. */
  readonly doubt: Problem | null;
}

/** Whether the installation may still be at work on a request: then only success is certain. */
export const mayStillApply = ({ doubt }: Pick<Sent, 'doubt'>): boolean =>
  doubt !== null && !showsFinished(doubt);

/** What the journal stores of a write before it is sent. */
export interface JournaledState {
  /** The webhook as the installation holds it; `null` for a create. */
  readonly before: Webhook | null;
  /** For a create: the ids that the list had before it. */
  readonly knownIds: IdRanges | null;
}

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

/**
 * Stores an update or a delete in the journal, then sends it.
 *
 * @throws ProblemError when it could not be stored and was not sent; `RefusedRequest` when the
 *   installation refused it
 */
export async function journalAndSend(
  context: PublishContext,
  write: WebhookWrite,
  before: Webhook,
): Promise<Sent> {
  const [entry] = await context.journal.begin([
    entryOf(context, write, { before, knownIds: null }),
  ]);
  if (entry === undefined) throw new Error('The journal gave no entry for a request.');
  return send(context, entry, write);
}

/** Sends a write that is in the journal. @throws RefusedRequest when the installation refused it */
export async function send(
  { client, journal }: PublishContext,
  entry: JournalEntry,
  write: WebhookWrite,
): Promise<Sent> {
  try {
    await client.send(write);
    return { entry, doubt: null };
  } catch (error) {
    const unread = { after: null, notes: [] };
    if (!(error instanceof ProblemError)) {
      // A defect: only reading can tell whether something was sent.
      await journal.complete(entry, { ...unread, outcome: 'unknown', problem: null });
      throw error;
    }
    const { problem } = error;
    if (doubtful.has(problem.code)) return { entry, doubt: problem };
    throw new RefusedRequest(
      await journal.complete(entry, { ...unread, outcome: 'failed', problem }),
      problem,
    );
  }
}

/** Problems after which the request may have been applied. */
const doubtful: ReadonlySet<Problem['code']> = new Set(['answer-lost', 'server-failed']);
