import type { FoundSecretView, PlainTextView } from '#contract/bundle-export.ts';
import { exportBundle, secretReferencesFor } from '#domain/bundle/export/export-bundle.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { FoundSecret, SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { type PlainText, plainTexts } from '#domain/bundle/export/plain-texts.ts';
import { rawArray } from '#domain/bundle/export/raw-array.ts';
import { type Leak, scanBundle, scanCsv, scanRaw } from '#domain/bundle/export/scan-bundle.ts';
import {
  type SearchedExport,
  findExportSecrets,
} from '#domain/bundle/export/find-export-secrets.ts';
import { webhookCsv } from '#domain/bundle/export/webhook-csv.ts';
import type { PortableWebhook } from '#domain/bundle/portable-webhook.ts';
import { encodeInParts } from '#domain/bundle/write-bundle.ts';
import type {
  BundleCodec,
  ExportWorker,
  FoundInExport,
  WriteOrder,
  WrittenFile,
} from '../../bundle-ports.ts';
import { joinBytes, releaseMemory } from '../importing/byte-buffer.ts';

interface ExportState {
  readonly sources: (Omit<ExportSource, 'webhooks'> & {
    secretHeaders: readonly string[];
    webhooks: ExportSource['webhooks'][number][];
  })[];
  readonly secretTexts: Set<string>;
  /** `null` before the search for secrets. */
  searched: SearchedExport | null;
  /** `null` before the first call for them. */
  plainTexts: readonly PlainText[] | null;
  /** UTF-8 of the file that was written last; a part becomes `null` once it was sent. */
  content: (Uint8Array | null)[];
}

/** The exports on the bundle thread: their webhooks, the secrets in these, and the files written of them. */
export class ExportSession implements ExportWorker {
  readonly #exports = new Map<string, ExportState>();
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  get isEmpty(): boolean {
    return this.#exports.size === 0;
  }

  addSource(exportId: string, source: Omit<ExportSource, 'webhooks'>): Promise<void> {
    this.#stateOf(exportId).sources.push({ ...source, webhooks: [] });
    return Promise.resolve();
  }

  addWebhooks(exportId: string, webhooks: ExportSource['webhooks']): Promise<void> {
    const lastSource = this.#exports.get(exportId)?.sources.at(-1);
    for (const webhook of webhooks) lastSource?.webhooks.push(webhook);
    return Promise.resolve();
  }

  find(exportId: string): Promise<FoundInExport> {
    const state = this.#stateOf(exportId);
    state.searched = search(state);
    state.plainTexts = null;
    const { secrets, keyed, leftOut } = state.searched;
    return Promise.resolve({ secrets: secrets.length, webhooks: keyed.length, leftOut });
  }

  secrets(exportId: string, from: number, count: number): Promise<readonly FoundSecretView[]> {
    const secrets = this.#exports.get(exportId)?.searched?.secrets ?? [];
    return Promise.resolve(secrets.slice(from, from + count).map(secretView));
  }

