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
import { send, type Sent } from '../send.ts';
import { endCreate } from '../write-create.ts';
import { failedRow } from './change-row.ts';

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
  /** Says what became of a row, as soon as that is known. */
  readonly #tell: (result: RowResult) => void;
  readonly #tellSent: (key: string) => void;
  #known: Promise<IdRanges> | null = null;
  #outstanding: Outstanding[] = [];
  /** Ids of webhooks that were found to be those of earlier rows. */
  readonly #taken = new Set<number>();
  #inDoubt = false;

  /** @param errand that of the installation; each row is an errand of its own */
  constructor(
    house: Publishing,
    errand: Errand,
    tell: (result: RowResult) => void,
    tellSent: (key: string) => void,
  ) {
    this.#house = house;
    this.#errand = errand;
    this.#tell = tell;
    this.#tellSent = tellSent;
  }

  /** An answer was lost: nothing more is to be sent before the list was read. */
  get isInDoubt(): boolean {
    return this.#inDoubt;
  }

  /** Sends a row; its result is told once the list was read, or at once where it was not sent. */
  async send(row: PlanRow, definition: WebhookDefinition): Promise<void> {
    const errand = { ...this.#errand, rowKey: row.key, undoes: row.undoes };
    try {
      const knownIds = await this.#knownIds();
      const request = createRequest(this.#house, errand, definition, knownIds);
      const sent = await send(this.#house, request);
      if (sent.doubt !== null) this.#inDoubt = true;
      this.#outstanding.push({ row, definition, sent });
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
    const found = attributeCreates(wanted, webhooks, this.#taken);
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

  /** Read once for all rows; where that fails, the next row tries again. */
  #knownIds(): Promise<IdRanges> {
    this.#known ??= this.#readKnownIds().catch((error: unknown) => {
      this.#known = null;
      throw error;
    });
    return this.#known;
  }

  async #readKnownIds(): Promise<IdRanges> {
    const { ports } = this.#house;
    const { webhooks } = await ports.webhooks.list(this.#errand.target, { patient: false });
    return rangesOf(webhooks.map(({ id }) => id));
  }
}
