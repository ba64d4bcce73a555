import type { FoundSecretView } from '#contract/bundle-export.ts';
import type { ExportWorker, FoundInExport, WriteOrder, WrittenFile } from '#core/bundle-ports.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import { type SearchedSources, searchSources } from '#domain/bundle/export/search-sources.ts';
import { releaseMemory } from './release-memory.ts';
import { secretView } from './secret-view.ts';
import { writeFile } from './write-file.ts';

interface Held {
  readonly sources: (Omit<ExportSource, 'webhooks'> & {
    webhooks: ExportSource['webhooks'][number][];
  })[];
  /** `null` before the search for secrets. */
  found: SearchedSources | null;
  /** UTF-8 of the last file; a part becomes `null` once it was sent. */
  content: (Uint8Array | null)[];
}

export class ExportSession implements ExportWorker {
  readonly #held = new Map<string, Held>();

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
    held.found = searchSources(held.sources);
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

  async write(exportId: string, how: WriteOrder): Promise<WrittenFile | null> {
    const held = this.#held.get(exportId);
    if (held === undefined) return null;
    held.found ??= searchSources(held.sources);
    const { content, ...rest } = await writeFile(held.found, how);
    held.content = [...content];
    return { ...rest, parts: content.length };
  }

  text(exportId: string, part: number): Promise<string> {
    const [bytes] = this.#held.get(exportId)?.content.splice(part, 1, null) ?? [];
    if (bytes == null) return Promise.resolve('');
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
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
    const begun: Held = { sources: [], found: null, content: [] };
    this.#held.set(exportId, begun);
    return begun;
  }
}
