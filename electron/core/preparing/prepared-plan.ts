import pLimit from 'p-limit';
import type { BoundSecret } from '#contract/bundle-import.ts';
import type { AnswerToRows, RowsEvent } from '#contract/plans.ts';
import type { RowDecision } from '#domain/bundle/plan/plan-target.ts';
import { inParts } from '#domain/in-parts.ts';
import type { Problem } from '#domain/problem.ts';
import { withAnswer } from '#domain/publishing/decide-row.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { type ReadOnlyRows, readOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type {
  RowChanges,
  DecisionScope,
  GivenSecret,
  PlanAnswers,
  RowHolder,
  TargetInstallation,
} from '../plan-ports.ts';
import type { Ports } from '../ports.ts';
import { noSuchPlan, stopIfCancelled } from '../problems.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Proposal } from './proposal.ts';

const rowsAtOnce = 200;

type NeededPorts = Pick<Ports, 'clock' | 'secretsInUse'>;

type ChangedRows = Extract<RowsEvent, { kind: 'rows' }>;

type SecretsChange = (secrets: readonly GivenSecret[]) => readonly GivenSecret[];

const noAnswers: PlanAnswers = { rows: new Map(), secrets: new Map() };

const isFor = (secret: BoundSecret, { name, destination }: BoundSecret): boolean =>
  secret.name === name && secret.destination === destination;

/** A plan of any source that has not started: its proposal and answers. The holder has its rows. */
export class PreparedPlan {
  readonly #ports: NeededPorts;
  readonly #holder: RowHolder;
  readonly #oneAtATime = pLimit(1);
  readonly #connectionIds: readonly string[];
  readonly id: string;
  readonly proposal: Proposal;
  /** Rows that are left out, because their installation is read-only. */
  readonly readOnly: ReadOnlyRows[] = [];
  #answers: PlanAnswers;
  readonly #firstChanges = new Map<string, RowChanges>();

  /** @param answers those that last from the plan that this one replaces */
  constructor(
    ports: NeededPorts,
    id: string,
    proposal: Proposal,
    holder: RowHolder,
    answers: PlanAnswers = noAnswers,
  ) {
    this.#ports = ports;
    this.id = id;
    this.proposal = proposal;
    this.#holder = holder;
    this.#answers = answers;
    this.#connectionIds = [...proposal.connectionIds, ...(proposal.blocked?.keys() ?? [])];
  }

  /** Number of rows. */
  get size(): number {
    return this.firstChanges.reduce((sum, { changed }) => sum + changed, 0);
  }

  /** What the first decision on each installation added, in their order. */
  get firstChanges(): readonly RowChanges[] {
    return this.#connectionIds.flatMap((id) => this.#firstChanges.get(id) ?? []);
  }

  /** For the next plan. Answers to conflicts apply only to what the person saw; the vault has its secrets. */
  async lastingAnswers(): Promise<PlanAnswers> {
    const { rows, secrets } = this.#answers;
    const lasting = await Promise.all(
      [...rows].map(async ([key, answers]): Promise<[string, RowDecision]> => {
        const { pairWith, pairedName } = answers;
        // The rows of a file may be lost with their thread; their answers are not.
        const paired = typeof pairWith === 'number' ? await this.row(key).catch(() => null) : null;
        const name = paired?.base?.name ?? pairedName;
        return [key, { ...withAnswer(answers, { conflict: null }), pairedName: name }];
      }),
    );
    const entered = [...secrets].map(
      ([id, given]) => [id, given.filter(({ remembered }) => !remembered)] as const,
    );
    return { rows: new Map(lasting), secrets: new Map(entered) };
  }

  /** Reads the secrets of the installation from the vault, for the decisions that follow. */
  async addRememberedSecrets(connectionId: string): Promise<void> {
    const { remembered } = this.proposal;
    if (remembered === undefined) return;
    const secrets = await remembered.of(connectionId);
    this.#ports.secretsInUse.add(secrets.map(({ value }) => value));
    this.#changeSecrets(connectionId, (given) => [...secrets, ...given]);
  }

  /** Decides the rows by the list of the installation. */
  async decide(
    target: TargetInstallation,
    webhooks: readonly ListedWebhook[],
    signal?: AbortSignal,
  ): Promise<void> {
    const { connectionId } = target;
    await this.#holder.addTarget(this.id, target);
    for (const part of inParts(webhooks, rowsAtOnce)) {
      await this.#holder.addLive(this.id, connectionId, part);
      await this.#ports.clock.yieldToEventLoop();
      stopIfCancelled(signal);
    }
    const decision = this.#holder.decide(this.id, { connectionId }, this.#answers);
    const changes = await untilAborted(decision, signal);
    if (changes === null) throw noSuchPlan();
    for (const itsChanges of changes) this.#firstChanges.set(connectionId, itsChanges);
  }

