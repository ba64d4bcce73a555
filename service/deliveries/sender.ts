import { Agent, errors, request } from 'undici';
import { loopbackConnector, type Resolve, TargetRefused } from './loopback.ts';
import type { Outbound, Outcome } from './outbound.ts';
import { startStandIn } from './stand-in.ts';

/** Most of an answer that is read, in bytes. */
const longestAnswer = 16 * 1024;

/**
 * What deliveries may reach: this machine alone, every machine, or a stand-in on this machine that
 * takes them in the place of every target.
 */
export type DeliversTo = 'loopback' | 'anywhere' | 'stand-in';

export interface SenderOptions {
  readonly deliversTo: DeliversTo;
  /** For an attempt as a whole, in milliseconds. */
  readonly timeLimit?: number | undefined;
  /** Looks up names in the place of the system. */
  readonly resolve?: Resolve | undefined;
}

/** Sends requests of deliveries. Follows no redirects, and uses no proxy. */
export interface Sender {
  /** One attempt. Does not reject. `signal` ends it at once. */
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
      const limit = AbortSignal.timeout(timeLimit);
      try {
        return await attempt(agent, outbound, AbortSignal.any([limit, signal]));
      } catch (error) {
        return limit.aborted
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
  // undici would take it for GET.
  if (outbound.method === '') return none('not-sendable', 'The webhook has no method.');
  const answer = await request(url, {
    dispatcher: agent,
    method: outbound.method,
    headers: outbound.headers.flatMap(({ http_header_key: name, http_header_value: value }) => [
      name,
      // On the wire a header is bytes: here those of UTF-8.
      Buffer.from(value).toString('latin1'),
    ]),
    body: outbound.body,
    signal,
  });
  const { body, truncated } = await beginning(answer.body);
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: one })),
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
    // Leaving the loop ends the connection: the rest is not read.
    if (length > longestAnswer) break;
  }
  const whole = Buffer.concat(chunks);
  return { body: whole.subarray(0, longestAnswer), truncated: whole.length > longestAnswer };
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
