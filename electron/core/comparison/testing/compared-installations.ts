import { randomUUID } from 'node:crypto';
import { createHttpServices, type HttpServices } from '#adapters/http/http-services.ts';
import type { ComparisonInput } from '#contract/comparisons.ts';
import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import type { MatrixColumn, MatrixRow } from '#domain/comparison/matrix.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { FilesOnThread } from '../../bundles/thread/files-on-thread.ts';
import { type RunningService, startService } from '../../../../service/start.ts';

export interface Matrix {
  readonly comparisonId: string;
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

export interface Prepared {
  readonly planId: string;
  readonly rows: PlanRowView[];
}

interface Parts {
  readonly core: TestCore;
  readonly clock: AdvancedClock;
  readonly ids: readonly string[];
  readonly http: HttpServices;
  readonly services: readonly RunningService[];
  readonly variants: readonly VariantId[];
}

/** A core with a real service for each installation. */
export class ComparedInstallations {
  readonly core: TestCore;
  readonly clock: AdvancedClock;
  readonly ids: readonly string[];
  readonly #http: HttpServices;
  readonly #services: readonly RunningService[];
  readonly #variants: readonly VariantId[];

  private constructor({ core, clock, ids, http, services, variants }: Parts) {
    this.core = core;
    this.clock = clock;
    this.ids = ids;
    this.#http = http;
    this.#services = services;
    this.#variants = variants;
  }

  static async open(
    installations: readonly {
      readonly variant: VariantId;
      readonly webhooks: readonly WebhookDefinition[];
    }[],
  ): Promise<ComparedInstallations> {
    const http = createHttpServices({ environment: {}, limits: { retryPauses: [] } });
    const clock = new AdvancedClock();
    const core = createTestCore({
      ...fakePorts(),
      clock,
      newId: randomUUID,
      webhooks: http.webhooks,
      signIn: http.signIn,
      bundleWorker: new FilesOnThread(bundleCodec),
    });
    const services: RunningService[] = [];
    const ids: string[] = [];
    for (const [index, { variant, webhooks }] of installations.entries()) {
      const service = await startService({ variant, authToken: null });
      services.push(service);
      const target = targetOf(service, variant);
      for (const webhook of webhooks) {
        const payloadType = variant === 'A' ? null : (webhook.payloadType ?? 'ALERT');
        await http.webhooks.send(target, {
          action: 'create',
          definition: { ...webhook, payloadType },
        });
      }
      const settings = {
        ...blankConnection,
        name: `installation ${index}`,
        baseUrl: service.url,
        apiRoot: service.root,
        variant,
        authentication: { kind: 'none' as const },
      };
      ids.push((await core.connections.add(settings, {})).id);
    }
    const variants = installations.map(({ variant }) => variant);
    return new ComparedInstallations({ core, clock, ids, http, services, variants });
  }

  id(index: number): string {
    const id = this.ids[index];
    if (id === undefined) throw new Error(`There is no installation ${index}.`);
    return id;
  }

  async read(...ids: readonly string[]): Promise<void> {
    for (const id of ids.length > 0 ? ids : this.ids) {
      await (await this.core.installations.open(id)).list();
    }
  }

  async held(index: number): Promise<Webhook[]> {
    const [service, variant] = [this.#services[index], this.#variants[index]];
    if (service === undefined || variant === undefined) throw new Error('There is no service.');
    const list = await this.#http.webhooks.list(targetOf(service, variant), {});
    return addressable(list.webhooks);
  }

  async compare(input: Partial<ComparisonInput> = {}): Promise<Matrix> {
    const rows: MatrixRow[] = [];
    const [connectionId = '', ...otherIds] = this.ids;
    const reference = { kind: 'installation' as const, connectionId };
    const asked = { reference, otherIds, ignoredParts: [], ...input };
    for await (const event of this.core.comparisons.open(asked)) {
      if (event.kind === 'rows') rows.push(...event.rows);
      if (event.kind === 'end') {
        return { comparisonId: event.comparisonId, columns: event.columns, rows };
      }
    }
    throw new Error('The comparison did not end.');
  }

  async prepare(
    comparisonId: string,
    source: Partial<Extract<PlanSource, { kind: 'comparison' }>> = {},
  ): Promise<Prepared> {
    return this.plan({
      kind: 'comparison',
      comparisonId,
      keys: null,
      connectionIds: null,
      alsoRemove: false,
      ...source,
    });
  }

  async plan(source: PlanSource): Promise<Prepared> {
    const rows: PlanRowView[] = [];
    for await (const event of this.core.plans.prepare(source)) {
      if (event.kind === 'rows') rows.push(...event.rows);
      if (event.kind === 'end') return { planId: event.planId, rows };
    }
    throw new Error('There is no plan.');
  }

  /** Opens a file as a window does. */
  async openFile(name: string, text: string): Promise<string> {
    const { files } = this.core;
    const bytes = Buffer.from(text);
    const { fileId } = await files.begin(name, bytes.length);
    await files.add(fileId, bytes.toString('base64'));
    await files.open(fileId);
    return fileId;
  }

  /** Publishes these rows, and returns their outcomes. */
  async run(planId: string, keys: readonly string[]): Promise<string[]> {
    const outcomes = new Map<string, string>();
    await this.core.plans.run(planId, [...keys], { atOnce: 4, onFailure: 'go-on' });
    for await (const event of this.core.plans.runs.watch(planId)) {
      if (event.kind !== 'results') continue;
      for (const { key, outcome } of event.results) outcomes.set(key, outcome);
    }
    return [...outcomes.values()];
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.#http.close();
    for (const service of this.#services) await service.close();
  }
}

const targetOf = ({ url, root }: RunningService, variant: VariantId) => ({
  baseUrl: url,
  apiRoot: root,
  variant,
  authToken: null,
});
