import pLimit from 'p-limit';
import type {
  BundleView,
  FileRowView,
  FileOpenEvent,
  OpenedFile,
} from '#contract/bundle-import.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { bytesOf, folderExcess, type FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import { maxFileBytes } from '#domain/bundle/bundle-limits.ts';
import { isSource } from '#domain/bundle/plan/plan-target.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { bytesOfBase64 } from '#domain/text/base64.ts';
import type { BundleWorker, Opening, ReadView } from '../../bundle-ports.ts';
import type { Connections } from '../../connections/connections.ts';
import type { FileToOpen, Ports } from '../../ports.ts';
import { untilAborted } from '../../until-aborted.ts';
import { stopIfCancelled } from '../../problems.ts';
import { fingerprintOf } from '../../installations/fingerprint.ts';
import {
  fileRefused,
  folderTooLarge,
  noSuchFile,
  notOpened,
  notWhole,
  tooLarge,
} from './import-problems.ts';

/**
 * Limits of the files in memory. Each takes a few times its size, and commands open many small files. `anySize`
 * files stay with any number of bytes.
 */
const limits = { files: 32, anySize: 3, bytes: 16 * 1024 * 1024 };

const rowsAtOnce = 200;

interface OpenedFileState {
  readonly name: string;
  /** Of the whole file. */
  readonly bytes: number;
  uploadedBytes: number;
  /** `null` for a file: only a folder has parts. */
  readonly parts: readonly FolderPart[] | null;
  /** `null` until the file is read. */
  view: ReadView | null;
}

/** Opened files, in memory until forgotten. Nothing is written to disk. */
export class OpenedFiles {
  readonly #ports: Ports;
  readonly #connections: Pick<Connections, 'saved'>;
  readonly #worker: BundleWorker;
  readonly #files = new Map<string, OpenedFileState>();
  readonly #unlocking = pLimit(1);
  #onFileOffered: (path: string, isOpened: boolean) => void = () => undefined;

  constructor(ports: Ports, connections: Pick<Connections, 'saved'>) {
    this.#ports = ports;
    this.#connections = connections;
    this.#worker = ports.bundleWorker;
  }

