import type { FileRowView } from '#contract/bundle-import.ts';
import type { PlanRowView } from '#contract/plans.ts';
import type {
  BundleCodec,
  BundleWorker,
  FileDefinition,
  Opening,
  Planned,
  PlanOptions,
  TargetChoices,
} from '../../bundle-ports.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { ImportedFile } from './imported-file.ts';
import { OpenPlan } from './open-plan.ts';

export class ImportSession implements BundleWorker {
  readonly #files = new Map<string, ImportedFile>();
  readonly #plans = new Map<string, OpenPlan>();
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0 && this.#plans.size === 0;
  }

  add(fileId: string, part: Uint8Array, total: number): Promise<void> {
    const file = this.#files.get(fileId) ?? new ImportedFile(this.#codec);
    this.#files.set(fileId, file);
    file.add(part, total);
    return Promise.resolve();
  }

  async open(fileId: string, passphrase: string | null): Promise<Opening> {
    const file = this.#files.get(fileId) ?? new ImportedFile(this.#codec);
    const opening = await file.open(passphrase);
    if (opening.kind === 'unreadable') this.#files.delete(fileId);
    return opening;
  }

  rows(fileId: string, from: number, count: number): Promise<readonly FileRowView[]> {
    return Promise.resolve(this.#files.get(fileId)?.views(from, count) ?? []);
  }

  bundleRows(fileId: string, from: number, count: number): Promise<readonly BundleRow[]> {
    return Promise.resolve(this.#files.get(fileId)?.rows.slice(from, from + count) ?? []);
  }

  definitions(
    fileId: string,
    variant: VariantId,
    from: number,
    count: number,
  ): Promise<readonly FileDefinition[] | null> {
    return Promise.resolve(this.#files.get(fileId)?.definitions(variant, from, count) ?? null);
  }

  forgetFile(fileId: string): Promise<void> {
    this.#files.delete(fileId);
    return Promise.resolve();
  }

  begin(planId: string, fileId: string, options: PlanOptions): Promise<boolean> {
    const file = this.#files.get(fileId);
    if (file !== undefined) this.#plans.set(planId, new OpenPlan(file.rows, options));
    return Promise.resolve(file !== undefined);
  }

  beginRows(planId: string): Promise<void> {
    const options = { keys: null, alsoRemove: false, eachToItsSource: false };
    this.#plans.set(planId, new OpenPlan([], { ...options, asksForNames: true }));
    return Promise.resolve();
  }

  addRows(planId: string, rows: readonly BundleRow[]): Promise<void> {
    this.#plans.get(planId)?.addRows(rows);
    return Promise.resolve();
  }

  addTarget(planId: string, connectionId: string, fingerprint: string): Promise<void> {
    this.#plans.get(planId)?.addTarget(connectionId, fingerprint);
    return Promise.resolve();
  }

  addLive(planId: string, connectionId: string, webhooks: readonly ListedWebhook[]): Promise<void> {
    this.#plans.get(planId)?.addLive(connectionId, webhooks);
    return Promise.resolve();
  }

  plan(
    planId: string,
    connectionId: string,
    variant: VariantId,
    choices: TargetChoices,
  ): Promise<Planned | null> {
    const plan = this.#plans.get(planId);
    return Promise.resolve(plan?.plan(connectionId, variant, choices) ?? null);
  }

  changed(
    planId: string,
    connectionId: string,
    from: number,
    count: number,
  ): Promise<readonly PlanRowView[]> {
    return Promise.resolve(this.#plans.get(planId)?.changed(connectionId, from, count) ?? []);
  }

  planRows(
    planId: string,
    connectionId: string,
    from: number,
    count: number,
  ): Promise<readonly PlanRow[]> {
    return Promise.resolve(this.#plans.get(planId)?.rows(connectionId, from, count) ?? []);
  }

  planRow(planId: string, connectionId: string, key: string): Promise<PlanRow | null> {
    return Promise.resolve(this.#plans.get(planId)?.row(connectionId, key) ?? null);
  }

  forgetPlan(planId: string): Promise<void> {
    this.#plans.delete(planId);
    return Promise.resolve();
  }
}
