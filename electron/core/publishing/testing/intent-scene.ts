import { expect } from 'vitest';
import type { PublishOutcome } from '#contract/publishing.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits, finishMilliseconds } from '#domain/installation/limits.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { DraftEdit, StoredDraft } from '#domain/draft/stored-draft.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { FakeInstallation, problem } from '#test-support/installation.fake.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { FakePlanStore } from '#test-support/plan-store.fake.ts';
import { FakeSettings } from '#test-support/ports.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import type { Target, WebhookService, WebhookWrite } from '../../ports.ts';
import { decideCreate } from '../decide-create.ts';
import { publish } from '../publish.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

export const finish = finishMilliseconds(defaultLimits);

/**
 * Fault of the next write on the installation. `late`: the answer is lost, and it is applied later. `redirected`: it is
 * applied, and answered with 302. `altered`: a create gets its name in lower case, for `altered-lost` without an answer.
 */
export type Fault =
  | 'none'
  | 'lost-before'
  | 'lost-after'
  | 'refused'
  | 'accepted-only'
  | 'late'
  | 'redirected'
  | 'altered'
  | 'altered-lost';

/** A write on an installation, with the requested name. */
interface SeenWrite {
  readonly action: 'create' | 'update';
  readonly connectionId: string;
  readonly name: string;
  applied: boolean;
}

/** The calls around which a host can be killed. */
const steps: Readonly<Record<string, readonly string[]>> = {
  webhooks: ['list', 'read', 'send'],
  journal: ['write'],
  drafts: ['write'],
  plans: ['write'],
};

/** One installation, one disk, and hosts that are killed and restarted. */
export class Scene {
  readonly clock = new FakeClock();
  readonly installation = new FakeInstallation();
  readonly otherInstallation = new FakeInstallation();
  readonly drafts = new FakeDraftStore();
  readonly journal = new FakeJournalStore();
  readonly writes: SeenWrite[] = [];
  /** Number of steps before the host is killed. `null` for never. */
  killAfter: number | null = null;
  fault: Fault = 'none';
  canRead = true;
  readonly #late: { readonly sentAt: number; readonly apply: () => Promise<unknown> }[] = [];
  readonly #plans = new FakePlanStore();
  readonly #settings = new FakeSettings();
  readonly variant: VariantId;
  #ids = 0;
  #life = { isDead: false };
  #core: TestCore | null = null;
  connectionId = '';

  private constructor(variant: VariantId) {
    this.variant = variant;
    for (const installation of [this.installation, this.otherInstallation]) {
      installation.before = (operation) => {
        if (operation === 'list' || operation === 'read') {
          if (!this.canRead) throw problem('unreachable');
        } else if (this.fault === 'lost-before') throw problem('answer-lost');
        else if (this.fault === 'refused') throw problem('rejected');
      };
      installation.after = (operation) => {
        const isWrite = operation === 'create' || operation === 'update';
        if (isWrite && this.fault === 'lost-after') throw problem('answer-lost');
        if (isWrite && this.fault === 'redirected') throw redirected;
      };
    }
  }

  static async open(variant: VariantId): Promise<Scene> {
    const scene = new Scene(variant);
    await scene.start();
    const { id } = await scene.core.connections.add(
      {
        ...blankConnection,
        name: 'acme',
        baseUrl: 'https://monitor.example.com',
        variant,
        apiRoot: '/api/v1',
        authentication: { kind: 'none' },
      },
      {},
    );
    // Requests of an installation in memory have no address.
    scene.#settings.saved = scene.#settings.saved.map((saved) => ({ ...saved, practice: true }));
    scene.connectionId = id;
    return scene;
  }

