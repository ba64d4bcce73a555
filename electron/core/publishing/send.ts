import type { JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { showsFinished } from '#domain/publishing/finished.ts';
import type { Publishing } from './publishing.ts';
import type { WriteRequest } from './requests.ts';

type Needs = Pick<Publishing, 'journal'>;

/** A request was refused, and nothing was changed; the journal has it as failed. */
export class RefusedRequest extends ProblemError {
  readonly entry: JournalEntry;
  constructor(entry: JournalEntry, problem: Problem) {
    super(problem);
    this.entry = entry;
  }
}

/** Whether the installation may still be at work on a request: then nothing but success is certain. */
export const mayStillApply = ({ doubt }: Pick<Sent, 'doubt'>): boolean =>
  doubt !== null && !showsFinished(doubt);

/** A request that has left, and may have been applied. */
export interface Sent {
  readonly entry: JournalEntry;
  /** `null` when it was accepted, a problem when reading must show what became of it. */
  readonly doubt: Problem | null;
}

/**
 * Notes a request in the journal, and sends it once that is on disk.
 *
 * @throws ProblemError where it could not be noted, and was not sent; or was refused, and noted as failed
 */
export async function send(house: Needs, request: WriteRequest): Promise<Sent> {
  const [entry] = await house.journal.begin([request.entry]);
  if (entry === undefined) throw new Error('The journal gave no entry for a request.');
  return { entry, doubt: await attempt(house, entry, request) };
}

/** Sends a request that is noted already. `null` when it was accepted, a problem where that is not known. */
export async function attempt(
  { journal }: Needs,
  entry: JournalEntry,
  request: Pick<WriteRequest, 'send'>,
): Promise<Problem | null> {
  try {
    await request.send();
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) {
      // Nobody foresaw it: whether something was sent is for reading to say.
      await journal.complete(entry, { ...nothingRead, outcome: 'unknown', problem: null });
      throw error;
    }
    const { problem } = error;
    if (doubtful.has(problem.code)) return problem;
    throw new RefusedRequest(
      await journal.complete(entry, { ...nothingRead, outcome: 'failed', problem }),
      problem,
    );
  }
}

/** Problems after which the request may have been applied. */
const doubtful: ReadonlySet<Problem['code']> = new Set(['answer-lost', 'server-failed']);

const nothingRead = { after: null, notes: [] };
