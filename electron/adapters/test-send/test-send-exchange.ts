import { Client, errors } from 'undici';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { failureOf, type Phase } from '../http/failure.ts';
import type { OpenConnection } from './connecting.ts';
import { DestinationForbidden } from './guarded-connection.ts';
import { KeptBytes } from './kept-bytes.ts';
import { NotCarried } from './test-send-messages.ts';

/** What came of an answer. */
export interface CameBack {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: KeptBytes;
}

/** A test that was not answered to its end. */
export class TestSendFailed extends Error {
  override readonly name = 'TestSendFailed';
  /** What it failed by: an `ExchangeFailure`, or one of the reasons not to send it. */
  readonly reason: unknown;
  readonly phase: Phase;
  /** What had come of the answer; `null` for nothing. */
  readonly partial: CameBack | null;

  constructor(reason: unknown, phase: Phase, partial: CameBack | null) {
    super('The test was not answered to its end.');
    this.reason = reason;
    this.phase = phase;
    this.partial = partial;
  }
}

/**
 * Sends a request over a connection of its own and reads the answer, of the body no more than
 * `answerBytes`. Follows no redirect and repeats nothing.
 *
 * @throws TestSendFailed
 */
export async function exchangeTest(
  request: DeliveryRequest,
  open: OpenConnection,
  answerBytes: number,
  signal: AbortSignal,
): Promise<CameBack> {
  const url = new URL(request.url);
  let phase: Phase = 'connecting';
  let partial: CameBack | null = null;
  try {
    await using connection = await connected(url, open, signal);
    phase = 'waiting';
    const answer = await connection.client.request({
      path: url.pathname + url.search,
      method: request.method,
      // On the wire a header is bytes: here those of UTF-8.
      headers: request.headers.flatMap(({ name, value }) => [
        name,
        Buffer.from(value, 'utf8').toString('latin1'),
      ]),
      body: Buffer.from(request.body, 'utf8'),
      signal,
    });
    phase = 'answering';
    const body = new KeptBytes(answerBytes);
    partial = { status: answer.statusCode, headers: listed(answer.headers), body };
    for await (const part of answer.body) {
      if (!Buffer.isBuffer(part)) throw new TypeError('A body is read as bytes.');
      body.add(part);
      // Leaving the loop ends the connection: the rest is not read.
      if (body.isTruncated) break;
    }
    return partial;
  } catch (error) {
    throw new TestSendFailed(reasonOf(error, phase, signal), phase, partial);
  }
}

/** A connection for one request, which is closed when it goes out of scope. */
async function connected(
  url: URL,
  open: OpenConnection,
  signal: AbortSignal,
): Promise<AsyncDisposable & { readonly client: Client }> {
  const socket = await open(url, signal);
  const client = new Client(url.origin, {
    allowH2: false,
    // No second request follows: the server is told that the connection ends with the answer.
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Not at once: the client does not look for its request again while it asks for a connection.
    connect: (_options, callback) => {
      queueMicrotask(() => {
        callback(null, socket);
      });
    },
  });
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.destroy();
      socket.destroy();
    },
  };
}

function reasonOf(error: unknown, phase: Phase, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof DestinationForbidden) return error;
  const isOfRequest =
    error instanceof errors.InvalidArgumentError ||
    error instanceof errors.NotSupportedError ||
    error instanceof errors.RequestContentLengthMismatchError;
  return isOfRequest ? new NotCarried() : failureOf(error, phase);
}

const listed = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): CameBack['headers'] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: one })),
  );
