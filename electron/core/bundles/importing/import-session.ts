import type { FileRowView } from '#contract/bundle-import.ts';
import type {
  BundleCodec,
  BundleWorker,
  FileDefinition,
  Opening,
  PlanOptions,
} from '../../bundle-ports.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { HeldRows } from '../../preparing/held-rows.ts';
import { FileRows } from './file-rows.ts';
import { ImportedFile } from './imported-file.ts';

export class ImportSession extends HeldRows implements BundleWorker {
  readonly #files = new Map<string, ImportedFile>();
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    super();
    this.#codec = codec;
  }

  override get isEmpty(): boolean {
    return this.#files.size === 0 && super.isEmpty;
  }

  add(fileId: string, part: Uint8Array, total: number): Promise<void> {
    this.#fileOf(fileId).add(part, total);
    return Promise.resolve();
  }

  addRows(fileId: string, from: number, rows: readonly BundleRow[]): Promise<void> {
    if (from === 0 || this.#files.has(fileId)) this.#fileOf(fileId).addRows(rows);
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
    if (file !== undefined) this.hold(planId, new FileRows(file.rows, options));
    return Promise.resolve(file !== undefined);
  }

  #fileOf(fileId: string): ImportedFile {
    const file = this.#files.get(fileId) ?? new ImportedFile(this.#codec);
    this.#files.set(fileId, file);
    return file;
  }
}