  /** Blocks the rows that are known without the list of the installation. */
  async block(connectionId: string, problem: Problem): Promise<void> {
    const blockedRows: PlanRow[] = [];
    // The bundle thread knows no row without a list.
    if (this.proposal.rows !== null) {
      await this.decide({ connectionId, problem }, []);
      for await (const rows of this.#rowsOf(connectionId)) blockedRows.push(...rows);
    }
    if (problem.code !== 'read-only') return;
    const unread = { connectionId, webhooks: null, action: null };
    this.readOnly.push(...(blockedRows.length === 0 ? [unread] : readOnlyRows(blockedRows)));
  }

  async *rows(): AsyncGenerator<readonly PlanRow[], void, void> {
    for (const connectionId of this.#connectionIds) {
      yield* this.#rowsOf(connectionId);
    }
  }

  row(key: string): Promise<PlanRow | null> {
    return this.#holder.planRow(this.id, key);
  }

  /** Rows that the last decision on the installation added or changed. */
  async *changedRows({
    connectionId,
    changed,
  }: RowChanges): AsyncGenerator<ChangedRows, void, void> {
    for (let from = 0; from < changed; from += rowsAtOnce) {
      const part = await this.#holder.changedRows(this.id, {
        connectionId,
        from,
        count: rowsAtOnce,
      });
      // A thread that ended has lost its rows.
      if (part.length === 0) throw noSuchPlan();
      yield { kind: 'rows', rows: [...part] };
      await this.#ports.clock.yieldToEventLoop();
    }
  }

  /** Decides the rows again, without reading an installation. */
  answer(answers: readonly AnswerToRows[]): AsyncGenerator<RowsEvent, void, void> {
    return this.#decideAgain(() => {
      const rows = new Map(this.#answers.rows);
      for (const { keys, answer } of answers) {
        for (const key of keys) {
          const before = rows.get(key) ?? {};
          // A person pairs with the current webhook.
          const pairedName = answer.pairWith === undefined ? before.pairedName : undefined;
          rows.set(key, { ...withAnswer(before, answer), pairedName });
        }
      }
      this.#answers = { ...this.#answers, rows };
      return { keys: answers.flatMap(({ keys }) => keys) };
    });
  }

  /** Stores a remembered secret in the vault before it yields rows. */
  async *giveSecret(
    connectionId: string,
    { name, destination, value, remember }: BoundSecret & { value: string; remember: boolean },
  ): AsyncGenerator<RowsEvent, void, void> {
    const { remembered } = this.proposal;
    if (remembered === undefined || !this.#connectionIds.includes(connectionId)) throw noSuchPlan();
    this.#ports.secretsInUse.add([value]);
    if (remember) await remembered.keep(connectionId, { name, destination, value });
    const given: GivenSecret = { name, destination, value, remembered: remember };
    yield* this.#decideWithSecrets(connectionId, (secrets) => [
      ...secrets.filter((secret) => !isFor(secret, given)),
      given,
    ]);
  }

  withdrawSecret(
    connectionId: string,
    withdrawn: BoundSecret,
  ): AsyncGenerator<RowsEvent, void, void> {
    return this.#decideWithSecrets(connectionId, (secrets) =>
      secrets.filter((secret) => !isFor(secret, withdrawn)),
    );
  }

  forget(): Promise<void> {
    return this.#holder.forgetPlan(this.id);
  }

  async *#rowsOf(connectionId: string): AsyncGenerator<readonly PlanRow[], void, void> {
    for (let from = 0; ; from += rowsAtOnce) {
      const part = await this.#holder.planRows(this.id, { connectionId, from, count: rowsAtOnce });
      if (part.length > 0) yield part;
      if (part.length < rowsAtOnce) return;
      await this.#ports.clock.yieldToEventLoop();
    }
  }

  #changeSecrets(connectionId: string, change: SecretsChange): void {
    const secrets = new Map(this.#answers.secrets);
    secrets.set(connectionId, change(secrets.get(connectionId) ?? []));
    this.#answers = { ...this.#answers, secrets };
  }

  #decideWithSecrets(
    connectionId: string,
    change: SecretsChange,
  ): AsyncGenerator<RowsEvent, void, void> {
    return this.#decideAgain(() => {
      this.#changeSecrets(connectionId, change);
      return { connectionId };
    });
  }

  /** One decision at a time. The person sees it whole, even if the window stops reading. */
  async *#decideAgain(addAnswer: () => DecisionScope): AsyncGenerator<RowsEvent, void, void> {
    yield* await this.#oneAtATime(async () => {
      const changes = await this.#holder.decide(this.id, addAnswer(), this.#answers);
      if (changes === null) throw noSuchPlan();
      const events: RowsEvent[] = [];
      for (const itsChanges of changes) {
        for await (const rows of this.changedRows(itsChanges)) events.push(rows);
      }
      events.push({ kind: 'end', gone: changes.flatMap(({ gone }) => gone) });
      return events;
    });
  }
}
