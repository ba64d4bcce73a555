import type { FileRowView } from '#contract/bundle-import.ts';
import type { FileDefinition, Opening } from '#core/bundle-ports.ts';
import { completed } from '#domain/bundle/plan/complete.ts';
import { decodeFile } from '#domain/bundle/reading/decode-file.ts';
import { type FileFault, wholeFault } from '#domain/bundle/reading/file-fault.ts';
import { readBundleFile } from '#domain/bundle/reading/read-file.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { Need } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { isAgeFile, openWithPassphrase } from '../bundle-encryption/age-file.ts';
import { rawReader } from '../http/codec/raw-reader.ts';
import { fileRowView, fileView } from './file-views.ts';
import { ByteBuffer } from './byte-buffer.ts';

export class ImportedFile {
  readonly #taken = new ByteBuffer();
  #sealed: Uint8Array | null = null;
  #rows: readonly BundleRow[] = [];
  #view: ReturnType<typeof fileView> | null = null;

  add(part: string | Uint8Array, total: number): void {
    this.#taken.add(typeof part === 'string' ? Buffer.from(part, 'base64') : part, total);
  }

  get rows(): readonly BundleRow[] {
    return this.#rows;
  }

  async open(passphrase: string | null): Promise<Opening> {
    if (this.#view !== null) return { kind: 'read', view: this.#view };
    if (this.#sealed === null) return this.#take(this.#taken.all);
    if (passphrase === null) return { kind: 'locked' };
    const opened = await openWithPassphrase(this.#sealed, passphrase);
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
    if (isAgeFile(bytes)) return this.#locked(bytes);
    const decoded = decodeFile(bytes);
    if (decoded.kind === 'encrypted') return this.#locked(bytes);
    if (decoded.kind === 'unreadable') return decoded;
    this.#taken.free();
    const reading = readBundleFile(decoded.text, rawReader);
    if (reading.kind === 'unreadable') return reading;
    // Text in another encoding, as PowerShell writes it.
    if (reading.kind === 'encrypted') return this.#locked(Buffer.from(decoded.text.trim()));
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
