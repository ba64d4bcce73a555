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
import { bundleEnding, bundleFileName } from '#domain/bundle/format.ts';
import { inParts } from '#domain/in-parts.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import type { Parts } from '../../parts.ts';
import { invalidField, refusedError, stopIfCancelled } from '../../problems.ts';
import { gatherWebhooks } from './gather-webhooks.ts';

/** Latest exports that stay available, and milliseconds for which they do. */
const available = { atMost: 3, for: 30 * 60_000 };

/**
 * Milliseconds. Within `untilWrite`, a command begins to write what it prepared. An export waits up to
 * `longestWait` for others.
 */
const turns = { untilWrite: 10_000, betweenChecks: 50, longestWait: 5 * 60_000 };

/** Webhooks or secrets per message to the worker: small, so that other messages are not delayed. */
const itemsAtOnce = 200;

/** An export whose webhooks the bundle thread has. */
interface PreparedExport {
  /** What the file contains, for its name. */
  readonly subject: string;
  readonly at: Date;
  /** Of each source, in order; `''` for drafts without a saved connection. */
  readonly connectionIds: readonly string[];
  /** Resolves when no write of this export runs. */
  idle: Promise<undefined>;
  state: 'prepared' | 'being-written' | 'written';
}

/** Gathers webhooks and drafts, and has the bundle thread write the file. */
export class Exports {
  readonly #parts: Parts;
  readonly #prepared = new Map<string, PreparedExport>();
  #preparing = 0;
  readonly #end = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Waits while as many exports as stay available are in use. */
  async *prepare(
    selection: ExportSelection,
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareExportEvent, void, void> {
    await this.#waitForTurn(signal);
    this.#preparing += 1;
    try {
      yield* this.#prepare(selection, signal);
    } finally {
      this.#preparing -= 1;
    }
  }

  async *#prepare(
    selection: ExportSelection,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PrepareExportEvent, void, void> {
    const { ports } = this.#parts;
    const { sources, notices, connectionIds } = yield* gatherWebhooks(
      this.#parts,
      selection,
      signal,
    );
    const exportId = ports.newId();
    const prepared: PreparedExport = {
      subject: subjectOf(sources),
      at: ports.clock.now(),
      connectionIds,
      idle: Promise.resolve(undefined),
      state: 'prepared',
    };
    let isReady = false;
    try {
      for (const source of sources) await this.#addSource(exportId, source, signal);
      const { secrets, webhooks, leftOut } = await ports.exportWorker.findSecrets(exportId);
      for await (const part of this.#secrets(exportId, secrets, signal)) {
        yield { kind: 'secrets', secrets: part };
      }
      await this.#makeAvailable(exportId, prepared);
      isReady = true;
      yield {
        kind: 'end',
        exportId,
        webhooks,
        leftOut: [...leftOut],
        notices: [...notices],
        suggestedName: bundleFileName(prepared.subject, prepared.at),
      };
    } finally {
      if (!isReady) await ports.exportWorker.forget(exportId);
    }
  }

  async secret(exportId: string, name: string): Promise<{ value: string }> {
    await this.#find(exportId);
    const value = await this.#parts.ports.exportWorker.secret(exportId, name);
    if (value === null) throw noSuchSecret();
    return { value };
  }

  async *plainTexts(
    exportId: string,
    signal?: AbortSignal,
  ): AsyncGenerator<PlainTextView[], void, void> {
    await this.#find(exportId);
    for (let from = 0; ; from += itemsAtOnce) {
      stopIfCancelled(signal);
      const part = await this.#parts.ports.exportWorker.plainTexts(exportId, from, itemsAtOnce);
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
    const { ports, connections, templates } = this.#parts;
    const { connectionIds } = await this.#find(exportId);
    if (mark.kind === 'header') {
      const saved = new Set(connections.saved().map(({ id }) => id));
      const positions = await ports.exportWorker.sourcesWith(exportId, mark.name);
      for (const connectionId of positions.flatMap((at) => connectionIds[at] ?? [])) {
        if (saved.has(connectionId)) templates.markHeader(connectionId, mark.name, isSecret);
      }
    }
    await ports.exportWorker.mark(exportId, mark, isSecret);
    const { secrets } = await ports.exportWorker.findSecrets(exportId);
    yield* this.#secrets(exportId, secrets, signal);
  }

  async *unmark(
    exportId: string,
    name: string,
    signal?: AbortSignal,
  ): AsyncGenerator<FoundSecretView[], void, void> {
    await this.#find(exportId);
    const mark = await this.#parts.ports.exportWorker.markOf(exportId, name);
    if (mark === null) throw noSuchSecret();
    yield* this.mark(exportId, mark, signal, false);
  }

  async *write(
    { exportId, ...order }: WriteExportInput,
    signal?: AbortSignal,
  ): AsyncGenerator<WriteExportEvent, void, void> {
    const { ports } = this.#parts;
    if (order.passphrase !== null && order.format !== 'bundle') throw onlyBundlesAreSealed();
    const prepared = await this.#find(exportId);
    // A cancelled write of the same export must end first.
    const previousWrite = prepared.idle;
    const turn = Promise.withResolvers<undefined>();
    prepared.idle = turn.promise;
    prepared.state = 'being-written';
    try {
      await previousWrite;
      stopIfCancelled(signal);
      const file = await ports.exportWorker.write(exportId, order);
      if (file === null) throw noSuchExport();
      const { parts, bytes, containsSecrets, leaks } = file;
      for (let part = 0; part < parts; part += 1) {
        stopIfCancelled(signal);
        yield { kind: 'text', text: await ports.exportWorker.takeText(exportId, part) };
      }
      const format = fileFormat(order, prepared.subject, ports.clock.now());
      yield { kind: 'end', ...format, bytes, containsSecrets, leaks: [...leaks] };
    } finally {
      prepared.state = 'written';
      turn.resolve(undefined);
    }
  }

  async forget(exportId: string): Promise<void> {
    this.#prepared.delete(exportId);
    await this.#parts.ports.exportWorker.forget(exportId);
  }

  async *#secrets(
    exportId: string,
    count: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FoundSecretView[], void, void> {
    for (let from = 0; from < count; from += itemsAtOnce) {
      stopIfCancelled(signal);
      yield [...(await this.#parts.ports.exportWorker.secrets(exportId, from, itemsAtOnce))];
    }
  }

  async #addSource(
    exportId: string,
    { webhooks, ...source }: ExportSource,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { exportWorker, clock } = this.#parts.ports;
    await exportWorker.addSource(exportId, source);
    for (const part of inParts(webhooks, itemsAtOnce)) {
      stopIfCancelled(signal);
      // Copies only the definition's own fields, in parts because a list can be long.
      const webhooksOnly = part.map((webhook) => ({
        ...webhook,
        definition: definitionOf(webhook.definition),
      }));
      await exportWorker.addWebhooks(exportId, webhooksOnly);
      await clock.yieldToEventLoop();
    }
  }

  /** Must be called before the ports are closed. */
  close(): void {
    this.#end.abort();
  }

  async #makeAvailable(exportId: string, prepared: PreparedExport): Promise<void> {
    this.#prepared.set(exportId, prepared);
    void this.#parts.ports.clock.sleep(available.for, this.#end.signal).then(
      () => this.#forgetOld(),
      // `close` aborted the sleep.
      () => undefined,
    );
    const unused = [...this.#prepared].filter(([, other]) => !this.#isInUse(other));
    for (const [oldest] of [...unused, ...this.#prepared]) {
      if (this.#prepared.size <= available.atMost) break;
      await this.forget(oldest);
    }
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const { clock } = this.#parts.ports;
    const ends = AbortSignal.any([this.#end.signal, ...(signal === undefined ? [] : [signal])]);
    for (let waited = 0; waited < turns.longestWait && this.#inUse() >= available.atMost;) {
      await clock.sleep(turns.betweenChecks, ends).catch(() => undefined);
      stopIfCancelled(ends);
      waited += turns.betweenChecks;
    }
  }

  #inUse(): number {
    const used = [...this.#prepared.values()].filter((prepared) => this.#isInUse(prepared));
    return this.#preparing + used.length;
  }

  #isInUse({ state, at }: PreparedExport): boolean {
    const age = this.#parts.ports.clock.now().getTime() - at.getTime();
    return state === 'being-written' || (state === 'prepared' && age < turns.untilWrite);
  }

  async #find(exportId: string): Promise<PreparedExport> {
    await this.#forgetOld();
    const prepared = this.#prepared.get(exportId);
    if (prepared === undefined) throw noSuchExport();
    return prepared;
  }

  async #forgetOld(): Promise<void> {
    const since = this.#parts.ports.clock.now().getTime() - available.for;
    for (const [exportId, { at }] of this.#prepared) {
      if (at.getTime() <= since) await this.forget(exportId);
    }
  }
}

function subjectOf(sources: readonly ExportSource[]): string {
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
  subject: string,
  at: Date,
): { fileName: string; mimeType: string } {
  const name = bundleFileName(subject, at);
  const stem = name.slice(0, -bundleEnding.length);
  if (format === 'csv') return { fileName: `${stem}.csv`, mimeType: 'text/csv' };
  if (format === 'raw') return { fileName: `${stem}.json`, mimeType: 'application/json' };
  if (passphrase === null) return { fileName: name, mimeType: 'application/json' };
  // Armored age is text; age has no registered media type.
  return { fileName: `${name}.age`, mimeType: 'text/plain' };
}
