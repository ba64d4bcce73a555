import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpServices, type HttpServices } from '#adapters/http/http-services.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { PlanItem, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { PlanRowView, PlanSource, PlanState } from '#contract/plans.ts';
import type { ReceivedRequest } from '../service/http/recorder.ts';
import { type RunningService, startService } from '../service/start.ts';
import { type Faults, setFaults } from '../service/testing/set-faults.ts';
import { openSqlite } from '../service/store/sqlite/sqlite-storage.ts';
import type { CreateBody } from '../service/webhooks/body-types.ts';
import { createTestCore, type TestCore } from './test-core.ts';
import { type FakePorts, fakePorts } from './ports.fake.ts';
import type { Clock, Target, WebhookService, WebhookWrite } from '#core/ports.ts';
import { AdvancedClock } from './advanced-clock.fake.ts';
import { ServiceAccess, username } from './service-access-fixture.ts';

/** Runs around each write, between the core and the service. */
interface Hooks {
  before: (action: WriteName, nth: number) => void | Promise<void>;
  after: (action: WriteName, nth: number) => void | Promise<void>;
}
type WriteName = WebhookWrite['action'];

interface PlanFixtureOptions {
  readonly seed?: number;
  /** Limits of the connection. */
  readonly milliseconds?: number;
  readonly payloadTypeAtTop?: boolean;
  /** Initial webhooks of the service, also such as it rejects in requests. */
  readonly stored?: readonly CreateBody[];
  /** The authentication; without it, the service accepts all requests. */
  readonly access?: 'auth-token' | 'sign-in';
}

/** Plans on a real service. The stores of the core are in memory. */
export class PlanFixture {
  readonly ports: FakePorts;
  readonly hooks: Hooks = { before: () => undefined, after: () => undefined };
  /** Received requests that change data. */
  readonly writes: readonly ReceivedRequest[];
  readonly #clock = new AdvancedClock();
  readonly #service: RunningService;
  readonly #http: HttpServices;
  readonly #variant: VariantId;
  readonly #access: ServiceAccess | null;
  readonly #folder: string;
  #core: TestCore;
  connectionId = '';
  #nth = 0;
  #lists = 0;

  private constructor(
    service: RunningService,
    variant: VariantId,
    writes: readonly ReceivedRequest[],
    access: ServiceAccess | null,
    folder: string,
  ) {
    this.writes = writes;
    this.#service = service;
    this.#variant = variant;
    this.#access = access;
    this.#folder = folder;
    this.#http = createHttpServices({ environment: {}, limits: { retryPauses: [] } });
    this.ports = fakePorts();
    this.#core = this.#start();
  }