  get core(): TestCore {
    if (this.#core === null) throw new Error('There is no host.');
    return this.#core;
  }

  get isDead(): boolean {
    return this.#life.isDead;
  }

  /** Starts a host on the stored data. The previous host counts as killed. */
  async start(): Promise<void> {
    this.#life.isDead = true;
    this.killAfter = null;
    const life = { isDead: false };
    this.#life = life;
    const core = createTestCore({
      clock: this.clock,
      newId: () => `id-${(this.#ids += 1)}`,
      settings: this.#settings,
      webhooks: this.#killable(life, 'webhooks', this.#installations()),
      journal: this.#killable(life, 'journal', this.journal),
      drafts: this.#killable(life, 'drafts', this.drafts),
      plans: this.#killable(life, 'plans', this.#plans),
    });
    this.#core = core;
    await core.journal.onDisk();
    await core.drafts.onDisk();
  }

  /** Connects to the other installation at the first call. */
  async anotherInstallation(): Promise<{ id: string; variant: VariantId }> {
    const { variant } = this;
    const known = this.core.connections.list().find(({ name }) => name === 'globex');
    if (known !== undefined) return { id: known.id, variant };
    const settings = { ...blankConnection, name: 'globex', baseUrl: 'https://globex.example.com' };
    const { id } = await this.core.connections.add(
      { ...settings, variant, apiRoot: '/api/v1', authentication: { kind: 'none' } },
      {},
    );
    const practiceId = 'standby';
    this.#settings.saved = this.#settings.saved.map((saved) =>
      saved.id === id ? { ...saved, practice: true, practiceId } : saved,
    );
    return { id, variant };
  }

  /** Reads fail from the next request of this kind on. */
  cutAfterCreate(action: 'create' | 'update' = 'create'): void {
    const { after } = this.installation;
    this.installation.after = async (operation, nth) => {
      if (operation === action) {
        this.canRead = false;
        this.installation.after = after;
      }
      await after(operation, nth);
    };
  }

  kill(): void {
    this.#life.isDead = true;
  }

  definition(name: string): WebhookDefinition {
    const url = 'https://chat.example.com/hook';
    return { ...emptyDefinition(this.variant), name, url };
  }

  /** Moves the clock. Late requests are applied before the installation has to be finished. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.clock.elapsed() + milliseconds;
    await this.#applyLate(({ sentAt }) => sentAt + finish <= until);
    this.clock.move(milliseconds);
  }

  async #applyLate(isDue: (late: { readonly sentAt: number }) => boolean): Promise<void> {
    const due = this.#late.filter(isDue);
    for (const each of due) {
      this.#late.splice(this.#late.indexOf(each), 1);
      const { fault } = this;
      this.fault = 'none';
      // An update may meet a webhook that is gone.
      await each.apply().catch(() => undefined);
      this.fault = fault;
    }
  }

  /** Ends all faults, and lets the time pass that the reconciler needs. */
  async recover(): Promise<void> {
    if (this.isDead) await this.start();
    this.killAfter = null;
    this.fault = 'none';
    await this.#applyLate(() => true);
    this.canRead = true;
    for (let look = 0; look < 4; look += 1) {
      await this.core.reconciler.reconcileAll();
      await this.decideCreates();
      this.clock.move(finish);
      await this.core.journal.onDisk();
    }
    await this.core.drafts.onDisk();
    expect(await this.core.journal.openEntries()).toEqual([]);
  }

  /** A person selects the webhook of each create that the installation altered. */
  async decideCreates(): Promise<void> {
    for (const { id: entryId, candidates, meant } of await this.core.journal.openEntries()) {
      if (candidates.length === 0) continue;
      const own = candidates.find(({ name }) => name === meant?.name.toLowerCase());
      try {
        await decideCreate(this.core, { entryId, webhookId: own?.id ?? null });
      } catch (error) {
        // The installation cannot be read, or the webhook is gone.
        if (!(error instanceof ProblemError)) throw error;
      }
    }
  }

  entries(): Promise<JournalEntry[]> {
    return this.core.journal.all({});
  }

