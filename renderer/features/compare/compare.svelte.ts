import { createContext } from 'svelte';
import type { PlanSource } from '#contract/plans.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import { cellAt, referenceKeyOf } from '#domain/comparison/matrix.ts';
import { FileImport, type ImportApi } from '../bundles/importing/file-import.svelte.ts';
import type { IncomingFile } from '../bundles/importing/incoming-file.ts';
import { type CompareApi, Comparison } from './comparison.svelte.ts';
import type { Reference } from './reference.ts';

/** What *Compare with…* asks the installations for. */
export interface CompareQuestion {
  readonly referenceId: string;
  /** `null` for all webhooks of the reference. */
  readonly webhook: { readonly key: WebhookKey; readonly name: string } | null;
}

type Selected = Pick<
  Extract<PlanSource, { kind: 'comparison' }>,
  'keys' | 'connectionIds' | 'alsoRemove'
>;

interface Preferences {
  readonly settings: { readonly ignoredParts: readonly string[] };
  change(change: { ignoredParts: string[] }): Promise<void>;
}

interface Readings {
  read(connectionIds: readonly string[]): Promise<unknown>;
}

/** The comparison on screen. */
export class Compare {
  readonly #api: CompareApi;
  readonly #imports: ImportApi;
  readonly #preferences: Preferences;
  readonly #readings: Readings;
  current = $state.raw<Comparison | null>(null);
  /** What a person set up last, from which they go on. */
  setup: Pick<Comparison, 'reference' | 'otherIds'> | null = null;
  question = $state.raw<CompareQuestion | null>(null);

  file = $state.raw<FileImport | null>(null);

  constructor(api: CompareApi, imports: ImportApi, preferences: Preferences, readings: Readings) {
    this.#api = api;
    this.#imports = imports;
    this.#preferences = preferences;
    this.#readings = readings;
  }

  get ignored(): readonly string[] {
    return this.#preferences.settings.ignoredParts;
  }

  async start(
    reference: Reference,
    otherIds: readonly string[],
    webhook: CompareQuestion['webhook'] = null,
  ): Promise<void> {
    this.current?.close();
    if (reference.kind !== 'bundle') this.closeFile();
    const comparison = new Comparison(this.#api, reference, otherIds, () => this.ignored);
    this.current = comparison;
    if (webhook !== null) {
      comparison.filter = 'all';
      comparison.text = webhook.name;
    }
    await comparison.compare();
    if (webhook !== null) await comparison.open(`reference/${webhook.key}`);
  }

  async refresh(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    await this.#readings.read(current.installationIds);
    if (this.current === current) await current.compare();
  }

  close(): void {
    this.current?.close();
    if (this.current !== null) {
      const { reference, otherIds } = this.current;
      this.setup = { reference, otherIds };
    }
    this.current = null;
  }

  openFile(taken: IncomingFile): void {
    this.closeFile();
    this.file = new FileImport(this.#imports, taken.name);
    void this.file.take(taken);
  }

  closeFile(): void {
    this.file?.end();
    this.file = null;
  }

  async ignore(part: string): Promise<void> {
    if (this.ignored.includes(part)) return;
    await this.#ignoreOnly([...this.ignored, part]);
  }

  async compareAgain(part: string): Promise<void> {
    await this.#ignoreOnly(this.ignored.filter((each) => each !== part));
  }

  /** `null` while nothing is compared. Webhooks of a file are imported. */
  planOf(selected: Selected): PlanSource | null {
    const { current } = this;
    const comparisonId = current?.matrix?.comparisonId;
    if (current === null || comparisonId === undefined) return null;
    const { reference } = current;
    const fileId = reference.kind === 'bundle' ? reference.file.fileId : null;
    const fileKeys = fileId === null ? [] : keysToChange(current, selected);
    const { keys, connectionIds, alsoRemove } = selected;
    if (fileId === null || (fileKeys.length === 0 && (keys !== null || !alsoRemove))) {
      return { kind: 'comparison', comparisonId, ...selected };
    }
    return {
      kind: 'bundle',
      fileId,
      connectionIds: connectionIds ?? [...current.otherIds],
      keys: fileKeys,
      alsoRemove,
      ignoredParts: [...this.ignored],
    };
  }

  async #ignoreOnly(ignoredParts: string[]): Promise<void> {
    await this.#preferences.change({ ignoredParts });
    await this.current?.compare();
  }
}

/** The selected webhooks of the reference that differ or are missing. */
function keysToChange({ matrix }: Comparison, { keys, connectionIds }: Selected): string[] {
  const wanted = keys === null ? null : new Set(keys);
  const columns = (matrix?.columns ?? []).flatMap(({ connectionId }, column) =>
    connectionIds?.includes(connectionId) === false ? [] : [column],
  );
  return (matrix?.rows ?? []).flatMap((row) => {
    if (wanted?.has(row.key) === false) return [];
    const kinds = columns.map((column) => cellAt(row, column).kind);
    const isChanged = kinds.includes('differs') || kinds.includes('missing');
    return isChanged ? (referenceKeyOf(row) ?? []) : [];
  });
}

export const [getCompare, setCompare] = createContext<Compare>();
