import type { FoundSecretView, LeakView, WriteExportInput } from '#contract/bundle-export.ts';
import type { BundlePlanRowView, BundleView, FileRowView } from '#contract/bundle-import.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { BundlePlanRow, Decision } from '#domain/bundle/plan/bundle-plan.ts';
import type { FileFault } from '#domain/bundle/reading/file-fault.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';

/** What came of reading a file; a passphrase that does not fit leaves it as it was. */
export type Opening =
  | { readonly kind: 'read'; readonly view: Omit<BundleView, 'name'> }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreadable'; readonly fault: FileFault }
  | {
      readonly kind: 'not-opened';
      /** `too-much-work`: the file wants more memory and time for a guess than this machine gives. */
      readonly why: 'wrong-passphrase' | 'for-a-key' | 'too-much-work' | 'malformed' | 'damaged';
    };

/** A webhook of a file as a new draft would have it on a variant. */
export interface FileDefinition {
  readonly rowKey: string;
  /** What is not in the file stands in it as `<secret:name>`. */
  readonly definition: WebhookDefinition;
  /** What is lost or assumed, and what is still to be put in, a sentence each. */
  readonly notes: readonly string[];
}

/** The value of a secret, which goes to this destination alone. */
export interface GivenSecret {
  readonly name: string;
  readonly destination: string;
  readonly value: string;
  /** Whether it is of an earlier day, and nobody has entered it for this plan. */
  readonly remembered: boolean;
}

/** What was said of a plan against one installation. */
export interface TargetChoices {
  /** By the keys of the file's rows. */
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly secrets: readonly GivenSecret[];
}

/** What became of the rows. */
export interface Planned {
  /** How many rows are new or look another than before. */
  readonly changed: number;
  /** Keys of rows that are no more. */
  readonly gone: readonly string[];
}

export interface PlannedItem extends PlanItem {
  readonly reasons: readonly string[];
}

/**
 * The heavy work on bundles: it holds files that were read, the installations that they are held against,
 * and the rows. What goes in and out is plain data in parts, so that it can be on a thread of its own.
 * Files and plans have the ids that the core gives them; `null` and empty lists stand for what is not
 * there.
 */
export interface BundleWork {
  /** The next part of a file of so many bytes, in base64, or in bytes that are handed over with it. */
  add(fileId: string, part: string | Uint8Array, total: number): Promise<void>;
  /** Reads what was added. Nothing is kept of a file that cannot be read. */
  open(fileId: string, passphrase: string | null): Promise<Opening>;
  rows(fileId: string, from: number, count: number): Promise<readonly FileRowView[]>;
  /** Of so many rows those that can be read. */
  definitions(
    fileId: string,
    variant: VariantId,
    from: number,
    count: number,
  ): Promise<readonly FileDefinition[] | null>;
  forgetFile(fileId: string): Promise<void>;

  /** Begins a plan of a file's rows, which stay known if the file is forgotten; `false` for no such file. */
  begin(
    planId: string,
    fileId: string,
    options: { readonly keys: readonly string[] | null; readonly alsoRemove: boolean },
  ): Promise<boolean>;
  /** The next part of what an installation holds. */
  addLive(planId: string, connectionId: string, webhooks: readonly Webhook[]): Promise<void>;
  /** Holds the rows against the installation, with what was said by now. */
  plan(
    planId: string,
    connectionId: string,
    variant: VariantId,
    choices: TargetChoices,
  ): Promise<Planned | null>;
  /** Views of the rows that the last `plan` has changed, in their order. */
  changed(
    planId: string,
    connectionId: string,
    from: number,
    count: number,
  ): Promise<readonly BundlePlanRowView[]>;
  /** A row as a person looks at it, the secrets that were put in by their names. */
  row(planId: string, connectionId: string, key: string): Promise<BundlePlanRow | null>;
  /** What is to be published of these rows; `null` for one that cannot be. */
  items(
    planId: string,
    connectionId: string,
    keys: readonly string[],
  ): Promise<readonly (PlannedItem | null)[]>;
  forgetPlan(planId: string): Promise<void>;
}

/** What looking for secrets in an export found, in numbers. */
export interface FoundInExport {
  readonly secrets: number;
  /** How many webhooks the file would hold. */
  readonly webhooks: number;
  /** Names of webhooks that no file can hold, shortened. */
  readonly leftOut: readonly string[];
}

/** How a file is to be written. */
export type WriteOrder = Omit<WriteExportInput, 'exportId'> & {
  readonly exportedAt: Date;
  /** Name and version of the application. */
  readonly exportedBy: string;
};

/** A file that was written, and looked at once more. */
export interface WrittenFile {
  /** Into how many parts its text is divided. */
  readonly parts: number;
  /** Length in UTF-8. */
  readonly bytes: number;
  readonly containsSecrets: boolean;
  readonly leaks: readonly LeakView[];
}

/**
 * The heavy work on exports, which can be on a thread of its own as that on files. Exports have the ids
 * that the core gives them; zeros, `null` and empty texts stand for what is not there.
 */
export interface ExportWork {
  /** The next source of an export, its webhooks still to come. Its address goes into files that say it. */
  addSource(exportId: string, source: Omit<ExportSource, 'webhooks'>): Promise<void>;
  /** The next part of the webhooks of the source that came last. */
  addWebhooks(exportId: string, webhooks: ExportSource['webhooks']): Promise<void>;
  /** Looks for secrets in all that was added. */
  find(exportId: string): Promise<FoundInExport>;
  /** Secrets that were found, in the order of the file. */
  secrets(exportId: string, from: number, count: number): Promise<readonly FoundSecretView[]>;
  /** What a secret is. */
  secret(exportId: string, name: string): Promise<string | null>;
  /** Writes a file, and looks at what was written once more; it is sealed only after that. */
  write(exportId: string, how: WriteOrder): Promise<WrittenFile | null>;
  /** A part of the text that was written last; it is forgotten with that. */
  text(exportId: string, part: number): Promise<string>;
  forget(exportId: string): Promise<void>;
}
