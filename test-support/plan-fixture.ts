import { randomUUID } from 'node:crypto';
import { createHttpServices, type HttpServices } from '#adapters/http/http-services.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { PlanItem, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { PlanRowView, PlanSource, PlanStanding } from '#contract/plans.ts';
import type { Fault } from '../service/faults/fault.ts';
import type { ReceivedRequest } from '../service/http/recorder.ts';
import { type RunningService, startService } from '../service/start.ts';
import { createTestCore, type TestCore } from './test-core.ts';
import { type FakePorts, fakePorts } from './ports.fake.ts';
import type { Clock, Target, WebhookService } from '#core/ports.ts';
import { AdvancedClock } from './advanced-clock.fake.ts';

/** What happens around each write, between the core and the service. */
interface Hooks {
  before: (action: WriteName, nth: number) => void | Promise<void>;
  after: (action: WriteName, nth: number) => void | Promise<void>;
}
type WriteName = 'create' | 'update' | 'remove';

/** Plans on a real service, with what the core keeps in memory as if that were a disk. */
export class PlanFixture {
  readonly ports: FakePorts;
  readonly hooks: Hooks = { before: () => undefined, after: () => undefined };
  /** Requests that the service got, and that change something. */
  readonly writes: readonly ReceivedRequest[];
  readonly #clock = new AdvancedClock();
  readonly #service: RunningService;
  readonly #http: HttpServices;
  readonly #variant: VariantId;
  #core: TestCore;
  connectionId = '';
  #nth = 0;
  #lists = 0;

  private constructor(
    service: RunningService,
    variant: VariantId,
    writes: readonly ReceivedRequest[],
  ) {
    this.writes = writes;
    this.#service = service;
    this.#variant = variant;
    this.#http = createHttpServices({ environment: {}, limits: { retryPauses: [] } });
    this.ports = fakePorts();
    this.#core = this.#start();
  }

  /** @param milliseconds limits of the connection */
  static async open(
    variant: VariantId,
    options: { seed?: number; milliseconds?: number; payloadTypeAtTop?: boolean } = {},
  ): Promise<PlanFixture> {
    const { seed = 3, milliseconds = 150, payloadTypeAtTop = false } = options;
    const writes: ReceivedRequest[] = [];
    const service = await startService({
      ...{ variant, authToken: null, seed, payloadTypeAtTop },
      practice: { deliversTo: 'loopback' },
      onRequest: (request) => {
        if (request.method !== 'GET' && !request.path.startsWith('/practice')) {
          writes.push(request);
        }
      },
    });
    const fixture = new PlanFixture(service, variant, writes);
    const limits = { headersMilliseconds: milliseconds, bodyMilliseconds: milliseconds };
    const { id } = await fixture.core.connections.add(
      {
        ...blankConnection,
        ...{ name: 'acme', baseUrl: service.url, apiRoot: service.root, variant },
        authentication: { kind: 'none' },
        limits: { ...defaultLimits, ...limits },
      },
      {},
    );
    fixture.connectionId = id;
    return fixture;
  }

  /** From now on the usual limits hold: a busy machine takes none of them for a hang. */
  bePatient(): Promise<unknown> {
    return this.#change({ limits: defaultLimits });
  }

  makeReadOnly(): Promise<unknown> {
    return this.#change({ readOnly: true });
  }

  sendPayloadTypeAtTop(): Promise<unknown> {
    return this.#change({ payloadTypePlace: 'top-level' });
  }

  #change(change: Partial<ConnectionSettings>): Promise<unknown> {
    const { connections } = this.core;
    const settings = { ...connections.find(this.connectionId), ...change };
    return connections.change(this.connectionId, settings, {});
  }

  get core(): TestCore {
    return this.#core;
  }

  /** Says how many lists the core has asked for since now. */
  countLists(): () => number {
    const before = this.#lists;
    return () => this.#lists - before;
  }

  /** What goes wrong from now on; nothing where the list is empty. */
  async faults(...faults: (Pick<Fault, 'kind'> & Partial<Fault>)[]): Promise<void> {
    const answer = await fetch(`${this.#service.url}/practice/faults`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ faults }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** What the service holds, past the core. */
  async held(): Promise<readonly Webhook[]> {
    const { url: baseUrl, root: apiRoot } = this.#service;
    const target: Target = { baseUrl, apiRoot, variant: this.#variant, authToken: null };
    return addressable((await this.#http.webhooks.list(target, {})).webhooks);
  }

  async prepare(source: PlanSource | readonly PlanItem[]): Promise<{
    planId: string;
    rows: PlanRowView[];
  }> {
    const rows: PlanRowView[] = [];
    const asked: PlanSource = 'kind' in source ? source : { kind: 'items', items: [...source] };
    for await (const event of this.core.plans.prepare(asked)) {
      if (event.kind === 'rows') rows.push(...event.rows);
      if (event.kind === 'end') return { planId: event.planId, rows };
    }
    throw new Error('There is no plan.');
  }

  /** Carries out all rows of a plan that can be, and says what became of them. */
  async run(
    { planId, rows }: { planId: string; rows: readonly PlanRowView[] },
    options: Partial<RunOptions> = {},
  ): Promise<{ results: Map<string, RowResult>; standing: PlanStanding }> {
    const keys = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
    await this.core.plans.run(planId, keys, { atOnce: 4, onFailure: 'go-on', ...options });
    return this.ended(planId);
  }

  /** Waits until a plan has ended. */
  async ended(
    planId: string,
  ): Promise<{ results: Map<string, RowResult>; standing: PlanStanding }> {
    const results = new Map<string, RowResult>();
    let standing: PlanStanding | null = null;
    for await (const event of this.core.plans.watch(planId)) {
      if (event.kind === 'standing') standing = event.standing;
      else for (const result of event.results) results.set(result.key, result);
    }
    if (standing === null) throw new Error('It was not said how the plan stands.');
    return { results, standing };
  }

  /** Lets the service finish whatever requests are open. */
  async passFinish(): Promise<void> {
    await this.core.journal.openEntries();
    this.#clock.passFinish();
  }

  /** Ends the core, and starts another on what is kept. */
  async restart(): Promise<void> {
    await this.core.close();
    this.#core = this.#start();
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.#http.close();
    await this.#service.close();
  }

  #start(): TestCore {
    const clock: Clock = this.#clock;
    return createTestCore({
      ...this.ports,
      clock,
      newId: randomUUID,
      webhooks: this.#hooked(),
    });
  }

  #hooked(): WebhookService {
    const { webhooks } = this.#http;
    const around = async (name: WriteName, write: () => Promise<void>): Promise<void> => {
      this.#nth += 1;
      const nth = this.#nth;
      await this.hooks.before(name, nth);
      try {
        await write();
      } finally {
        await this.hooks.after(name, nth);
      }
    };
    return {
      ...webhooks,
      list: (...args) => {
        this.#lists += 1;
        return webhooks.list(...args);
      },
      create: (...args) => around('create', () => webhooks.create(...args)),
      update: (...args) => around('update', () => webhooks.update(...args)),
      remove: (...args) => around('remove', () => webhooks.remove(...args)),
    };
  }
}
