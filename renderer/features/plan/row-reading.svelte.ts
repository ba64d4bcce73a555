import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { Problem } from '#domain/problem.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { secretHeaderValues } from '#domain/secrets/header-secrets.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { problemOf } from '../../shared/problem.ts';

interface Planned {
  readonly definition: WebhookDefinition | null;
}

export class RowReading<Row extends Planned> {
  readonly #liveOf: (row: Row) => Webhook | null;
  #reading: object | null = null;

  row = $state.raw<Row | null>(null);
  request = $state.raw<OutboundRequest | null>(null);
  problem = $state.raw<Problem | null>(null);

  readonly #live = $derived.by(() => (this.row === null ? null : this.#liveOf(this.row)));
  readonly differences = $derived.by(() =>
    this.#live !== null && this.row?.definition
      ? fieldDifferences(this.#live, this.row.definition)
      : [],
  );
  readonly headers = $derived.by(() =>
    headerChangeSet(this.#live?.headers ?? [], this.row?.definition?.headers ?? []),
  );
  /** Values to mask in the request until a person reveals them. */
  readonly secrets: readonly string[] = $derived.by(() =>
    secretHeaderValues([...(this.row?.definition?.headers ?? []), ...(this.#live?.headers ?? [])]),
  );

  constructor(liveOf: (row: Row) => Webhook | null) {
    this.#liveOf = liveOf;
  }

  /** Drops the result of an earlier call that is still running. */
  async look(
    read: () => Promise<{ readonly row: Row; readonly request: OutboundRequest | null }>,
  ): Promise<void> {
    this.#reading = read;
    this.problem = null;
    try {
      const { row, request } = await read();
      if (this.#reading !== read) return;
      this.row = row;
      this.request = request;
    } catch (error) {
      if (this.#reading !== read) return;
      this.row = null;
      this.request = null;
      this.problem = problemOf(error);
    }
  }
}
