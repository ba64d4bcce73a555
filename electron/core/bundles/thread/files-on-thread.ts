import type { BundleView, FaultyRow, FileRowView } from '#contract/bundle-import.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { describeFolderFault, type FolderFault } from '#domain/bundle/folder/folder-files.ts';
import { bundleOfParts, type FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import { printPieces } from '#domain/bundle/text-with-secrets.ts';
import { completeWebhook } from '#domain/bundle/plan/complete-webhook.ts';
import { destinationOf, isSource, type PlanChoices } from '#domain/bundle/plan/plan-target.ts';
import { proposeBundleItems } from '#domain/bundle/plan/propose-bundle-items.ts';
import { withoutPartsNotTaken } from '#domain/bundle/plan/parts-not-taken.ts';
import { withShownAs } from '#domain/bundle/plan/with-shown-as.ts';
import { type PortableWebhook, secretsOf } from '#domain/bundle/portable-webhook.ts';
import { decodeFile } from '#domain/bundle/reading/decode-file.ts';
import {
  fileFaultInWords,
  type FileFault,
  faultWithoutPlace,
} from '#domain/bundle/reading/file-fault.ts';
import { type FileReading, readBundleText } from '#domain/bundle/reading/read-bundle-text.ts';
import type { ProposedItem, RowSecrets } from '#domain/publishing/decide-row.ts';
import type { Need, RowAnswers } from '#domain/publishing/plan.ts';
import { isChosen, type WebhookChoice } from '#domain/search/webhook-choice.ts';
import { maskedUrl } from '#domain/secrets/masking.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type {
  BundleCodec,
  BundleWorker,
  FileDefinition,
  Opening,
  PlanOptions,
  ReadView,
} from '../../bundle-ports.ts';
import type { GivenSecret, PlanAnswers } from '../../plan-ports.ts';
import {
  DecidedRows,
  type ReadInstallation,
  type RowSource,
} from '../../preparing/decided-rows.ts';
import { ByteBuffer, joinBytes } from './byte-buffer.ts';

/**
 * The opened files on the bundle thread, and the rows of the plans that come from them. Most methods resolve at
 * once: they return promises because the host calls them by messages.
 */
export class FilesOnThread extends DecidedRows implements BundleWorker {
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

  async open(
    fileId: string,
    passphrase: string | null,
    parts: readonly FolderPart[] | null = null,
  ): Promise<Opening> {
    const file = this.#files.get(fileId) ?? new ImportedFile(this.#codec);
    const opening = await file.open(passphrase, parts);
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
    if (file !== undefined) this.addPlan(planId, new FileRows(file.rows, options));
    return Promise.resolve(file !== undefined);
  }

  #fileOf(fileId: string): ImportedFile {
    const file = this.#files.get(fileId) ?? new ImportedFile(this.#codec);
    this.#files.set(fileId, file);
    return file;
  }
}

/** A file that is uploaded in parts, then opened: read at once, or after its passphrase was entered. */
export class ImportedFile {
  readonly #upload = new ByteBuffer();
  #sealed: Uint8Array | null = null;
  #rows: readonly BundleRow[] = [];
  #view: ReadView | null = null;
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  add(part: Uint8Array, total: number): void {
    this.#upload.add(part, total);
  }

  /** Rows that are not in a file, such as copied webhooks. */
  addRows(rows: readonly BundleRow[]): void {
    this.#rows = [...this.#rows, ...rows];
  }

  get rows(): readonly BundleRow[] {
    return this.#rows;
  }

