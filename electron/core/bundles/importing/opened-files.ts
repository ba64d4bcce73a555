import pLimit from 'p-limit';
import type {
  BundleView,
  FileRowView,
  FileOpenEvent,
  OpenedFile,
} from '#contract/bundle-import.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { maxFileBytes } from '#domain/bundle/limits.ts';
import { isSource } from '#domain/bundle/plan/plan-target.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { BundleWorker, Opening, ReadView } from '../../bundle-ports.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Ports } from '../../ports.ts';
import { untilAborted } from '../../installations/until-aborted.ts';
import { stopIfCancelled } from '../../problems.ts';
import { fingerprintOf } from '../../installations/fingerprint.ts';
import { fileRefused, noSuchFile, notOpened, notWhole, tooLarge } from './import-problems.ts';

/** Files kept in memory; each can take a few times its size. */
const maxKnown = 3;

const rowsAtOnce = 200;

interface Known {
  readonly name: string;
  readonly bytes: number;
  taken: number;
  /** `null` until the file is read. */
  view: ReadView | null;
}

/** Opened files, in memory until forgotten. Nothing is written to disk. */
export class OpenedFiles {
  readonly #needs: Pick<Ports, 'newId' | 'filesToOpen' | 'sha256'>;
  readonly #connections: Pick<Connections, 'saved'>;
  readonly #work: BundleWorker;
  readonly #known = new Map<string, Known>();
  readonly #unlocking = pLimit(1);

  constructor(
    needs: Pick<Ports, 'newId' | 'filesToOpen' | 'sha256' | 'bundleWorker'>,
    connections: Pick<Connections, 'saved'>,
  ) {
    this.#needs = needs;
    this.#connections = connections;
    this.#work = needs.bundleWorker;
  }

  async begin(name: string, bytes: number): Promise<{ fileId: string }> {
    if (bytes > maxFileBytes) throw tooLarge();
    const fileId = this.#needs.newId();
    this.#known.set(fileId, { name, bytes, taken: 0, view: null });
    for (const [oldest] of this.#known) {
      if (this.#known.size <= maxKnown) break;
      await this.forget(oldest);
    }
    return { fileId };
  }

  async add(fileId: string, part: string): Promise<void> {
    const file = this.#find(fileId);
    const bytes = bytesOf(part);
    file.taken += bytes.length;
    if (file.taken > file.bytes) {
      await this.forget(fileId);
      throw notWhole();
    }
    await this.#work.add(fileId, bytes, file.bytes);
  }

  async open(fileId: string): Promise<OpenedFile> {
    const file = this.#find(fileId);
    if (file.taken !== file.bytes) {
      await this.forget(fileId);
      throw notWhole();
    }
    return this.#opened(fileId, file, await this.#work.open(fileId, null));
  }

  /** One file at a time: a passphrase can take seconds and a gigabyte. A forgotten file loses its turn. */
  async unlock(fileId: string, passphrase: string, signal?: AbortSignal): Promise<OpenedFile> {
    stopIfCancelled(signal);
    const unlocked = this.#unlocking(async () => {
      stopIfCancelled(signal);
      const file = this.#find(fileId);
      return this.#opened(fileId, file, await this.#work.open(fileId, passphrase));
    });
    return untilAborted(unlocked, signal);
  }

  async *rows(fileId: string): AsyncGenerator<FileRowView[], void, void> {
    const count = this.count(fileId);
    for (let from = 0; from < count; from += rowsAtOnce) {
      const rows = await this.#work.rows(fileId, from, rowsAtOnce);
      if (rows.length === 0) throw noSuchFile();
      yield [...rows];
    }
  }

  count(fileId: string): number {
    return this.about(fileId).rows;
  }

  about(fileId: string): ReadView & { readonly name: string } {
    const { name, view } = this.#find(fileId);
    if (view === null) throw noSuchFile();
    return { ...view, name };
  }

  /** Rows with an error have no webhook. */
  async bundleRows(fileId: string, signal?: AbortSignal): Promise<BundleRow[]> {
    const count = this.count(fileId);
    const all: BundleRow[] = [];
    while (all.length < count) {
      stopIfCancelled(signal);
      const rows = await this.#work.bundleRows(fileId, all.length, rowsAtOnce);
      if (rows.length === 0) throw noSuchFile();
      all.push(...rows);
    }
    return all;
  }

  async forget(fileId: string): Promise<void> {
    this.#known.delete(fileId);
    await this.#work.forgetFile(fileId);
  }

  async *offered(signal?: AbortSignal): AsyncGenerator<FileOpenEvent, void, void> {
    for await (const offered of this.#needs.filesToOpen.take(signal)) {
      const { name } = offered;
      if ('problem' in offered) {
        yield refused(name, offered.problem);
        continue;
      }
      try {
        const { content } = offered;
        const { fileId } = await this.begin(name, content.length);
        this.#find(fileId).taken = content.length;
        await this.#work.add(fileId, content, content.length);
        yield { kind: 'file', file: await this.open(fileId) };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        yield refused(name, error.problem);
      }
    }
  }

  #opened(fileId: string, file: Known, opening: Opening): OpenedFile {
    const { name } = file;
    switch (opening.kind) {
      case 'locked':
        return { status: 'locked', fileId, name };
      case 'read':
        file.view = opening.view;
        return {
          status: 'read',
          fileId,
          view: { ...opening.view, sources: this.#sources(opening.view), name },
        };
      case 'unreadable':
        this.#known.delete(fileId);
        throw new ProblemError(fileRefused(opening.fault));
      case 'not-opened':
        throw notOpened(opening.why);
    }
  }

  #sources({ sources }: ReadView): BundleView['sources'] {
    const saved = this.#connections.saved();
    const here = saved.map((connection) => ({
      connectionId: connection.id,
      name: connection.name,
      readOnly: connection.readOnly,
      fingerprint: fingerprintOf(this.#needs, connection),
    }));
    return sources.map(({ installation, variant, webhooks, ...origin }) => {
      const known = { ...origin, installation, variant, formerId: null };
      const found = here.filter((one) => isSource(known, one));
      // Several installations here can have one API root.
      const [best] = found.toSorted(
        (a, b) =>
          Number(a.readOnly) - Number(b.readOnly) ||
          Number(b.name === installation) - Number(a.name === installation),
      );
      return { installation, variant, webhooks, connectionId: best?.connectionId ?? null };
    });
  }

  #find(fileId: string): Known {
    const file = this.#known.get(fileId);
    if (file === undefined) throw noSuchFile();
    return file;
  }
}

const refused = (name: string, problem: Problem): FileOpenEvent => ({
  kind: 'refused',
  name,
  problem,
});

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
