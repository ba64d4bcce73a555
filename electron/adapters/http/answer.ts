import type { Dispatcher } from 'undici';
import type { RawAnswer } from '#domain/problem.ts';
import { isSensitiveHeader } from '#domain/secrets/header-secrets.ts';
import { ExchangeFailure } from './errors/facts.ts';
import { KeptBytes, type ReadBytes } from './kept-bytes.ts';
import { shownBytes } from './limits.ts';
import { mask, type Masker } from '../masking/masker.ts';
import { TimeLimitPassed } from './time-limit.ts';

/** The body of an answer is larger than what is read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

interface AnswerOptions {
  /** How much of the body to keep for the details, in bytes. */
  readonly keep: number;
  /** The largest body that is read, in bytes. */
  readonly cap: number;
  /** For the whole body, from when it is first read; milliseconds. */
  readonly milliseconds: number;
  /** What an error of the stream means. */
  readonly failed: (error: unknown) => ExchangeFailure;
}

/** An answer whose headers have come and whose body is read once, within its limits. */
export class Answer {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly #body: Dispatcher.ResponseData['body'];
  readonly #options: AnswerOptions;
  readonly #kept: KeptBytes;
  #state: 'new' | 'reading' | 'complete' | 'broken' = 'new';

  constructor(response: Dispatcher.ResponseData, options: AnswerOptions) {
    this.status = response.statusCode;
    this.headers = Object.entries(response.headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((each) => ({ name, value: each })),
    );
    this.#body = response.body;
    this.#options = options;
    this.#kept = new KeptBytes(options.keep);
  }

  /** The value of a header, by its name in lower case; `null` where there is none. */
  header(name: string): string | null {
    return this.headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** Whether all that is kept for the details has come. */
  get hasStart(): boolean {
    return this.#kept.isFull;
  }

  get complete(): boolean {
    return this.#state === 'complete';
  }

  /**
   * The body in the parts in which it arrives.
   * @throws ExchangeFailure where it breaks off, AnswerTooLarge where it goes on beyond the cap
   */
  async *parts(): AsyncGenerator<Buffer, void, void> {
    this.#state = 'reading';
    const clock = setTimeout(() => {
      this.#body.destroy(new TimeLimitPassed());
    }, this.#options.milliseconds);
    try {
      if (Number(this.header('content-length') ?? 0) > this.#options.cap)
        throw new AnswerTooLarge();
      for await (const part of this.#body) {
        if (!Buffer.isBuffer(part)) throw new TypeError('A body is read as bytes.');
        this.#kept.add(part);
        if (this.bytes > this.#options.cap) throw new AnswerTooLarge();
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

  /** Reads until more than so many bytes came, and leaves the rest; throws what `parts` throws. */
  async readUpTo(bytes: number): Promise<void> {
    for await (const part of this.parts()) {
      if (part.length > 0 && this.bytes > bytes) break;
    }
  }

  /**
   * Reads on until enough of the body is kept for the details, but no longer than so many
   * milliseconds. What cannot be read is done without: the answer is told by its status already.
   */
  async keepStart(milliseconds: number): Promise<void> {
    if (this.#state !== 'new') return;
    const timer = setTimeout(() => {
      this.drop();
    }, milliseconds);
    try {
      for await (const part of this.parts()) {
        if (part.length > 0 && this.hasStart) break;
      }
    } catch (error) {
      // The start of the body is a help in reading an error, and only that.
      if (!(error instanceof ExchangeFailure || error instanceof AnswerTooLarge)) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The start of the body, as far as it was kept. */
  start(): Buffer {
    return this.read().kept;
  }

  /** What came of the body so far. */
  read(): ReadBytes {
    return this.#kept.read();
  }

  /** For the details: capped and without secrets. */
  raw(masker: Masker): RawAnswer {
    const text = maskSecretFields(new TextDecoder().decode(this.start()));
    const body = masker.start(text, shownBytes);
    return {
      status: this.status,
      headers: this.headers.map(({ name, value }) => ({
        name: masker.text(name),
        value: isSensitiveHeader(name) ? mask : masker.text(value),
      })),
      body,
      truncated: !this.complete || text.length > shownBytes || this.#kept.isTruncated,
    };
  }

  /** Gives the connection up, if the body is not at its end. */
  drop(): void {
    if (!this.#body.destroyed) this.#body.on('error', () => undefined).destroy();
  }
}

/**
 * Fields of JSON that hold secrets, whatever they hold. Header values of webhooks are secrets in
 * practice, and details are copied into tickets.
 */
const maskSecretFields = (text: string): string =>
  text.replace(
    /("(?:http_header_value|[^"\\]*(?:password|passwd|secret|token))"\s*:\s*")(?:[^"\\]|\\.)*("|$)/gis,
    `$1${mask}$2`,
  );
