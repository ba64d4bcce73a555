import type { Variant } from '../webhooks/bodies.ts';

/** The service under test: any that speaks the interface, not only the one in this repository. */
export interface Installation {
  /** API root as a URL, such as `http://127.0.0.1:8080/api/v6`. */
  readonly base: string;
  readonly variant: Variant;
  readonly authToken: string | null;
  /** Once it is aborted, no more requests are sent; one that is under way is waited for. */
  readonly signal?: AbortSignal;
}

/** For one request, in milliseconds. */
const timeLimit = 30_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** `null` leaves a header out that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Sends one request as the interface document has it, and returns the answer as it came. */
export async function send(
  installation: Installation,
  method: string,
  path: string,
  { body, rawBody, headers = {} }: Sending = {},
): Promise<Answer> {
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const usual: Record<string, string | null> = {
    'X-Auth-Token': installation.authToken,
    Accept: method === 'GET' ? 'application/json' : null,
    'Content-Type': content === undefined ? null : 'application/json',
    ...headers,
  };
  installation.signal?.throwIfAborted();
  const answer = await fetch(installation.base + path, {
    method,
    headers: Object.entries(usual).filter(
      (header): header is [string, string] => header[1] !== null,
    ),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeLimit),
    ...(content !== undefined && { body: content }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
