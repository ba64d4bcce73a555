import type { BundleView, FaultyRow, FileRowView } from '#contract/bundle-import.ts';
import type { BundleCodec, FileDefinition, Opening, ReadView } from '../../bundle-ports.ts';
import { printed } from '#domain/bundle/pieces.ts';
import { secretsOf } from '#domain/bundle/portable.ts';
import { completed } from '#domain/bundle/plan/complete.ts';
import { decodeFile } from '#domain/bundle/reading/decode-file.ts';
import { type FileFault, wholeFault } from '#domain/bundle/reading/file-fault.ts';
import { type FileReading, readBundleText } from '#domain/bundle/reading/read-bundle-text.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { Need } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { maskedUrl } from '#domain/secrets/masked.ts';
import { ByteBuffer } from './byte-buffer.ts';

export class ImportedFile {
  readonly #taken = new ByteBuffer();
  #sealed: Uint8Array | null = null;
  #rows: readonly BundleRow[] = [];
  #view: ReadView | null = null;
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  add(part: Uint8Array, total: number): void {
    this.#taken.add(part, total);
  }

  /** Rows that are not in a file, such as copied webhooks. */
  addRows(rows: readonly BundleRow[]): void {
    this.#rows = [...this.#rows, ...rows];
  }

  get rows(): readonly BundleRow[] {
    return this.#rows;
  }

  async open(passphrase: string | null): Promise<Opening> {
    if (this.#view !== null) return { kind: 'read', view: this.#view };
    if (this.#sealed === null) return this.#take(this.#taken.all);
    if (passphrase === null) return { kind: 'locked' };
    const opened = await this.#codec.open(this.#sealed, passphrase);
    if (opened.kind !== 'opened') return { kind: 'not-opened', why: opened.kind };
    this.#sealed = null;
    this.#taken.free();
    const opening = this.#take(opened.bytes);
    return opening.kind === 'locked' ? unreadable(wholeFault(twice)) : opening;
  }

  views(from: number, count: number): FileRowView[] {
    return this.rows.slice(from, from + count).map(fileRowView);
  }

  definitions(variant: VariantId, from: number, count: number): FileDefinition[] {
    return this.rows.slice(from, from + count).flatMap(({ key, content }) => {
      if (content.kind === 'unreadable') return [];
      const { definition, reasons, losses, questions } = completed(
        content.webhook,
        null,
        variant,
        new Map(),
        {},
      );
      const notes = [...reasons, ...losses.map(({ message }) => message), ...wanted(questions)];
      return [{ rowKey: key, definition, notes }];
    });
  }

  #take(bytes: Uint8Array): Opening {
    if (this.#codec.isSealed(bytes)) return this.#locked(bytes);
    const decoded = decodeFile(bytes);
    if (decoded.kind === 'encrypted') return this.#locked(bytes);
    if (decoded.kind === 'unreadable') return decoded;
    this.#taken.free();
    const reading = readBundleText(decoded.text, this.#codec.rawReader);
    if (reading.kind === 'unreadable') return reading;
    // Text in another encoding, as PowerShell writes it.
    if (reading.kind === 'encrypted')
      return this.#locked(new TextEncoder().encode(decoded.text.trim()));
    this.#rows = reading.rows;
    this.#view = fileView(reading);
    return { kind: 'read', view: this.#view };
  }

  #locked(sealed: Uint8Array): Opening {
    this.#sealed = sealed;
    return { kind: 'locked' };
  }
}

const twice = 'What is in it is encrypted once more.';
const unreadable = (fault: FileFault): Opening => ({ kind: 'unreadable', fault });

const wanted = (questions: readonly Need[]): string[] =>
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
  const whats = new Map<string, string>();
  for (const { content } of rows) {
    if (content.kind === 'webhook')
      for (const name of secretsOf(content.webhook)) whats.set(name, '');
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
      secrets: namesOf(whats),
      tokens: 0,
    };
  }
  const { version, exportedAt, exportedBy, containsSecrets, sources, secrets, tokens } =
    reading.bundle;
  for (const { name, what } of secrets ?? []) if (whats.has(name)) whats.set(name, what);
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
    secrets: namesOf(whats),
    tokens: tokens?.length ?? 0,
  };
}

const namesOf = (whats: ReadonlyMap<string, string>): BundleView['secrets'] =>
  [...whats].slice(0, maxSecrets).map(([name, what]) => ({ name, what: cut(what) }));

const faultOf = ({ key, content }: BundleRow): FaultyRow[] =>
  content.kind === 'unreadable' ? [{ key, name: content.name, fault: content.fault }] : [];

function fileRowView({ key, line, content, origin }: BundleRow): FileRowView {
  const installation = cut(origin?.installation ?? '');
  if (content.kind === 'unreadable') {
    const { name, fault } = content;
    return { key, name, url: '', line, installation, needs: [], fault };
  }
  const { webhook } = content;
  return {
    key,
    name: cut(webhook.name),
    url: cut(maskedUrl(printed(webhook.url))),
    line,
    installation,
    needs: secretsOf(webhook),
    fault: null,
  };
}

const cut = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
