import pLimit, { type LimitFunction } from 'p-limit';
import type {
  BoundSecret,
  BundlePlanRowView,
  PreparePlanEvent,
  ReplanEvent,
} from '#contract/bundle-import.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { BundlePlanRow, BundleRowKind, Decision } from '#domain/bundle/plan/bundle-plan.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { BundleWorker, GivenSecret, PlannedItem } from '../../bundle-ports.ts';
import { eachLimit, installationsAtOnce } from '../../each-limit.ts';
import type { Ports } from '../../ports.ts';
import { withProgress } from '../../progress.ts';
import type { Installations } from '../../installations/client.ts';
import type { Connections } from '../../connections/connections.ts';
import { writeOf } from '../../installations/webhook-write.ts';
import type { OpenedFiles } from './opened-files.ts';
import { noSuchFile, noSuchPlan, noSuchRow, notToBeSent } from './import-problems.ts';
import { type ReadProgress, readTarget } from './read-target.ts';
import type { RememberedSecrets } from './remembered-secrets.ts';

/** Plans kept in memory; each holds the webhooks of its installations. */
const maxKnown = 3;

const rowsAtOnce = 200;

interface Needs {
  readonly ports: Pick<Ports, 'bundleWorker' | 'secretsInUse' | 'clock' | 'newId'>;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly files: OpenedFiles;
  readonly remembered: RememberedSecrets;
}

interface Target {
  readonly variant: VariantId;
  readonly decisions: Map<string, Decision>;
  secrets: readonly GivenSecret[];
  readonly oneAtATime: LimitFunction;
}

interface PlanInput {
  readonly fileId: string;
  readonly connectionIds: readonly string[];
  readonly keys: readonly string[] | null;
  readonly alsoRemove: boolean;
}

const isFor = (secret: BoundSecret, { name, destination }: BoundSecret): boolean =>
  secret.name === name && secret.destination === destination;

