import type { IdRanges } from '#domain/journal/entry.ts';
import { attributeCreates } from '#domain/publishing/attribute-creates.ts';
import { rangesOf } from '#domain/publishing/id-ranges.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { resultOf } from '#domain/publishing/results.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { endUnread } from '../ended.ts';
import type { WebhookList } from '../../ports.ts';
import type { Errand, Publishing } from '../publishing.ts';
import { createRequest } from '../requests.ts';
import { attempt, type Sent } from '../send.ts';
import { endCreate } from '../write-create.ts';
import { BegunAhead } from './begun-ahead.ts';
import { failedRow } from './change-row.ts';

/** A row that creates. */
export type CreateRow = PlanRow & { readonly definition: WebhookDefinition };

export const isCreateRow = (row: PlanRow): row is CreateRow =>
  row.action === 'create' && row.definition !== null;

interface Outstanding {
  readonly row: PlanRow;
  readonly definition: WebhookDefinition;
  readonly sent: Sent;
}

/**
 * The creates of a plan on one installation. Its list is read once before the first of them and once when
 * they are sent, because the interface does not say which id a new webhook got.
 */
export class Creates {
  readonly #house: Publishing;
  readonly #errand: Errand;
  readonly #rows: readonly CreateRow[];
  /** Says what became of a row, as soon as that is known. */
  readonly #tell: (result: RowResult) => void;
  readonly #tellSent: (key: string) => void;
  #ahead: Promise<BegunAhead<CreateRow>> | null = null;
  #outstanding: Outstanding[] = [];
  /** Ids of webhooks that were found to be those of earlier rows. */
  readonly #taken = new Set<number>();
  #inDoubt = false;

  /**
   * @param errand that of the installation; each row is an errand of its own
   * @param rows all that may be sent, in their order
   */
  constructor(
    house: Publishing,
    errand: Errand,
    rows: readonly CreateRow[],
    tell: (result: RowResult) => void,
    tellSent: (key: string) => void,
  ) {
    this.#house = house;
    this.#errand = errand;
    this.#rows = rows;
    this.#tell = tell;
    this.#tellSent = tellSent;
  }

  /** An answer was lost: nothing more is to be sent before the list was read. */
  get isInDoubt(): boolean {
    return this.#inDoubt;
  }

  /** Sends a row; its result is told once the list was read, or at once where it was not sent. */
  async send(row: CreateRow): Promise<void> {
    try {
      const ahead = await this.#begunAhead();
      const { entry, request } = await ahead.take(row);
      const doubt = await attempt(this.#house, entry, request);
      if (doubt !== null) this.#inDoubt = true;
      this.#outstanding.push({ row, definition: row.definition, sent: { entry, doubt } });
      this.#tellSent(row.key);
    } catch (error) {
      this.#tell(failedRow(row, error));
    }
  }

  /** Reads the list, and says what became of what was sent. */
  async readBack(): Promise<void> {
    const outstanding = this.#outstanding;
    this.#outstanding = [];
    this.#inDoubt = false;
    if (outstanding.length === 0) return;
    const { ports, snapshots } = this.#house;
    const { connection, target } = this.#errand;
    const since = snapshots.begin();
    let list: WebhookList;
    try {
      list = await ports.webhooks.list(target, { patient: false });
    } catch (error) {
      await Promise.all(
        outstanding.map(async ({ row, sent }) => {
          const { entry } = await endUnread(this.#house, sent, error);
          this.#tell(resultOf(row.key, entry));
        }),
      );
      return;
    }
    const { webhooks, withoutId } = list;
    const wanted = outstanding.map(({ definition, sent: { entry, doubt } }) => ({
      ...{ key: entry.id, meant: definition, knownIds: entry.knownIds ?? [] },
      accepted: doubt === null,
    }));
    const beside = this.#house.journal.open.createdSince(outstanding.map(({ sent }) => sent.entry));
    const found = attributeCreates(wanted, webhooks, new Set([...this.#taken, ...beside]));
    for (const { webhook } of found.values()) {
      if (webhook === null) continue;
      this.#taken.add(webhook.id);
      // First of all: what this Hookdesk has made was not made elsewhere.
      snapshots.note(connection.id, webhook.id, webhook);
    }
    snapshots.keep(connection.id, ports.clock.now(), webhooks, { since, withoutId });
    await Promise.all(
      outstanding.map(async ({ row, definition, sent }) => {
        const its = found.get(sent.entry.id) ?? { webhook: null, notes: [] };
        const { entry } = await endCreate(this.#house, sent, definition, its);
        this.#tell(resultOf(row.key, entry));
      }),
    );
  }

  /** Nothing more is sent: what was begun ahead says so. */
  async giveBack(): Promise<void> {
    const ahead = await this.#ahead?.catch(() => null);
    await ahead?.giveBack();
  }

  /** The list is read once for all rows; where that fails, the next row tries again. */
  #begunAhead(): Promise<BegunAhead<CreateRow>> {
    this.#ahead ??= this.#readKnownIds().then(
      (knownIds) =>
        new BegunAhead<CreateRow>(this.#house.journal, this.#rows, (row) => {
          const errand = { ...this.#errand, rowKey: row.key, undoes: row.undoes };
          return createRequest(this.#house, errand, row.definition, knownIds);
        }),
      (error: unknown) => {
        this.#ahead = null;
        throw error;
      },
    );
    return this.#ahead;
  }

  async #readKnownIds(): Promise<IdRanges> {
    const { ports } = this.#house;
    const { webhooks } = await ports.webhooks.list(this.#errand.target, { patient: false });
    return rangesOf(webhooks.map(({ id }) => id));
  }
}
