import type {
  FoundSecretView,
  LeakView,
  PlainTextView,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import type { BundleView, FileRowView } from '#contract/bundle-import.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import type { PartsNotTaken } from '#domain/bundle/plan/parts-not-taken.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { SecretMark } from '#domain/bundle/export/found-secrets.ts';
import type { RawWriter } from '#domain/bundle/export/raw-array.ts';
import type { FileFault } from '#domain/bundle/reading/file-fault.ts';
import type { RawReader } from '#domain/bundle/reading/raw-reader.ts';
import type { WebhookChoice } from '#domain/search/webhook-choice.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { RowHolder } from './plan-ports.ts';

/** What a window shows of a file. Sources are as the file names them; the host finds their installations. */
export type ReadView = Omit<BundleView, 'name' | 'sources'> & {
  readonly sources: readonly (Omit<BundleView['sources'][number], 'connectionId'> & {
    readonly fingerprint: string | null;
    readonly connection: string | null;
  })[];
};

/** The result of opening a file. */
export type Opening =
  | { readonly kind: 'read'; readonly view: ReadView }
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'unreadable';
      readonly fault: FileFault;
      /** What is wrong with each file of a folder, by its path. */
      readonly faultOfFile?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'not-opened'; readonly why: NotOpened };

/** `too-much-work`: one key derivation would need more memory or time than allowed. */
type NotOpened = 'wrong-passphrase' | 'for-a-key' | 'too-much-work' | 'malformed' | 'damaged';

/** Encryption of bundles, and the webhooks of raw lists. */
export interface BundleCodec {
  readonly rawReader: RawReader;
  readonly rawWriter: RawWriter;
  isSealed(bytes: Uint8Array): boolean;
  /** Returns an armored age file. */
  seal(bytes: Uint8Array, passphrase: string): Promise<Uint8Array>;
  open(
    bytes: Uint8Array,
    passphrase: string,
  ): Promise<
    { readonly kind: 'opened'; readonly bytes: Uint8Array } | { readonly kind: NotOpened }
  >;
}

/** A row of a file as the definition of a new webhook. */
export interface FileDefinition {
  readonly rowKey: string;
  /** A secret that the file leaves out appears as `<secret:name>`. */
  readonly definition: WebhookDefinition;
  readonly notes: readonly string[];
}

/** How a plan uses the rows of a file. */
export interface PlanOptions {
  /** Rows to plan; `null` for all. The others are compared, so that they are not removed. */
  readonly keys: readonly string[] | null;
  readonly alsoRemove: boolean;
  readonly eachToItsSource: boolean;
  /** Whether a person decides which webhook an existing name means. */
  readonly asksForNames?: boolean;
  readonly retained?: PartsNotTaken | null;
  /** By installation; without it, all webhooks. */
  readonly choices?: ReadonlyMap<string, readonly WebhookChoice[]>;
}

/** Runs in a worker, so data are plain and in parts. Unknown ids give `null` or an empty list. */
export interface BundleWorker extends RowHolder {
  /** `total`: bytes of the whole file. */
  add(fileId: string, part: Uint8Array, total: number): Promise<void>;
  /** Parses the added bytes, of a folder with `parts`. Drops a file that cannot be read. */
  open(
    fileId: string,
    passphrase: string | null,
    parts?: readonly FolderPart[] | null,
  ): Promise<Opening>;
  /** Adds rows that are not in a file, in order: a thread that began in between ignores them. */
  addRows(fileId: string, from: number, rows: readonly BundleRow[]): Promise<void>;
  rows(fileId: string, from: number, count: number): Promise<readonly FileRowView[]>;
  bundleRows(fileId: string, from: number, count: number): Promise<readonly BundleRow[]>;
  definitions(
    fileId: string,
    variant: VariantId,
    from: number,
    count: number,
  ): Promise<readonly FileDefinition[] | null>;
  forgetFile(fileId: string): Promise<void>;

  /** Returns `false` for an unknown file. The plan keeps its rows when the file is forgotten. */
  begin(planId: string, fileId: string, options: PlanOptions): Promise<boolean>;
}

/** Counts of what the search for secrets found in an export. */
export interface FoundInExport {
  readonly secrets: number;
  readonly webhooks: number;
  /** Sentences about parts that a file cannot have. */
  readonly leftOut: readonly string[];
}

export type WriteOrder = Omit<WriteExportInput, 'exportId'>;

export interface WrittenFile {
  readonly parts: number;
  /** Length in UTF-8. */
  readonly bytes: number;
  readonly containsSecrets: boolean;
  readonly leaks: readonly LeakView[];
}

/** Runs in a worker, so data are plain and in parts. Unknown ids give zeros, `null` or empty texts. */
export interface ExportWorker {
  /** Begins a source, and with the first one the export; `addWebhooks` follows. The address is written only to formats that name it. */
  addSource(exportId: string, source: Omit<ExportSource, 'webhooks'>): Promise<void>;
  addWebhooks(exportId: string, webhooks: ExportSource['webhooks']): Promise<void>;
  findSecrets(exportId: string): Promise<FoundInExport>;
  secrets(exportId: string, from: number, count: number): Promise<readonly FoundSecretView[]>;
  secret(exportId: string, name: string): Promise<string | null>;
  plainTexts(exportId: string, from: number, count: number): Promise<readonly PlainTextView[]>;
  sourcesWith(exportId: string, header: string): Promise<readonly number[]>;
  /** Adds or removes a mark, which takes effect with the next `findSecrets`. */
  mark(exportId: string, mark: SecretMark, isSecret: boolean): Promise<void>;
  markOf(exportId: string, name: string): Promise<SecretMark | null>;
  /** Writes a file and scans the plain text for leaks before it is encrypted. */
  write(exportId: string, order: WriteOrder): Promise<WrittenFile | null>;
  /** Returns one part of the text written last, and forgets that part. */
  takeText(exportId: string, part: number): Promise<string>;
  forget(exportId: string): Promise<void>;
}
