import type { FoundSecretView, PlainTextView } from '#contract/bundle-export.ts';
import type {
  BundleCodec,
  ExportWorker,
  FoundInExport,
  WriteOrder,
  WrittenFile,
} from '../../bundle-ports.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { FoundSecret, SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { plainTexts, type PlainText } from '#domain/bundle/export/plain-texts.ts';
import { type SearchedSources, searchSources } from '#domain/bundle/export/search-sources.ts';
import { releaseMemory } from '../importing/byte-buffer.ts';
import { decoded, writeFile } from './write-file.ts';

interface Held {
  readonly sources: (Omit<ExportSource, 'webhooks'> & {
    secretHeaders: readonly string[];
    webhooks: ExportSource['webhooks'][number][];
  })[];
  readonly secretTexts: Set<string>;
  /** `null` before the search for secrets. */
  found: SearchedSources | null;
  /** `null` before they are asked for. */
  plainTexts: readonly PlainText[] | null;
  /** UTF-8 of the last file; a part becomes `null` once it was sent. */
  content: (Uint8Array | null)[];
}

export class ExportSession implements ExportWorker {
  readonly #held = new Map<string, Held>();
  readonly #codec: BundleCodec;

  constructor(codec: BundleCodec) {
    this.#codec = codec;
  }

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  addSource(exportId: string, source: Omit<ExportSource, 'webhooks'>): Promise<void> {
    this.#of(exportId).sources.push({ ...source, webhooks: [] });
    return Promise.resolve();
  }

  addWebhooks(exportId: string, webhooks: ExportSource['webhooks']): Promise<void> {
    const into = this.#held.get(exportId)?.sources.at(-1);
    for (const webhook of webhooks) into?.webhooks.push(webhook);
    return Promise.resolve();
  }

  find(exportId: string): Promise<FoundInExport> {
    const held = this.#of(exportId);
    held.found = search(held);
    held.plainTexts = null;
    const { secrets, keyed, leftOut } = held.found;
    return Promise.resolve({ secrets: secrets.length, webhooks: keyed.length, leftOut });
  }

  secrets(exportId: string, from: number, count: number): Promise<readonly FoundSecretView[]> {
    const found = this.#held.get(exportId)?.found?.secrets ?? [];
    return Promise.resolve(found.slice(from, from + count).map(secretView));
  }

  secret(exportId: string, name: string): Promise<string | null> {
    const found = this.#held.get(exportId)?.found?.secrets.find((secret) => secret.name === name);
    return Promise.resolve(found?.value ?? null);
  }

  plainTexts(exportId: string, from: number, count: number): Promise<readonly PlainTextView[]> {
    const held = this.#held.get(exportId);
    if (held?.found == null) return Promise.resolve([]);
    held.plainTexts ??= plainTexts(held.found);
    const texts = held.plainTexts.slice(from, from + count);
    return Promise.resolve(texts.map((text) => ({ ...text, uses: [...text.uses] })));
  }

  sourcesWith(exportId: string, header: string): Promise<readonly number[]> {
    const { sources } = this.#of(exportId);
    return Promise.resolve([...sources.keys()].filter((at) => hasHeader(sources[at], header)));
  }

  mark(exportId: string, mark: SecretMark, isSecret: boolean): Promise<void> {
    const { sources, secretTexts } = this.#of(exportId);
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
    const found = this.#held.get(exportId)?.found?.secrets.find((secret) => secret.name === name);
    return Promise.resolve(found?.mark ?? null);
  }

  async write(exportId: string, how: WriteOrder): Promise<WrittenFile | null> {
    const held = this.#held.get(exportId);
    if (held === undefined) return null;
    held.found ??= search(held);
    const { content, ...rest } = await writeFile(held.found, how, this.#codec);
    held.content = [...content];
    return { ...rest, parts: content.length };
  }

  text(exportId: string, part: number): Promise<string> {
    const [bytes] = this.#held.get(exportId)?.content.splice(part, 1, null) ?? [];
    if (bytes == null) return Promise.resolve('');
    const text = decoded(bytes);
    releaseMemory(bytes);
    return Promise.resolve(text);
  }

  forget(exportId: string): Promise<void> {
    this.#held.delete(exportId);
    return Promise.resolve();
  }

  #of(exportId: string): Held {
    const known = this.#held.get(exportId);
    if (known !== undefined) return known;
    const begun: Held = {
      sources: [],
      secretTexts: new Set(),
      found: null,
      plainTexts: null,
      content: [],
    };
    this.#held.set(exportId, begun);
    return begun;
  }
}

const search = ({ sources, secretTexts }: Held): SearchedSources =>
  searchSources(sources, { places: new Set(), texts: secretTexts });

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