  /** @param parts of a folder, whose files are uploaded one behind the other */
  async begin(
    name: string,
    bytes: number,
    parts: readonly FolderPart[] | null = null,
  ): Promise<{ fileId: string }> {
    if (bytes > maxFileBytes) throw tooLarge();
    if (parts !== null) refuseExcess(parts, bytes);
    const fileId = this.#ports.newId();
    this.#files.set(fileId, { name, bytes, uploadedBytes: 0, parts, view: null });
    for (const [oldest] of this.#files) {
      if (!this.#areTooMany()) break;
      await this.forget(oldest);
    }
    return { fileId };
  }

  #areTooMany(): boolean {
    const { size } = this.#files;
    const bytes = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0);
    return size > limits.files || (size > limits.anySize && bytes > limits.bytes);
  }

  /** @param part in Base64 */
  async add(fileId: string, part: string): Promise<void> {
    const file = this.#find(fileId);
    const bytes = bytesOfBase64(part);
    file.uploadedBytes += bytes.length;
    if (file.uploadedBytes > file.bytes) {
      await this.forget(fileId);
      throw notWhole();
    }
    await this.#worker.add(fileId, bytes, file.bytes);
  }

  async open(fileId: string): Promise<OpenedFile> {
    const file = this.#find(fileId);
    if (file.uploadedBytes !== file.bytes) {
      await this.forget(fileId);
      throw notWhole();
    }
    return this.#openedFile(fileId, file, await this.#worker.open(fileId, null, file.parts));
  }

  /** One file at a time: a passphrase can take seconds and a gigabyte. A forgotten file loses its turn. */
  async unlock(fileId: string, passphrase: string, signal?: AbortSignal): Promise<OpenedFile> {
    stopIfCancelled(signal);
    const unlocked = this.#unlocking(async () => {
      stopIfCancelled(signal);
      const file = this.#find(fileId);
      return this.#openedFile(fileId, file, await this.#worker.open(fileId, passphrase));
    });
    return untilAborted(unlocked, signal);
  }

  async *rows(fileId: string): AsyncGenerator<FileRowView[], void, void> {
    const count = this.count(fileId);
    for (let from = 0; from < count; from += rowsAtOnce) {
      const rows = await this.#worker.rows(fileId, from, rowsAtOnce);
      if (rows.length === 0) throw noSuchFile();
      yield [...rows];
    }
  }

  count(fileId: string): number {
    return this.about(fileId).rows;
  }

  /** @throws ProblemError when the file is not open or not read yet */
  about(fileId: string): ReadView & { readonly name: string } {
    const { name, view } = this.#find(fileId);
    if (view === null) throw noSuchFile();
    return { ...view, name };
  }

  /** Rows with an error have no webhook. */
  async bundleRows(fileId: string, signal?: AbortSignal): Promise<BundleRow[]> {
    const count = this.count(fileId);
    const rows: BundleRow[] = [];
    while (rows.length < count) {
      stopIfCancelled(signal);
      const part = await this.#worker.bundleRows(fileId, rows.length, rowsAtOnce);
      if (part.length === 0) throw noSuchFile();
      rows.push(...part);
    }
    return rows;
  }

  async forget(fileId: string): Promise<void> {
    this.#files.delete(fileId);
    await this.#worker.forgetFile(fileId);
  }

  /** Opens each file that the system or another start passes to Hookdesk. */
  async *offered(signal?: AbortSignal): AsyncGenerator<FileOpenEvent, void, void> {
    for await (const file of this.#ports.filesToOpen.take(signal)) yield this.#openOffered(file);
  }

  async reopen(path: string): Promise<FileOpenEvent> {
    return this.#openOffered(await this.#ports.filesToOpen.read(path));
  }

  /** Called for each file that was offered with its path. */
  onOffered(listener: (path: string, isOpened: boolean) => void): void {
    this.#onFileOffered = listener;
  }

  async #openOffered(offered: FileToOpen): Promise<FileOpenEvent> {
    const event = await this.#eventOf(offered);
    this.#onFileOffered(offered.path, event.kind === 'file');
    return event;
  }

  async #eventOf(offered: FileToOpen): Promise<FileOpenEvent> {
    const { name } = offered;
    if ('problem' in offered) return refused(name, offered.problem);
    try {
      const { content, parts } = offered;
      const { fileId } = await this.begin(name, content.length, parts);
      this.#find(fileId).uploadedBytes = content.length;
      await this.#worker.add(fileId, content, content.length);
      return { kind: 'file', file: await this.open(fileId) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return refused(name, error.problem);
    }
  }

  #openedFile(fileId: string, file: OpenedFileState, opening: Opening): OpenedFile {
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
        this.#files.delete(fileId);
        throw new ProblemError(fileRefused(opening.fault, opening.faultOfFile));
      case 'not-opened':
        throw notOpened(opening.why);
    }
  }

  /** The sources of the file, each with the saved installation that it is. */
  #sources({ sources }: ReadView): BundleView['sources'] {
    const connections = this.#connections.saved().map((connection) => ({
      connectionId: connection.id,
      name: connection.name,
      readOnly: connection.readOnly,
      fingerprint: fingerprintOf(this.#ports, connection),
    }));
    return sources.map(({ installation, variant, webhooks, ...origin }) => {
      const source = { ...origin, installation, variant, formerId: null };
      const matching = connections.filter((connection) => isSource(source, connection));
      // Several saved installations can have one API root.
      const [best] = matching.toSorted(
        (a, b) =>
          Number(a.readOnly) - Number(b.readOnly) ||
          Number(b.name === installation) - Number(a.name === installation),
      );
      return { installation, variant, webhooks, connectionId: best?.connectionId ?? null };
    });
  }

  #find(fileId: string): OpenedFileState {
    const file = this.#files.get(fileId);
    if (file === undefined) throw noSuchFile();
    return file;
  }
}

function refuseExcess(parts: readonly FolderPart[], bytes: number): void {
  const excess = folderExcess(parts);
  if (excess !== null) throw new ProblemError(folderTooLarge(excess));
  if (bytesOf(parts) !== bytes) throw notWhole();
}

const refused = (name: string, problem: Problem): FileOpenEvent => ({
  kind: 'refused',
  name,
  problem,
});
