import pLimit, { type LimitFunction } from 'p-limit';
import type { BoundSecret } from '#contract/bundle-import.ts';
import type { BundleSource, CopySource, PlanRowView, RowsEvent } from '#contract/plans.ts';
import { withAnswer } from '#domain/publishing/decide-row.ts';
import type { PlanRow, RowAnswer } from '#domain/publishing/plan.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { BundleWorker, GivenSecret } from '../../bundle-ports.ts';
import type { Ports } from '../../ports.ts';
import { noSuchPlan, noSuchRow } from '../../problems.ts';
import type { ReadTarget } from './read-target.ts';
import type { RememberedSecrets } from './remembered-secrets.ts';

export const rowsAtOnce = 200;

interface Needs {
  readonly ports: Pick<Ports, 'bundleWorker' | 'secretsInUse' | 'clock'>;
  readonly remembered: RememberedSecrets;
}

interface Target {
  choices: ReadTarget;
  readonly oneAtATime: LimitFunction;
}

const isFor = (secret: BoundSecret, { name, destination }: BoundSecret): boolean =>
  secret.name === name && secret.destination === destination;

/** A file compared with installations. Its rows are in the worker. */
export class BundlePlan {
  readonly #needs: Needs;
  readonly #worker: BundleWorker;
  readonly #targets: ReadonlyMap<string, Target>;
  readonly #verb: string;
  readonly id: string;
  readonly readOnly: readonly ReadOnlyRows[];

  constructor(
    needs: Needs,
    id: string,
    targets: ReadonlyMap<string, ReadTarget>,
    kind: (BundleSource | CopySource)['kind'],
    readOnly: readonly ReadOnlyRows[],
  ) {
    this.#verb = kind === 'copy' ? 'Copy' : 'Import';
    this.#needs = needs;
    this.#worker = needs.ports.bundleWorker;
    this.id = id;
    this.readOnly = readOnly;
    this.#targets = new Map(
      [...targets].map(([connectionId, choices]) => [
        connectionId,
        { choices, oneAtATime: pLimit(1) },
      ]),
    );
  }

  readonly size = 0;

  titleFor(count: number | null): string {
    if (count === null) return `${this.#verb} webhooks`;
    return `${this.#verb} ${count} ${count === 1 ? 'webhook' : 'webhooks'}`;
  }

  choicesFor(connectionId: string): ReadTarget | undefined {
    return this.#targets.get(connectionId)?.choices;
  }

  async *rows(): AsyncGenerator<readonly PlanRow[], void, void> {
    for (const connectionId of this.#targets.keys()) {
      for (let from = 0; ; from += rowsAtOnce) {
        const part = await this.#worker.planRows(this.id, connectionId, from, rowsAtOnce);
        if (part.length > 0) yield part;
        if (part.length < rowsAtOnce) break;
      }
    }
  }

  async row(key: string): Promise<PlanRow | null> {
    const connectionId = this.#installationOf(key);
    return connectionId === null ? null : this.#worker.planRow(this.id, connectionId, key);
  }

  async *answer(keys: readonly string[], answer: RowAnswer): AsyncGenerator<RowsEvent, void, void> {
    const concerned = Map.groupBy(keys, (key) => this.#installationOf(key));
    const gone: string[] = [];
    for (const [connectionId, its] of concerned) {
      if (connectionId === null) throw noSuchRow();
      const fileKeys = its.map((key) => key.slice(connectionId.length + 1));
      gone.push(
        ...(yield* this.#replan(connectionId, (choices) => {
          const answers = new Map(choices.answers);
          for (const key of fileKeys) answers.set(key, withAnswer(answers.get(key) ?? {}, answer));
          return { ...choices, answers };
        })),
      );
    }
    yield { kind: 'end', gone };
  }

  /** Stores a remembered secret in the vault before it yields rows. */
  async *giveSecret(
    connectionId: string,
    { name, destination, value, remember }: BoundSecret & { value: string; remember: boolean },
  ): AsyncGenerator<RowsEvent, void, void> {
    const { ports, remembered } = this.#needs;
    this.#target(connectionId);
    ports.secretsInUse.add([value]);
    if (remember) await remembered.keep(connectionId, { name, destination, value });
    const given: GivenSecret = { name, destination, value, remembered: remember };
    const gone = yield* this.#replan(connectionId, (choices) => ({
      ...choices,
      secrets: [...choices.secrets.filter((each) => !isFor(each, given)), given],
    }));
    yield { kind: 'end', gone: [...gone] };
  }

  async *withdrawSecret(
    connectionId: string,
    secret: BoundSecret,
  ): AsyncGenerator<RowsEvent, void, void> {
    const gone = yield* this.#replan(connectionId, (choices) => ({
      ...choices,
      secrets: choices.secrets.filter((each) => !isFor(each, secret)),
    }));
    yield { kind: 'end', gone: [...gone] };
  }

  forget(): Promise<void> {
    return this.#worker.forgetPlan(this.id);
  }

  /** Compares with the list that was read before. */
  async *#replan(
    connectionId: string,
    change: (choices: ReadTarget) => ReadTarget,
  ): AsyncGenerator<RowsEvent, readonly string[], void> {
    const target = this.#target(connectionId);
    const { parts, gone } = await target.oneAtATime(async () => {
      target.choices = change(target.choices);
      const { variant } = target.choices;
      const planned = await this.#worker.plan(this.id, connectionId, variant, target.choices);
      if (planned === null) throw noSuchPlan();
      const parts: PlanRowView[][] = [];
      for (let from = 0; from < planned.changed; from += rowsAtOnce) {
        parts.push([...(await this.#worker.changed(this.id, connectionId, from, rowsAtOnce))]);
      }
      return { parts, gone: planned.gone };
    });
    for (const rows of parts) yield { kind: 'rows', rows };
    return gone;
  }

  #installationOf(key: string): string | null {
    for (const connectionId of this.#targets.keys()) {
      if (key.startsWith(`${connectionId}/`)) return connectionId;
    }
    return null;
  }

  #target(connectionId: string): Target {
    const target = this.#targets.get(connectionId);
    if (target === undefined) throw noSuchPlan();
    return target;
  }
}
