import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Delivery, DeliveryList, DeliveryState } from '../practice/practice-bodies.ts';
import type { Database, Query } from '../store/postgres/database.ts';
import { Id } from '../store/postgres/postgres-webhooks.ts';
import type { IdentifiedWebhook } from '../store/webhook-store.ts';
import type { Attempts } from './attempts.ts';
import {
  type Deliveries,
  maxAtOnce,
  maxFinished,
  maxPerHost,
  maxUnfinished,
  type NewEvent,
  tooManyWait,
} from './deliveries.ts';
import {
  columns,
  type DeliveryRecord,
  isFinished,
  newDelivery,
  type PendingDelivery,
  sending,
  summaryOf,
  targetHost,
} from './delivery.ts';

const queue = 'deliveries';

/** Jobs that a worker takes at once. After a full batch it takes more at once; pg-boss ignores that for 1. */
const batchSize = 2;
/** Seconds until another instance repeats an attempt whose instance is gone; attempts take 10. */
const expiry = 15;
/** Milliseconds that attempts get to end when the instance ends. */
const closeTimeout = 2_000;
/** Milliseconds between two reports of errors of the queue. */
const reportPause = 60_000;

const Row = z.object({ id: Id, record: columns.record });
const Due = z.object({
  record: columns.record,
  pending: columns.pending.nullable(),
});
const IdRow = z.object({ id: Id });
const Count = z.object({ count: Id });

/** One job is one attempt. `attempts` is how many were made before it. */
const Job = z.object({ id: z.int(), attempts: z.int() });
type Job = z.infer<typeof Job>;

const table = 'webhook_service.delivery';

/**
 * The deliveries in a PostgreSQL database, whose instances share the attempts. The table has what
 * the log shows; pg-boss decides which instance makes which attempt, and when.
 */