  async open(
    passphrase: string | null,
    parts: readonly FolderPart[] | null = null,
  ): Promise<Opening> {
    if (this.#view !== null) return { kind: 'read', view: this.#view };
    if (parts !== null) return this.#readBundleFolder(parts);
    if (this.#sealed === null) return this.#read(this.#upload.all);
    if (passphrase === null) return { kind: 'locked' };
    const decrypted = await this.#codec.open(this.#sealed, passphrase);
    if (decrypted.kind !== 'opened') return { kind: 'not-opened', why: decrypted.kind };
    this.#sealed = null;
    this.#upload.free();
    const opening = this.#read(decrypted.bytes);
    return opening.kind === 'locked' ? unreadable(faultWithoutPlace(encryptedTwice)) : opening;
  }

  views(from: number, count: number): FileRowView[] {
    return this.rows.slice(from, from + count).map(fileRowView);
  }

  definitions(variant: VariantId, from: number, count: number): FileDefinition[] {
    return this.rows.slice(from, from + count).flatMap(({ key, content }) => {
      if (content.kind === 'unreadable') return [];
      const { definition, reasons, losses, questions } = completeWebhook(
        content.webhook,
        null,
        variant,
        new Map(),
        {},
      );
      const notes = [
        ...reasons,
        ...losses.map(({ message }) => message),
        ...secretNotes(questions),
      ];
      return [{ rowKey: key, definition, notes }];
    });
  }

  #read(bytes: Uint8Array): Opening {
    if (this.#codec.isSealed(bytes)) return this.#holdLocked(bytes);
    const decoded = decodeFile(bytes);
    if (decoded.kind === 'encrypted') return this.#holdLocked(bytes);
    if (decoded.kind === 'unreadable') return decoded;
    this.#upload.free();
    const reading = readBundleText(decoded.text, this.#codec.rawReader);
    if (reading.kind === 'unreadable') return reading;
    // Text in another encoding, as PowerShell writes it.
    if (reading.kind === 'encrypted') {
      return this.#holdLocked(new TextEncoder().encode(decoded.text.trim()));
    }
    this.#rows = reading.rows;
    this.#view = fileView(reading);
    return { kind: 'read', view: this.#view };
  }

  #readBundleFolder(parts: readonly FolderPart[]): Opening {
    const reading = bundleOfParts(this.#upload.all, parts);
    this.#upload.free();
    if (reading.kind === 'unreadable') return folderUnreadable(reading.faults);
    const opening = this.#read(joinBytes(reading.bytes));
    if (opening.kind !== 'read') return opening;
    this.#view = { ...opening.view, kind: 'folder' };
    return { kind: 'read', view: this.#view };
  }

  #holdLocked(sealed: Uint8Array): Opening {
    this.#sealed = sealed;
    return { kind: 'locked' };
  }
}

const encryptedTwice = 'What is in it is encrypted once more.';
const unreadable = (fault: FileFault): Opening => ({ kind: 'unreadable', fault });

const maxFaultyFiles = 20;

function folderUnreadable(faults: readonly FolderFault[]): Opening {
  const listed = faults.slice(0, maxFaultyFiles);
  const others = faults.length > 1 ? ` ${faults.length - 1} more in Details.` : '';
  const why = `${listed.slice(0, 1).map(describeFolderFault).join('')}${others}`;
  const faultOfFile = Object.fromEntries(
    listed.map(({ path, fault }) => [path, fileFaultInWords(fault)]),
  );
  return { kind: 'unreadable', fault: faultWithoutPlace(why), faultOfFile };
}

const secretNotes = (questions: readonly Need[]): string[] =>
  questions.flatMap((question) =>
    question.kind === 'secret'
      ? [
          `The file does not have the secret “${question.name}”: put it in for <secret:${question.name}>.`,
        ]
      : [],
  );

const maxFaults = 100;
const maxSecrets = 1_000;

/** Characters. */
const maxTextLength = 1_000;

function fileView(reading: Extract<FileReading, { kind: 'bundle' | 'raw' }>): ReadView {
  const { kind, rows } = reading;
  const faults = rows.flatMap(faultOf);
  const descriptionOfSecret = new Map<string, string>();
  for (const { content } of rows) {
    if (content.kind === 'webhook') {
      for (const name of secretsOf(content.webhook)) descriptionOfSecret.set(name, '');
    }
  }
  const common = {
    kind,
    rows: rows.length,
    faults: faults.slice(0, maxFaults),
    faultsTotal: faults.length,
    unknown: reading.unknown.listed,
    unknownTotal: reading.unknown.total,
  };
  if (reading.kind === 'raw') {
    const { variant } = reading;
    return {
      ...common,
      version: null,
      newer: false,
      exportedAt: null,
      exportedBy: null,
      containsSecrets: false,
      sources: [
        { installation: '', variant, webhooks: rows.length, fingerprint: null, connection: null },
      ],
      secrets: secretsView(descriptionOfSecret),
      tokens: 0,
    };
  }
  const { version, exportedAt, exportedBy, containsSecrets, sources, secrets, tokens } =
    reading.bundle;
  for (const { name, what } of secrets ?? []) {
    if (descriptionOfSecret.has(name)) descriptionOfSecret.set(name, what);
  }
  return {
    ...common,
    version,
    newer: reading.newer,
    exportedAt: exportedAt ?? null,
    exportedBy: exportedBy ?? null,
    containsSecrets: containsSecrets ?? false,
    sources: (sources ?? []).map((source) => ({
      installation: source.installation,
      variant: source.variant,
      webhooks: source.webhooks.length,
      fingerprint: source.fingerprint ?? null,
      connection: source.connection ?? null,
    })),
    secrets: secretsView(descriptionOfSecret),
    tokens: tokens?.length ?? 0,
  };
}

const secretsView = (descriptions: ReadonlyMap<string, string>): BundleView['secrets'] =>
  [...descriptions].slice(0, maxSecrets).map(([name, what]) => ({ name, what: shorten(what) }));

const faultOf = ({ key, content }: BundleRow): FaultyRow[] =>
  content.kind === 'unreadable' ? [{ key, name: content.name, fault: content.fault }] : [];

function fileRowView({ key, line, content, origin }: BundleRow): FileRowView {
  const installation = shorten(origin?.installation ?? '');
  if (content.kind === 'unreadable') {
    const { name, fault } = content;
    return { key, name, url: '', line, installation, needs: [], fault };
  }
  const { webhook } = content;
  return {
    key,
    name: shorten(webhook.name),
    url: shorten(maskedUrl(printPieces(webhook.url))),
    line,
    installation,
    needs: secretsOf(webhook),
    fault: null,
  };
}

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;

/** Proposes the webhooks of a file, or copied webhooks, for each installation. */
class FileRows implements RowSource {
  readonly followsAnswers = true;
  readonly #rows: readonly BundleRow[];
  readonly #webhooks: ReadonlyMap<string, PortableWebhook>;
  readonly #keys: ReadonlySet<string> | null;
  readonly #options: PlanOptions;

  constructor(rows: readonly BundleRow[], options: PlanOptions) {
    this.#rows = rows;
    this.#keys = options.keys === null ? null : new Set(options.keys);
    this.#options = options;
    this.#webhooks = new Map(
      rows.flatMap(({ key, content }) =>
        content.kind === 'webhook' ? [[key, content.webhook] as const] : [],
      ),
    );
  }

  propose(
    connectionId: string,
    installation: ReadInstallation | null,
    answers: PlanAnswers,
  ): ProposedItem[] {
    if (installation === null) return [];
    const { fingerprint, list } = installation;
    const target = { connectionId, fingerprint, list };
    const { alsoRemove, asksForNames = false, retained = null, eachToItsSource } = this.#options;
    const secrets = answers.secrets.get(connectionId) ?? [];
    const rows = eachToItsSource
      ? this.#rows.filter(({ origin }) => isSource(origin, target))
      : this.#rows;
    const proposed = proposeBundleItems(rows, target, {
      removeOthers: alsoRemove,
      asksForNames,
      retained,
      decisions: answersByFileKey(connectionId, answers),
      secrets: byDestination(secrets),
    });
    return (
      proposed
        // Rows that were not chosen are still in the file, so their webhooks must not be removed.
        .filter(({ fileRow }) => fileRow == null || this.#keys?.has(fileRow.key) !== false)
        .filter((item) => isSelected(this.#options.choices?.get(connectionId), item))
        .map((item) => this.#withSecrets(item, secrets))
    );
  }

  #withSecrets(item: ProposedItem, given: readonly GivenSecret[]): ProposedItem {
    const webhook = this.#webhookOf(item);
    const names = webhook === null ? [] : secretsOf(webhook);
    if (webhook === null || names.length === 0) return item;
    const secrets = rowSecrets(names, destinationOf(webhook, item.base), given);
    const isDecided = item.needs === undefined || item.needs.length === 0;
    return { ...(isDecided ? withShownAs(item, webhook) : item), secrets };
  }

  #webhookOf({ fileRow, base }: ProposedItem): PortableWebhook | null {
    const webhook = this.#webhooks.get(fileRow?.key ?? '');
    if (webhook === undefined) return null;
    const { retained } = this.#options;
    return base === null || retained == null
      ? webhook
      : withoutPartsNotTaken(webhook, base, retained);
  }
}

/** A row without a known webhook counts as selected: then a person sees why it cannot be sent. */
function isSelected(
  choices: readonly WebhookChoice[] | undefined,
  { definition, base, fileRow }: ProposedItem,
): boolean {
  if (choices === undefined) return true;
  const webhook = definition ?? base;
  if (webhook === null) {
    return choices.some((choice) => choice.kind === 'query' || choice.name === fileRow?.name);
  }
  const identity =
    base === null ? { id: null, idDefect: { kind: 'missing' as const } } : { id: base.id };
  return choices.some((choice) => isChosen(choice, { ...webhook, ...identity }));
}

function rowSecrets(
  names: readonly string[],
  destination: string,
  given: readonly GivenSecret[],
): RowSecrets {
  const ofDestination = given.filter((secret) => secret.destination === destination);
  return {
    destination,
    filled: names.flatMap((name) => {
      const secret = ofDestination.findLast((candidate) => candidate.name === name);
      return secret === undefined ? [] : [{ name, remembered: secret.remembered }];
    }),
  };
}

function answersByFileKey(connectionId: string, { rows }: PlanAnswers): Map<string, RowAnswers> {
  const prefix = `${connectionId}/`;
  const ofConnection = [...rows].filter(([key]) => key.startsWith(prefix));
  return new Map(ofConnection.map(([key, answers]) => [key.slice(prefix.length), answers]));
}

const byDestination = (secrets: readonly GivenSecret[]): PlanChoices['secrets'] =>
  new Map(
    [...Map.groupBy(secrets, ({ destination }) => destination)].map(([destination, group]) => [
      destination,
      new Map(group.map(({ name, value }) => [name, value])),
    ]),
  );