  secret(exportId: string, name: string): Promise<string | null> {
    return Promise.resolve(this.#findSecret(exportId, name)?.value ?? null);
  }

  plainTexts(exportId: string, from: number, count: number): Promise<readonly PlainTextView[]> {
    const state = this.#exports.get(exportId);
    if (state?.searched == null) return Promise.resolve([]);
    state.plainTexts ??= plainTexts(state.searched);
    const texts = state.plainTexts.slice(from, from + count);
    return Promise.resolve(texts.map((text) => ({ ...text, uses: [...text.uses] })));
  }

  sourcesWith(exportId: string, header: string): Promise<readonly number[]> {
    const { sources } = this.#stateOf(exportId);
    const indices = [...sources.keys()];
    return Promise.resolve(indices.filter((index) => hasHeader(sources[index], header)));
  }

  mark(exportId: string, mark: SecretMark, isSecret: boolean): Promise<void> {
    const { sources, secretTexts } = this.#stateOf(exportId);
    if (mark.kind === 'text') {
      if (isSecret) secretTexts.add(mark.text);
      else secretTexts.delete(mark.text);
      return Promise.resolve();
    }
    const header = mark.name.toLowerCase();
    for (const source of sources) {
      const others = source.secretHeaders.filter((name) => name !== header);
      source.secretHeaders = isSecret ? [...others, header] : others;
    }
    return Promise.resolve();
  }

  markOf(exportId: string, name: string): Promise<SecretMark | null> {
    return Promise.resolve(this.#findSecret(exportId, name)?.mark ?? null);
  }

  async write(exportId: string, how: WriteOrder): Promise<WrittenFile | null> {
    const state = this.#exports.get(exportId);
    if (state === undefined) return null;
    state.searched ??= search(state);
    const { content, ...rest } = await writeFile(state.searched, how, this.#codec);
    state.content = [...content];
    return { ...rest, parts: content.length };
  }

  text(exportId: string, part: number): Promise<string> {
    const [bytes] = this.#exports.get(exportId)?.content.splice(part, 1, null) ?? [];
    if (bytes == null) return Promise.resolve('');
    const text = decode(bytes);
    releaseMemory(bytes);
    return Promise.resolve(text);
  }

  forget(exportId: string): Promise<void> {
    this.#exports.delete(exportId);
    return Promise.resolve();
  }

  #findSecret(exportId: string, name: string): FoundSecret | undefined {
    const secrets = this.#exports.get(exportId)?.searched?.secrets;
    return secrets?.find((secret) => secret.name === name);
  }

  #stateOf(exportId: string): ExportState {
    const existing = this.#exports.get(exportId);
    if (existing !== undefined) return existing;
    const state: ExportState = {
      sources: [],
      secretTexts: new Set(),
      searched: null,
      plainTexts: null,
      content: [],
    };
    this.#exports.set(exportId, state);
    return state;
  }
}

const search = ({ sources, secretTexts }: ExportState): SearchedExport =>
  findExportSecrets(sources, { places: new Set(), texts: secretTexts });

const hasHeader = (source: Pick<ExportSource, 'webhooks'> | undefined, header: string): boolean =>
  source?.webhooks.some(({ definition }) =>
    definition.headers.some(({ name }) => name.toLowerCase() === header.toLowerCase()),
  ) ?? false;

const maxUses = 20;

function secretView({ name, what, value, uses, mark }: FoundSecret): FoundSecretView {
  const [...characters] = value;
  const count = characters.length;
  return {
    name,
    what,
    masked: `•••••••• (${count} ${count === 1 ? 'character' : 'characters'})`,
    uses: uses.slice(0, maxUses),
    usesTotal: uses.length,
    isMarked: mark !== null,
  };
}

/** Bytes, plus the rest of a character. */
const partLength = 96 * 1024;

/** Scans the written text before encrypting it, in parts. `how.keep` refers to secrets that `first` names. */
async function writeFile(
  first: SearchedExport,
  how: WriteOrder,
  codec: BundleCodec,
): Promise<Omit<WrittenFile, 'parts'> & { readonly content: readonly Uint8Array[] }> {
  const marks = { ...first.marks, places: new Set(how.takeOut) };
  const second = marks.places.size === 0 ? first : findExportSecrets(first.sources, marks);
  const keep = namesToKeep(first, second, how);
  const searched = how.withAddress
    ? second
    : { ...second, sources: second.sources.map(withoutAddress) };
  const plain = plainFile(searched, how, keep, codec);
  const leaks = leaksIn(plain, searched, how, keep, codec);
  const content =
    how.passphrase === null ? plain : [await codec.seal(joinBytes(plain), how.passphrase)];
  return {
    content: content.flatMap(splitPart),
    bytes: content.reduce((sum, part) => sum + part.byteLength, 0),
    containsSecrets: searched.secrets.some(({ name }) => keep.has(name)),
    leaks,
  };
}

const withoutAddress = (source: ExportSource): ExportSource => ({
  ...source,
  installation: source.installation === null ? null : { ...source.installation, address: null },
});

/** Finds included secrets by their values, because removing more text may rename secrets. */
function namesToKeep(
  first: SearchedExport,
  second: SearchedExport,
  how: WriteOrder,
): ReadonlySet<string> {
  const names = new Set(how.keep);
  if (second === first) return names;
  const included = first.secrets.filter(({ name }) => names.has(name));
  const values = new Set(included.map(({ value }) => value));
  const renamed = second.secrets.filter(({ value }) => values.has(value));
  return new Set(renamed.map(({ name }) => name));
}

/** The file before it is encrypted, in parts. */
function plainFile(
  searched: SearchedExport,
  how: WriteOrder,
  keep: ReadonlySet<string>,
  { rawWriter }: BundleCodec,
): Uint8Array[] {
  switch (how.format) {
    case 'bundle':
      return exportBundle(searched, keep);
    case 'raw':
      return encodeInParts(rawArray(withReferences(searched, keep), how.variant, rawWriter));
    case 'csv':
      return encodeInParts(webhookCsv(withReferences(searched, keep)));
  }
}

/** The webhooks, with a reference in place of each secret that is not included. */
function* withReferences(
  searched: SearchedExport,
  keep: ReadonlySet<string>,
): Generator<PortableWebhook, void, void> {
  const references = secretReferencesFor(searched, keep);
  for (const webhook of searched.searched) yield references.replaceIn(webhook);
}

/** A CSV is not parsed back: a bundle of the same webhooks is scanned instead. */
function leaksIn(
  plain: readonly Uint8Array[],
  searched: SearchedExport,
  how: WriteOrder,
  keep: ReadonlySet<string>,
  { rawReader }: BundleCodec,
): Leak[] {
  const { secrets } = searched;
  switch (how.format) {
    case 'bundle':
      return scanBundle(textsOf(plain), secrets, keep);
    case 'raw': {
      const keys = searched.searched.map(({ key }) => key);
      return scanRaw([...textsOf(plain)].join(''), keys, secrets, keep, rawReader);
    }
    case 'csv': {
      const bundle = exportBundle(searched, keep);
      return [
        ...scanCsv(textsOf(plain), secrets, keep),
        ...scanBundle(textsOf(bundle), secrets, keep),
      ];
    }
  }
}

/** Parts end at character boundaries. */
function* textsOf(parts: readonly Uint8Array[]): Generator<string, void, void> {
  for (const part of parts) yield decode(part);
}

/** Keeps a byte order mark, with which a table begins. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = (part: Uint8Array): string => decoder.decode(part);

function splitPart(part: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < part.length;) {
    let end = Math.min(start + partLength, part.length);
    while (isWithinCharacter(part[end])) end += 1;
    parts.push(part.subarray(start, end));
    start = end;
  }
  return parts;
}

/** RFC 3629 §3. */
const isWithinCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
