import type { FoundSecretView, PlainTextView } from '#contract/bundle-export.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import {
  findExportSecrets,
  type SearchedExport,
} from '#domain/bundle/export/find-export-secrets.ts';
import type { FoundSecret, SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { type PlainText, plainTexts } from '#domain/bundle/export/plain-texts.ts';
import type {
  BundleCodec,
  ExportWorker,
  FoundInExport,
  WriteOrder,
  WrittenFile,
} from '../../bundle-ports.ts';
import { releaseMemory } from './byte-buffer.ts';
import { decodePart, writeExport } from './write-export.ts';
import { counted } from '#domain/text/wording.ts';

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

/**
 * The exports on the bundle thread: their webhooks, the secrets in these, and the files written of them. Most
 * methods resolve at once: they return promises because the host calls them by messages.
 */
export class ExportsOnThread implements ExportWorker {
  readonly #exports = new Map<string, ExportState>();
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  get isEmpty(): boolean {
    return this.#exports.size === 0;
  }

  addSource(exportId: string, source: Omit<ExportSource, 'webhooks'>): Promise<void> {
    const state = this.#exports.get(exportId) ?? newExport();
    this.#exports.set(exportId, state);
    state.sources.push({ ...source, webhooks: [] });
    return Promise.resolve();
  }

  addWebhooks(exportId: string, webhooks: ExportSource['webhooks']): Promise<void> {
    const lastSource = this.#exports.get(exportId)?.sources.at(-1);
    for (const webhook of webhooks) lastSource?.webhooks.push(webhook);
    return Promise.resolve();
  }

  findSecrets(exportId: string): Promise<FoundInExport> {
    const state = this.#exports.get(exportId);
    if (state === undefined) return Promise.resolve({ secrets: 0, webhooks: 0, leftOut: [] });
    state.searched = findSecretsOf(state);
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
    const sources = this.#exports.get(exportId)?.sources ?? [];
    const indices = [...sources.keys()];
    return Promise.resolve(indices.filter((index) => hasHeader(sources[index], header)));
  }

  mark(exportId: string, mark: SecretMark, isSecret: boolean): Promise<void> {
    const state = this.#exports.get(exportId);
    if (mark.kind === 'text') {
      if (isSecret) state?.secretTexts.add(mark.text);
      else state?.secretTexts.delete(mark.text);
      return Promise.resolve();
    }
    const header = mark.name.toLowerCase();
    for (const source of state?.sources ?? []) {
      const others = source.secretHeaders.filter((name) => name !== header);
      source.secretHeaders = isSecret ? [...others, header] : others;
    }
    return Promise.resolve();
  }

  markOf(exportId: string, name: string): Promise<SecretMark | null> {
    return Promise.resolve(this.#findSecret(exportId, name)?.mark ?? null);
  }

  async write(exportId: string, order: WriteOrder): Promise<WrittenFile | null> {
    const state = this.#exports.get(exportId);
    if (state === undefined) return null;
    state.searched ??= findSecretsOf(state);
    const { content, ...rest } = await writeExport(state.searched, order, this.#codec);
    state.content = [...content];
    return { ...rest, parts: content.length };
  }

  takeText(exportId: string, part: number): Promise<string> {
    const [bytes] = this.#exports.get(exportId)?.content.splice(part, 1, null) ?? [];
    if (bytes == null) return Promise.resolve('');
    const text = decodePart(bytes);
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
}

const newExport = (): ExportState => ({
  sources: [],
  secretTexts: new Set(),
  searched: null,
  plainTexts: null,
  content: [],
});

const findSecretsOf = ({ sources, secretTexts }: ExportState): SearchedExport =>
  findExportSecrets(sources, { places: new Set(), texts: secretTexts });

const hasHeader = (source: Pick<ExportSource, 'webhooks'> | undefined, header: string): boolean =>
  source?.webhooks.some(({ definition }) =>
    definition.headers.some(({ name }) => name.toLowerCase() === header.toLowerCase()),
  ) ?? false;

/** Places of a secret that are listed; `usesTotal` counts all. */
const maxUses = 20;

function secretView({ name, what, value, uses, mark }: FoundSecret): FoundSecretView {
  const [...characters] = value;
  const count = characters.length;
  return {
    name,
    what,
    masked: `•••••••• (${counted(count, 'character')})`,
    uses: uses.slice(0, maxUses),
    usesTotal: uses.length,
    isMarked: mark !== null,
  };
}