  static async open(variant: VariantId, options: PlanFixtureOptions = {}): Promise<PlanFixture> {
    const { seed = 3, milliseconds = 10_000, payloadTypeAtTop = false } = options;
    const access = options.access === undefined ? null : await ServiceAccess.open();
    const writes: ReceivedRequest[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'hookdesk-plan-'));
    const dataFile = join(folder, 'webhooks.db');
    if (options.stored !== undefined) {
      const storage = openSqlite(variant, dataFile);
      await storage.webhooks.fill(options.stored);
      await storage.close();
    }
    const service = await startService({
      variant,
      authToken: null,
      seed,
      payloadTypeAtTop,
      dataFile: options.stored === undefined ? undefined : dataFile,
      signIn: access?.signIn,
      practice: { deliversTo: 'loopback' },
      onRequest: (request) => {
        access?.saw(request);
        if (request.method !== 'GET' && request.path.includes('/webhook/')) writes.push(request);
      },
    });
    const fixture = new PlanFixture(service, variant, writes, access, folder);
    fixture.connectionId = await fixture.connect('acme', { ...options, milliseconds });
    return fixture;
  }

  /** Adds another connection to the service, with its own secrets. @returns its id */
  async connect(
    name: string,
    { milliseconds = 10_000, access }: Pick<PlanFixtureOptions, 'milliseconds' | 'access'> = {},
  ): Promise<string> {
    const { url: baseUrl, root: apiRoot } = this.#service;
    const limits = { headersMilliseconds: milliseconds, bodyMilliseconds: milliseconds };
    const settings: ConnectionSettings = {
      ...blankConnection,
      name,
      baseUrl,
      apiRoot,
      variant: this.#variant,
      authentication:
        access === 'sign-in' ? { kind: access, username } : { kind: access ?? 'none' },
      limits: { ...defaultLimits, ...limits },
    };
    const secrets = {
      ...(access === 'auth-token' && { authToken: await this.newToken() }),
      ...(access === 'sign-in' && { password: this.#accessOfService.password }),
    };
    const { id } = await this.core.connections.add(settings, secrets);
    return id;
  }

  /** A new auth token from a sign-in without Hookdesk. */
  newToken(): Promise<string> {
    return this.#accessOfService.newToken(this.#service);
  }

  /** Expires these auth tokens, or all that requests have used. */
  endTokens(...tokens: readonly string[]): Promise<void> {
    return this.#accessOfService.endTokens(this.#service, tokens.length > 0 ? tokens : undefined);
  }

  /** Changes the user's password, without Hookdesk. */
  setPassword(password: string): Promise<void> {
    return this.#accessOfService.setPassword(password);
  }

  get #accessOfService(): ServiceAccess {
    if (this.#access === null) throw new Error('The service has no authentication.');
    return this.#access;
  }

  limitResponsesTo(milliseconds: number): Promise<unknown> {
    const limits = { headersMilliseconds: milliseconds, bodyMilliseconds: milliseconds };
    return this.#change({ limits: { ...defaultLimits, ...limits } });
  }

  makeReadOnly(): Promise<unknown> {
    return this.#change({ readOnly: true });
  }

  makeStaging(): Promise<unknown> {
    return this.#change({ environment: 'staging' });
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

  /** Returns a function that counts the list requests of the core from now on. */
  countLists(): () => number {
    const before = this.#lists;
    return () => this.#lists - before;
  }

  /** Sets the faults of the service; none for an empty list. */
  faults(...faults: Faults['faults']): Promise<void> {
    return setFaults(this.#service, { faults });
  }

  /** The webhooks of the service, read without the core. */
  async held(): Promise<readonly Webhook[]> {
    const { webhooks, target } = await this.#otherPerson();
    return addressable((await webhooks.list(target, {})).webhooks);
  }

  /** A client of the service for another person, without the core. */
  async #otherPerson(): Promise<{ webhooks: WebhookService; target: Target }> {
    const { url: baseUrl, root: apiRoot } = this.#service;
    const authToken = this.#access === null ? null : await this.newToken();
    const target: Target = { baseUrl, apiRoot, variant: this.#variant, authToken };
    return { webhooks: this.#http.webhooks, target };
  }

  /** Changes a webhook as another person, without the core. */
  async remoteMarkDetails(id: number, change: Partial<WebhookDefinition>): Promise<void> {
    const { webhooks, target } = await this.#otherPerson();
    const live = await webhooks.read(target, id, {});
    const definition = { ...definitionOf(live), ...change };
    await webhooks.send(target, { action: 'update', live, definition });
  }

  async prepare(source: (PlanSource & { earlier?: string }) | readonly PlanItem[]): Promise<{
    planId: string;
    rows: PlanRowView[];
  }> {
    const rows: PlanRowView[] = [];
    const asked: PlanSource & { earlier?: string } =
      'kind' in source ? source : { kind: 'items', items: [...source] };
    for await (const event of this.core.plans.prepare(asked)) {
      if (event.kind === 'rows') rows.push(...event.rows);
      if (event.kind === 'end') return { planId: event.planId, rows };
    }
    throw new Error('There is no plan.');
  }

  /** Runs all ready rows of a plan, and returns their results. */
  async run(
    { planId, rows }: { planId: string; rows: readonly PlanRowView[] },
    options: Partial<RunOptions> = {},
  ): Promise<{ results: Map<string, RowResult>; planState: PlanState }> {
    const keys = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
    await this.core.plans.run(planId, keys, { atOnce: 4, onFailure: 'go-on', ...options });
    return this.ended(planId);
  }

  /** Waits until a plan has ended. */
  async ended(planId: string): Promise<{ results: Map<string, RowResult>; planState: PlanState }> {
    const results = new Map<string, RowResult>();
    let planState: PlanState | null = null;
    for await (const event of this.core.plans.runs.watch(planId)) {
      if (event.kind === 'state') planState = event.planState;
      else if (event.kind === 'results')
        for (const result of event.results) results.set(result.key, result);
    }
    if (planState === null) throw new Error('The plan reported no state.');
    return { results, planState };
  }

  /** Lets the service finish its open requests. */
  async passFinish(): Promise<void> {
    await this.core.journal.openEntries();
    this.#clock.passFinish();
  }

  /** Ends the core, and starts another one on the same stores. */
  async restart(): Promise<void> {
    await this.core.close();
    this.#core = this.#start();
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.#http.close();
    await this.#service.close();
    this.#access?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): TestCore {
    const clock: Clock = this.#clock;
    return createTestCore({
      ...this.ports,
      clock,
      newId: randomUUID,
      webhooks: this.#hooked(),
      signIn: this.#http.signIn,
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
      send: (target, write) => around(write.action, () => webhooks.send(target, write)),
    };
  }
}
