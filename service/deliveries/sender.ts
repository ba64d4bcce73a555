import { Agent, errors, request } from 'undici';
import type { HeaderBody } from '../webhooks/body-types.ts';
import { loopbackConnector, type Resolve, TargetRefused } from './loopback.ts';
import { startStandIn } from './stand-in.ts';

/** The request of one attempt. */
export interface Outbound {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderBody[];
  readonly body: Uint8Array;
}

/** The result of one attempt: an answer of the target, or none. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
      /** The first bytes of the response body. */
      readonly body: Uint8Array;
      readonly truncated: boolean;
    }
  | {
      readonly kind: 'none';
      readonly code: 'refused-target' | 'not-sendable' | 'timed-out' | 'failed';
      readonly message: string;
    };

/** Limit of a response body, in bytes; the rest is not read. */
const maxAnswerLength = 16 * 1024;

/**
 * The allowed targets of deliveries: this machine only, every machine, or a local server that
 * receives them instead of every target.
 */
export type DeliversTo = 'loopback' | 'anywhere' | 'stand-in';

export interface SenderOptions {
  readonly deliversTo: DeliversTo;
  /** Timeout of an attempt, in milliseconds. */
  readonly timeLimit?: number | undefined;
  /** Replaces the name look-up of the system. */
  readonly resolve?: Resolve | undefined;
}

/** Sends the requests of deliveries, without redirects and without a proxy. */
export interface Sender {
  /** Makes one attempt. Never rejects. `signal` aborts the attempt. */
  send(outbound: Outbound, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

export function createSender({ deliversTo, timeLimit = 10_000, resolve }: SenderOptions): Sender {
  const standIn = deliversTo === 'stand-in' ? startStandIn() : null;
  const agent = new Agent({
    connect:
      standIn?.connector ??
      (deliversTo === 'anywhere' ? { timeout: timeLimit } : loopbackConnector(timeLimit, resolve)),
    keepAliveTimeout: 1_000,
  });
  return {
    async send(outbound, signal) {
      const timeout = AbortSignal.timeout(timeLimit);
      try {
        return await attempt(agent, outbound, AbortSignal.any([timeout, signal]));
      } catch (error) {
        return timeout.aborted
          ? none('timed-out', `No complete answer within ${timeLimit / 1000} s.`)
          : outcomeOfError(error);
      }
    },
    close: async () => {
      await agent.destroy();
      await standIn?.close();
    },
  };
}

async function attempt(agent: Agent, outbound: Outbound, signal: AbortSignal): Promise<Outcome> {
  const url = URL.canParse(outbound.url) ? new URL(outbound.url) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return none('not-sendable', 'The URL is not one with http or https.');
  }
  if (url.username !== '' || url.password !== '') {
    return none('not-sendable', 'The URL holds a user name or a password.');
  }
  // undici replaces an empty method by PUT or GET.
  if (outbound.method === '') return none('not-sendable', 'The webhook has no method.');
  const answer = await request(url, {
    dispatcher: agent,
    method: outbound.method,
    headers: outbound.headers.flatMap(({ http_header_key: name, http_header_value: value }) => [
      name,
      // Sends UTF-8: undici writes each character of a header value as one byte.
      Buffer.from(value).toString('latin1'),
    ]),
    body: outbound.body,
    signal,
  });
  const { body, truncated } = await beginning(answer.body);
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((single) => ({ name, value: single })),
  );
  return { kind: 'answer', status: answer.statusCode, headers, body, truncated };
}

async function beginning(
  body: AsyncIterable<Uint8Array>,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > maxAnswerLength) break;
  }
  const read = Buffer.concat(chunks);
  return { body: read.subarray(0, maxAnswerLength), truncated: read.length > maxAnswerLength };
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof TargetRefused) return none('refused-target', error.message);
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) {
    return none('not-sendable', `HTTP cannot carry this request (${error.message}).`);
  }
  if (error instanceof errors.RequestContentLengthMismatchError) {
    return none('not-sendable', 'The header Content-Length does not fit the payload.');
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return none('failed', `The connection failed${code}.`);
}

const none = (code: Extract<Outcome, { kind: 'none' }>['code'], message: string): Outcome => ({
  kind: 'none',
  code,
  message,
});