  /** The installation that a target names. */
  #installationAt(target: Target): FakeInstallation {
    const isOther = JSON.stringify(target).includes('standby');
    return isOther ? this.otherInstallation : this.installation;
  }

  #installations(): WebhookService {
    const at = (target: Target): FakeInstallation => this.#installationAt(target);
    return {
      list: (target, options) => at(target).list(target, options),
      read: (target, id) => at(target).read(target, id),
      send: (target, write) => this.#send(target, write),
      describe: (target, write) => at(target).describe(target, write),
    };
  }

  /** Wraps the core's calls of a port. Calls of a dead host never return and change nothing. */
  #killable<Port extends object>(life: { isDead: boolean }, name: string, port: Port): Port {
    const never = new Promise<never>(() => undefined);
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        const call = (...args: unknown[]): unknown => Reflect.apply(member, target, args);
        if (steps[name]?.includes(String(property)) !== true) return call;
        return async (...args: unknown[]) => {
          if (this.#pass(life)) return never;
          const result = await call(...args);
          return this.#pass(life) ? never : result;
        };
      },
    });
  }

  async #send(target: Target, write: WebhookWrite): Promise<void> {
    const installation = this.#installationAt(target);
    const { action } = write;
    if (action === 'delete') return installation.send(target, write);
    const { fault } = this;
    const content = (): string => JSON.stringify(installation.webhooks.map(definitionOf));
    const connections = this.core.connections.list();
    const isOther = installation === this.otherInstallation;
    const connection = connections.find(({ name }) => (name === 'globex') === isOther);
    const connectionId = connection?.id ?? '';
    const seen: SeenWrite = { action, connectionId, name: write.definition.name, applied: false };
    this.writes.push(seen);
    if (fault === 'accepted-only') return;
    const apply = async (): Promise<void> => {
      const before = content();
      try {
        await installation.send(target, write);
        if (action === 'create' && fault.startsWith('altered')) {
          const created = installation.webhooks.at(-1);
          if (created !== undefined) created.name = created.name.toLowerCase();
        }
        if (fault === 'altered-lost') throw problem('answer-lost');
      } finally {
        seen.applied = content() !== before;
      }
    };
    if (fault !== 'late') return apply();
    this.#late.push({ sentAt: this.clock.elapsed(), apply });
    throw problem('answer-lost');
  }

  /** Counts a step, and kills the host after the last one. @returns whether it is dead */
  #pass(life: { isDead: boolean }): boolean {
    if (!life.isDead && this.killAfter !== null) {
      if (this.killAfter === 0) life.isDead = true;
      this.killAfter -= 1;
    }
    return life.isDead;
  }
}

const redirected = new ProblemError({
  ...problem('answer-lost').problem,
  answer: { status: 302, headers: [], body: '', truncated: false },
});

/** Publishes. Returns `killed` when the host is killed before it answers. */
export async function send(
  scene: Scene,
  { id: draftId, revision }: Pick<StoredDraft, 'id' | 'revision'>,
  despiteOpen = false,
  namedBefore: readonly number[] = [],
): Promise<PublishOutcome['kind'] | Problem['code'] | 'killed'> {
  const { core } = scene;
  const input = { draftId, revision, despiteOpen, namedBefore: [...namedBefore] };
  const publishing = (async () => {
    try {
      for await (const event of publish(core, input)) {
        if (event.kind === 'outcome') return event.outcome.kind;
      }
      return 'unverified';
    } catch (error) {
      if (error instanceof ProblemError) return error.problem.code;
      throw error;
    }
  })();
  return Promise.race([publishing, deathOf(scene)]);
}

export async function deathOf(scene: Scene): Promise<'killed'> {
  const { core } = scene;
  while (scene.core === core && !scene.isDead) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return 'killed';
}

export async function draftOf(scene: Scene, id: string, name: string, of: number | null = null) {
  const held = scene.installation.webhooks.find((each) => each.id === of);
  const base = held === undefined ? null : structuredClone(held);
  const definition = base === null ? scene.definition(name) : { ...definitionOf(base), name };
  const { connectionId } = scene;
  const draft: DraftEdit = {
    ...identityFor(id),
    id,
    connectionId,
    webhookId: of,
    base,
    definition,
    editedAt: scene.clock.now(),
  };
  const saved = await scene.core.drafts.save({ draft, basedOn: null });
  if (saved.status !== 'saved') throw new Error('A new draft is saved.');
  return { id, revision: saved.revision };
}

/** @param prepared runs between preparing and sending */
export async function runPlan(
  { core }: Scene,
  draftIds: string[],
  prepared: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  let planId = '';
  const keys: string[] = [];
  for await (const event of core.plans.prepare({ kind: 'drafts', draftIds })) {
    if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
    if (event.kind === 'end') ({ planId } = event);
  }
  await prepared();
  await core.plans.run(planId, keys, { atOnce: 1, onFailure: 'stop' });
  return planId;
}

export async function ended({ core, clock }: Scene, planId: string): Promise<void> {
  await expect
    .poll(async () => {
      clock.move(100);
      const planStates = await core.plans.runs.unfinished();
      return planStates.find((each) => each.planId === planId)?.status;
    })
    .not.toBe('running');
}

export const appliedOf = ({ writes }: Scene, name: string): number =>
  writes.filter((write) => write.name === name && write.applied).length;