export class BundlePlans {
  readonly #needs: Needs;
  readonly #work: BundleWorker;
  readonly #plans = new Map<string, Map<string, Target>>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#work = needs.ports.bundleWorker;
  }

  async *prepare(
    { fileId, connectionIds, keys, alsoRemove }: PlanInput,
    signal?: AbortSignal,
  ): AsyncGenerator<PreparePlanEvent, void, void> {
    const { ports, files } = this.#needs;
    files.count(fileId);
    const planId = ports.newId();
    if (!(await this.#work.begin(planId, fileId, { keys, alsoRemove }))) throw noSuchFile();
    const targets = new Map<string, Target>();
    const reading = withProgress<ReadProgress>(
      (report, stop) =>
        eachLimit(installationsAtOnce, [...new Set(connectionIds)], async (connectionId) => {
          const target = await readTarget(this.#needs, planId, connectionId, report, stop);
          if (target !== null) targets.set(connectionId, { ...target, oneAtATime: pLimit(1) });
        }),
      { keyOf: ({ connectionId }) => connectionId, signal },
    );
    let isWhole = false;
    try {
      for await (const progress of reading) {
        if (progress.step === 'done') yield* this.#changedRows(planId, progress.connectionId);
        yield progress;
      }
      isWhole = signal?.aborted !== true;
      if (!isWhole) return;
      this.#plans.set(planId, targets);
      await this.#forgetOldest();
      yield { kind: 'end', bundlePlanId: planId };
    } finally {
      if (!isWhole) await this.#work.forgetPlan(planId);
    }
  }

  async *decide(
    planId: string,
    connectionId: string,
    decided: readonly { readonly key: string; readonly decision: Decision }[],
  ): AsyncGenerator<ReplanEvent, void, void> {
    const prefix = `${connectionId}/`;
    if (decided.some(({ key }) => !key.startsWith(prefix))) throw noSuchRow();
    yield* this.#replan(planId, connectionId, ({ decisions }) => {
      for (const { key, decision } of decided) decisions.set(key.slice(prefix.length), decision);
    });
  }

  /** Stores a remembered secret in the vault before it yields rows. */
  async *giveSecret(
    planId: string,
    connectionId: string,
    { name, destination, value, remember }: BoundSecret & { value: string; remember: boolean },
  ): AsyncGenerator<ReplanEvent, void, void> {
    const { ports, remembered } = this.#needs;
    this.#target(planId, connectionId);
    ports.secretsInUse.add([value]);
    if (remember) await remembered.keep(connectionId, { name, destination, value });
    const given: GivenSecret = { name, destination, value, remembered: remember };
    yield* this.#replan(planId, connectionId, (target) => {
      target.secrets = [...target.secrets.filter((each) => !isFor(each, given)), given];
    });
  }

  async *withdrawSecret(
    planId: string,
    connectionId: string,
    secret: BoundSecret,
  ): AsyncGenerator<ReplanEvent, void, void> {
    yield* this.#replan(planId, connectionId, (target) => {
      target.secrets = target.secrets.filter((each) => !isFor(each, secret));
    });
  }

  /** A row and the exact request it would send; both show secret names for secret values. */
  async row(
    planId: string,
    connectionId: string,
    key: string,
  ): Promise<{ row: BundlePlanRow; request: OutboundRequest | null }> {
    const row = await this.#find(planId, connectionId, key);
    const action = actions[row.kind];
    const write = action === null ? null : writeOf(action, row.base, row.definition);
    if (write === null) return { row, request: null };
    return { row, request: await this.#needs.installations.describe(connectionId, write) };
  }

  /** @throws ProblemError when a row is undecided, cannot be sent, or changes nothing */
  async items(
    planId: string,
    rows: readonly { readonly connectionId: string; readonly key: string }[],
  ): Promise<PlannedItem[]> {
    const items = new Map<string, PlannedItem>();
    for (const [connectionId, its] of Map.groupBy(rows, (row) => row.connectionId)) {
      this.#target(planId, connectionId);
      const keys = [...new Set(its.map(({ key }) => key))];
      for (let from = 0; from < keys.length; from += rowsAtOnce) {
        const part = keys.slice(from, from + rowsAtOnce);
        for (const item of await this.#work.items(planId, connectionId, part)) {
          if (item === null) throw notToBeSent();
          items.set(item.key, item);
        }
        await this.#needs.ports.clock.yieldToEventLoop();
      }
    }
    const keys = [...new Set(rows.map(({ key }) => key))];
    return keys.flatMap((key) => items.get(key) ?? []);
  }

  async forget(planId: string): Promise<void> {
    this.#plans.delete(planId);
    await this.#work.forgetPlan(planId);
  }

  async *#replan(
    planId: string,
    connectionId: string,
    change: (target: Target) => void,
  ): AsyncGenerator<ReplanEvent, void, void> {
    const target = this.#target(planId, connectionId);
    const { parts, gone } = await target.oneAtATime(async () => {
      change(target);
      const { variant, decisions, secrets } = target;
      const choices = { decisions, secrets };
      const replanned = await this.#work.plan(planId, connectionId, variant, choices);
      if (replanned === null) throw noSuchPlan();
      const { changed, gone } = replanned;
      const parts: BundlePlanRowView[][] = [];
      for (let from = 0; from < changed; from += rowsAtOnce) {
        parts.push([...(await this.#work.changed(planId, connectionId, from, rowsAtOnce))]);
      }
      return { parts, gone };
    });
    for (const rows of parts) yield { kind: 'rows', rows };
    yield { kind: 'end', gone: [...gone] };
  }

  async *#changedRows(
    planId: string,
    connectionId: string,
  ): AsyncGenerator<PreparePlanEvent, void, void> {
    for (let from = 0; ; from += rowsAtOnce) {
      const rows = [...(await this.#work.changed(planId, connectionId, from, rowsAtOnce))];
      if (rows.length > 0) yield { kind: 'rows', connectionId, rows };
      if (rows.length < rowsAtOnce) return;
    }
  }

  async #forgetOldest(): Promise<void> {
    for (const [oldest] of this.#plans) {
      if (this.#plans.size <= maxKnown) return;
      await this.forget(oldest);
    }
  }

  #target(planId: string, connectionId: string): Target {
    const target = this.#plans.get(planId)?.get(connectionId);
    if (target === undefined) throw noSuchPlan();
    return target;
  }

  async #find(planId: string, connectionId: string, key: string): Promise<BundlePlanRow> {
    this.#target(planId, connectionId);
    const row = await this.#work.row(planId, connectionId, key);
    if (row === null) throw noSuchRow();
    return row;
  }
}

const actions: Readonly<Record<BundleRowKind, WriteAction | null>> = {
  create: 'create',
  update: 'update',
  removal: 'delete',
  unchanged: null,
  decision: null,
  invalid: null,
};
