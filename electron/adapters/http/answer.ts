import type { Dispatcher } from 'undici';
import type { RawAnswer } from '#domain/problem.ts';
import { isSensitiveName } from '#domain/secrets/sensitive-names.ts';
import { type KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import { mask } from '#domain/secrets/masking.ts';
import { ExchangeFailure } from './errors/exchange-failure.ts';
import { shownBytes, TimeLimitPassed } from './limits.ts';

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

interface AnswerOptions {
  /** Bytes of the body for the details of a problem. */
  readonly keep: number;
  /** Most bytes of the body. */
  readonly cap: number;
  /** Time limit of the whole body, from the first read. */
  readonly milliseconds: number;
  readonly failed: (error: unknown) => ExchangeFailure;
}

/** An HTTP response whose body is read once, in parts, within limits. */
export class Answer {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly #body: Dispatcher.ResponseData['body'];
  readonly #options: AnswerOptions;
  readonly prefix: MessagePrefix;
  #state: 'new' | 'reading' | 'complete' | 'broken' = 'new';

  constructor(response: Dispatcher.ResponseData, options: AnswerOptions) {
    this.status = response.statusCode;
    this.headers = Object.entries(response.headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((text) => ({ name, value: text })),
    );
    this.#body = response.body;
    this.#options = options;
    this.prefix = new MessagePrefix(options.keep);
  }

  header(name: string): string | null {
    return this.headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
  }

  get complete(): boolean {
    return this.#state === 'complete';
  }

  /** @throws ExchangeFailure when the body breaks off, AnswerTooLarge when it exceeds the cap */
  async *parts(): AsyncGenerator<Buffer, void, void> {
    this.#state = 'reading';
    const clock = setTimeout(() => {
      this.#body.destroy(new TimeLimitPassed());
    }, this.#options.milliseconds);
    try {
      if (Number(this.header('content-length') ?? 0) > this.#options.cap) {
        throw new AnswerTooLarge();
      }
      for await (const part of this.#body) {
        if (!Buffer.isBuffer(part)) throw new TypeError('A body is read as bytes.');
        this.prefix.add(part);
        if (this.prefix.bytes > this.#options.cap) throw new AnswerTooLarge();
        yield part;
      }
      this.#state = 'complete';
    } catch (error) {
      this.#state = 'broken';
      throw error instanceof AnswerTooLarge ? error : this.#options.failed(error);
    } finally {
      clearTimeout(clock);
      this.drop();
    }
  }

  async readUpTo(bytes: number): Promise<void> {
    for await (const part of this.parts()) {
      if (part.length > 0 && this.prefix.bytes > bytes) break;
    }
  }

  /** Reads for at most `milliseconds`, until enough is kept for the details. Ignores read failures. */
  async keepStart(milliseconds: number): Promise<void> {
    if (this.#state !== 'new') return;
    const timer = setTimeout(() => {
      this.drop();
    }, milliseconds);
    try {
      for await (const part of this.parts()) {
        if (part.length > 0 && this.prefix.isFull) break;
      }
    } catch (error) {
      if (!(error instanceof ExchangeFailure || error instanceof AnswerTooLarge)) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The response for the details of a problem, without secrets. */
  raw(masker: KnownSecretMasker): RawAnswer {
    const text = maskSecretFields(new TextDecoder().decode(this.prefix.read().kept));
    const body = masker.start(text, shownBytes);
    return {
      status: this.status,
      headers: this.headers.map(({ name, value }) => ({
        name: masker.text(name),
        value: isSensitiveName(name) ? mask : masker.text(value),
      })),
      body,
      truncated: !this.complete || text.length > shownBytes || this.prefix.isTruncated,
    };
  }

  drop(): void {
    if (!this.#body.destroyed) this.#body.on('error', () => undefined).destroy();
  }
}

/** Masks all values of secret JSON fields: details are copied into tickets. */
const maskSecretFields = (text: string): string =>
  text.replace(
    /("(?:http_header_value|[^"\\]*(?:password|passwd|secret|token))"\s*:\s*")(?:[^"\\]|\\.)*("|$)/gis,
    `$1${mask}$2`,
  );

export interface ReadBytes {
  readonly kept: Buffer;
  readonly bytes: number;
  readonly truncated: boolean;
}

/** Keeps the first bytes of a message, and counts all. */
export class MessagePrefix {
  readonly #maxKept: number;
  readonly #parts: Buffer[] = [];
  #keptBytes = 0;
  #bytes = 0;

  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length;
    const remaining = this.#maxKept - this.#keptBytes;
    if (remaining <= 0) return;
    // A copy, so that a small rest does not keep a large buffer alive.
    this.#parts.push(Buffer.from(part.subarray(0, remaining)));
    this.#keptBytes += Math.min(remaining, part.length);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#keptBytes >= this.#maxKept;
  }

  get isTruncated(): boolean {
    return this.#bytes > this.#keptBytes;
  }

  read(): ReadBytes {
    const kept = Buffer.concat(this.#parts);
    return { kept, bytes: this.#bytes, truncated: this.isTruncated };
  }
}

/** `null` for invalid UTF-8. The last character may be incomplete when the bytes are truncated. */
export function utf8Text(bytes: Buffer, isTruncated: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: isTruncated,
    });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