export class PostgresDeliveries implements Deliveries {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #attempts: Attempts;
  readonly #attemptsInFlight = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  private constructor(database: Database, boss: PgBoss, attempts: Attempts) {
    this.#database = database;
    this.#boss = boss;
    this.#attempts = attempts;
  }

  /** Starts the queue and makes the attempts that are due. */
  static async open(database: Database, url: string, attempts: Attempts) {
    const boss = new PgBoss({
      connectionString: url,
      application_name: 'webhook-service-deliveries',
      schema: 'webhook_service_jobs',
      schedule: false,
      useListenNotify: true,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    let reportedAt = 0;
    boss.on('error', (error) => {
      // While the database is away, each worker fails each second.
      if (attempts.clock.now() - reportedAt < reportPause) return;
      reportedAt = attempts.clock.now();
      attempts.onFailure(new Error(`The queue of deliveries failed: ${error.message}`));
    });
    try {
      return await PostgresDeliveries.#start(database, boss, attempts);
    } catch (error) {
      await boss.stop({ graceful: false });
      throw error;
    }
  }

  static async #start(database: Database, boss: PgBoss, attempts: Attempts) {
    await boss.start();
    await boss.createQueue(queue, {
      // Only for attempts that did not end: the instance was killed, or lost the database.
      retryLimit: 1_000,
      retryDelay: 1,
      expireInSeconds: expiry,
      deleteAfterSeconds: 600,
      // Also for jobs that wait while no instance makes attempts.
      retentionSeconds: 365 * 24 * 3_600,
      notify: true,
    });
    const deliveries = new PostgresDeliveries(database, boss, attempts);
    await boss.work(
      queue,
      {
        localConcurrency: maxAtOnce / batchSize,
        localGroupConcurrency: maxPerHost,
        batchSize,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 1,
        burstWhenBatchFull: true,
      },
      (jobs) => deliveries.#run(z.array(z.object({ data: Job })).parse(jobs)),
    );
    return deliveries;
  }

  add(
    event: NewEvent,
    values: Readonly<Record<string, string>>,
    recipients: readonly IdentifiedWebhook[],
  ): Promise<{ eventId: number; ids: number[] }> {
    return this.#database.transaction(async (query) => {
      const [unfinished] = await query(
        Count,
        `SELECT count(*) FROM ${table} WHERE pending IS NOT NULL`,
      );
      if ((unfinished?.count ?? 0) + recipients.length > maxUnfinished) throw tooManyWait();
      const [assigned] = await query(IdRow, "SELECT nextval('webhook_service.event_id') AS id");
      if (assigned === undefined) throw new Error('The sequence of event ids is missing');
      const created = recipients.map((recipient) =>
        newDelivery({ id: assigned.id, ...event }, values, recipient, randomUUID()),
      );
      const rows = await query(
        IdRow,
        `INSERT INTO ${table} (state, pending, record)
         SELECT 'waiting', pending, record
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS part (pending, record, number)
         ORDER BY number RETURNING id`,
        [
          created.map(({ pending }) => JSON.stringify(pending)),
          created.map(({ record }) => JSON.stringify(record)),
        ],
      );
      const ids = rows.map(({ id }) => id);
      const jobs = created.map(({ pending }, index) => ({
        data: { id: ids[index] ?? 0, attempts: 0 },
        ...groupOf(pending),
      }));
      if (jobs.length > 0) await this.#boss.insert(queue, jobs, { db: executorOf(query) });
      for (const [state, most] of Object.entries(maxFinished)) {
        await query(
          z.unknown(),
          `DELETE FROM ${table} WHERE state = $1 AND id <= (
             SELECT id FROM ${table} WHERE state = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`,
          [state, most],
        );
      }
      return { eventId: assigned.id, ids };
    });
  }

  async list(limit: number, state: DeliveryState | null): Promise<DeliveryList> {
    const { query } = this.#database;
    const where = 'WHERE is_listed AND ($1::text IS NULL OR state = $1)';
    const rows = await query(
      Row,
      `SELECT id, record FROM ${table} ${where} ORDER BY id DESC LIMIT $2`,
      [state, limit],
    );
    const [total] = await query(Count, `SELECT count(*) FROM ${table} ${where}`, [state]);
    return {
      deliveries: rows.map(({ id, record }) => summaryOf(id, record)),
      total: total?.count ?? 0,
    };
  }

  async read(id: number): Promise<Delivery | null> {
    const sql = `SELECT id, record FROM ${table} WHERE id = $1 AND is_listed`;
    const [row] = await this.#database.query(Row, sql, [id]);
    return row === undefined ? null : { id, ...row.record };
  }

  async clear(): Promise<void> {
    await this.#database.transaction(async (query) => {
      await query(z.unknown(), `DELETE FROM ${table} WHERE state IN ('delivered', 'failed')`);
      await query(z.unknown(), `UPDATE ${table} SET is_listed = false`);
    });
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.#ending.abort();
    }, closeTimeout);
    try {
      await this.#boss.offWork(queue, { wait: false });
      await Promise.allSettled(this.#attemptsInFlight);
      await this.#boss.stop({ timeout: closeTimeout });
    } catch (error) {
      // The database is away: its jobs expire, and another instance repeats them.
      this.#attempts.onFailure(error);
    }
    clearTimeout(timer);
    await this.#attempts.close();
  }

  /** Rejects after all attempts have ended, if one rejected. */
  async #run(jobs: readonly { readonly data: Job }[]): Promise<void> {
    const attempts = jobs.map(({ data }) => {
      const attempt = this.#attempt(data).finally(() => this.#attemptsInFlight.delete(attempt));
      this.#attemptsInFlight.add(attempt);
      return attempt;
    });
    await Promise.allSettled(attempts);
    await Promise.all(attempts);
  }

  /** Makes the attempt of a job. A rejection makes the queue repeat the jobs of its batch. */
  async #attempt({ id, attempts }: Job): Promise<void> {
    const { query } = this.#database;
    const sql = `SELECT record, pending FROM ${table} WHERE id = $1`;
    const [due] = await query(Due, sql, [id]);
    // The instance that made this attempt ended before it told the queue.
    const { record, pending } = due ?? { pending: null };
    if (pending === null || record.attempts.length !== attempts) return;
    await save(query, id, sending(record), pending);
    const recordAfter = await this.#attempts.make(record, pending, this.#ending.signal);
    if (recordAfter === null) throw new Error('The instance ended during the attempt.');
    const { nextAttemptAt } = recordAfter;
    await this.#database.transaction(async (send) => {
      await save(send, id, recordAfter, pending);
      if (isFinished(recordAfter)) {
        await send(z.unknown(), `DELETE FROM ${table} WHERE id = $1 AND NOT is_listed`, [id]);
      }
      if (nextAttemptAt === null) return;
      await this.#boss.send(
        queue,
        { id, attempts: recordAfter.attempts.length },
        { startAfter: new Date(nextAttemptAt), db: executorOf(send), ...groupOf(pending) },
      );
    });
  }
}

async function save(
  query: Query,
  id: number,
  record: DeliveryRecord,
  pending: PendingDelivery,
): Promise<void> {
  await query(
    z.unknown(),
    `UPDATE ${table} SET state = $1, pending = $2, record = $3 WHERE id = $4`,
    [record.state, isFinished(record) ? null : JSON.stringify(pending), JSON.stringify(record), id],
  );
}

/** The group of jobs with one target host, whose concurrent attempts the queue limits. */
function groupOf({ webhook }: PendingDelivery): { group?: { id: string } } {
  const host = targetHost(webhook.url);
  return host === '' ? {} : { group: { id: host } };
}

/** Lets the queue write in the transaction of `query`. */
const executorOf = (query: Query) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await query(z.unknown(), text, values),
  }),
});
