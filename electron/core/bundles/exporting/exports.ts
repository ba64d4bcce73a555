import type {
  ExportSelection,
  FoundSecretView,
  PlainTextView,
  PrepareExportEvent,
  WriteExportEvent,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { bundleFileName } from '#domain/bundle/file-name.ts';
import { bundleEnding } from '#domain/bundle/format.ts';
import { inParts } from '#domain/in-parts.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { invalidField, refusedError, stopIfCancelled } from '../../problems.ts';
import { gather, type GatheringNeeds } from './gather.ts';

/** Latest exports that stay available, and milliseconds for which they do. */
const known = { atMost: 3, for: 30 * 60_000 };

/** Webhooks or secrets per message to the worker: small, so that other messages are not delayed. */
const atOnce = 200;

interface Prepared {
  readonly what: string;
  readonly at: Date;
  /** Of each source, in order; `''` for drafts without a saved connection. */
  readonly connectionIds: readonly string[];
  written: Promise<undefined>;
}

export class Exports {
  readonly #needs: GatheringNeeds;
  readonly #prepared = new Map<string, Prepared>();
  readonly #end = new AbortController();

  constructor(needs: GatheringNeeds) {
    this.#needs = needs;
  }

  async *prepare(
    selection: ExportSelection,
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareExportEvent, void, void> {
    const { ports } = this.#needs;
    const { sources, notices, connectionIds } = yield* gather(this.#needs, selection, signal);
    const exportId = ports.newId();
    const prepared: Prepared = {
      what: whatOf(sources),
      at: ports.clock.now(),
      connectionIds,
      written: Promise.resolve(undefined),
    };
    let isReady = false;
    try {
      for (const source of sources) await this.#hand(exportId, source, signal);
      const { secrets, webhooks, leftOut } = await ports.exportWorker.find(exportId);
      for await (const part of this.#secrets(exportId, secrets, signal)) {
        yield { kind: 'secrets', secrets: part };
      }
      await this.#keep(exportId, prepared);
      isReady = true;
      const suggestedName = bundleFileName(prepared.what, prepared.at);
      const told = { leftOut: [...leftOut], notices: [...notices] };
      yield { kind: 'end', exportId, webhooks, ...told, suggestedName };
    } finally {
      if (!isReady) await ports.exportWorker.forget(exportId);
    }
  }

  async secret(exportId: string, name: string): Promise<{ value: string }> {
    await this.#find(exportId);
    const value = await this.#needs.ports.exportWorker.secret(exportId, name);
    if (value === null) throw noSuchSecret();
    return { value };
  }

  async *plainTexts(
    exportId: string,
    signal?: AbortSignal,
  ): AsyncGenerator<PlainTextView[], void, void> {
    await this.#find(exportId);
    for (let from = 0; ; from += atOnce) {
      stopIfCancelled(signal);
      const part = await this.#needs.ports.exportWorker.plainTexts(exportId, from, atOnce);
      if (part.length === 0) return;
      yield [...part];
    }
  }

  async *mark(
    exportId: string,
    mark: SecretMark,
    signal?: AbortSignal,
    isSecret = true,
  ): AsyncGenerator<FoundSecretView[], void, void> {
    const { ports, connections, templates } = this.#needs;
    const { connectionIds } = await this.#find(exportId);
    if (mark.kind === 'header') {
      const saved = new Set(connections.saved().map(({ id }) => id));
      const positions = await ports.exportWorker.sourcesWith(exportId, mark.name);
      for (const connectionId of positions.flatMap((at) => connectionIds[at] ?? [])) {
        if (saved.has(connectionId)) templates.markHeader(connectionId, mark.name, isSecret);
      }
    }
    await ports.exportWorker.mark(exportId, mark, isSecret);
    const { secrets } = await ports.exportWorker.find(exportId);
    yield* this.#secrets(exportId, secrets, signal);
  }

  async *unmark(
    exportId: string,
    name: string,
    signal?: AbortSignal,
  ): AsyncGenerator<FoundSecretView[], void, void> {
    await this.#find(exportId);
    const mark = await this.#needs.ports.exportWorker.markOf(exportId, name);
    if (mark === null) throw noSuchSecret();
    yield* this.mark(exportId, mark, signal, false);
  }

  async *write(
    { exportId, ...how }: WriteExportInput,
    signal?: AbortSignal,
  ): AsyncGenerator<WriteExportEvent, void, void> {
    const { ports } = this.#needs;
    if (how.passphrase !== null && how.format !== 'bundle') throw onlyBundlesAreSealed();
    const prepared = await this.#find(exportId);
    // A cancelled write of the same export must end first.
    const before = prepared.written;
    const turn = Promise.withResolvers<undefined>();
    prepared.written = turn.promise;
    try {
      await before;
      stopIfCancelled(signal);
      const file = await ports.exportWorker.write(exportId, how);
      if (file === null) throw noSuchExport();
      const { parts, bytes, containsSecrets, leaks } = file;
      for (let part = 0; part < parts; part += 1) {
        stopIfCancelled(signal);
        yield { kind: 'text', text: await ports.exportWorker.text(exportId, part) };
      }
      const named = fileFormat(how, prepared.what, ports.clock.now());
      yield { kind: 'end', ...named, bytes, containsSecrets, leaks: [...leaks] };
    } finally {
      turn.resolve(undefined);
    }
  }

  async forget(exportId: string): Promise<void> {
    this.#prepared.delete(exportId);
    await this.#needs.ports.exportWorker.forget(exportId);
  }

  async *#secrets(
    exportId: string,
    count: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FoundSecretView[], void, void> {
    for (let from = 0; from < count; from += atOnce) {
      stopIfCancelled(signal);
      yield [...(await this.#needs.ports.exportWorker.secrets(exportId, from, atOnce))];
    }
  }

  async #hand(
    exportId: string,
    { webhooks, ...source }: ExportSource,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { exportWorker, clock } = this.#needs.ports;
    await exportWorker.addSource(exportId, source);
    for (const part of inParts(webhooks, atOnce)) {
      stopIfCancelled(signal);
      // Copies only the definition's own fields, in parts because a list can be long.
      const bare = part.map((one) => ({ ...one, definition: definitionOf(one.definition) }));
      await exportWorker.addWebhooks(exportId, bare);
      await clock.yieldToEventLoop();
    }
  }

  /** Must be called before the ports are closed. */
  close(): void {
    this.#end.abort();
  }

  async #keep(exportId: string, prepared: Prepared): Promise<void> {
    this.#prepared.set(exportId, prepared);
    void this.#needs.ports.clock.sleep(known.for, this.#end.signal).then(
      () => this.#forgetOld(),
      // `close` aborted the sleep.
      () => undefined,
    );
    for (const [oldest] of this.#prepared) {
      if (this.#prepared.size <= known.atMost) break;
      await this.forget(oldest);
    }
  }

  async #find(exportId: string): Promise<Prepared> {
    await this.#forgetOld();
    const prepared = this.#prepared.get(exportId);
    if (prepared === undefined) throw noSuchExport();
    return prepared;
  }

  async #forgetOld(): Promise<void> {
    const since = this.#needs.ports.clock.now().getTime() - known.for;
    for (const [exportId, { at }] of this.#prepared) {
      if (at.getTime() <= since) await this.forget(exportId);
    }
  }
}

function whatOf(sources: readonly ExportSource[]): string {
  const [first, ...others] = sources.filter(({ webhooks }) => webhooks.length > 0);
  if (first === undefined || others.length > 0) return 'webhooks';
  return first.installation?.name ?? 'drafts';
}

const onlyBundlesAreSealed = (): Error =>
  invalidField('passphrase', 'Only a bundle can be encrypted with a passphrase.');

const noSuchExport = (): Error =>
  refusedError('This export is not known any more.', 'Nothing was written. Prepare it again.');

const noSuchSecret = (): Error =>
  refusedError('This secret is not in the export.', 'Prepare the export again.');

function fileFormat(
  { format, passphrase }: Pick<WriteExportInput, 'format' | 'passphrase'>,
  what: string,
  at: Date,
): { fileName: string; mimeType: string } {
  const name = bundleFileName(what, at);
  const bare = name.slice(0, -bundleEnding.length);
  if (format === 'csv') return { fileName: `${bare}.csv`, mimeType: 'text/csv' };
  if (format === 'raw') return { fileName: `${bare}.json`, mimeType: 'application/json' };
  if (passphrase === null) return { fileName: name, mimeType: 'application/json' };
  // Armored age is text; age has no registered media type.
  return { fileName: `${name}.age`, mimeType: 'text/plain' };
}
