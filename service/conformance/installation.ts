import type { Variant } from '../webhooks/body-types.ts';

/** The service under test: any implementation of the interface, not only the one here. */
export interface Installation {
  /** API root as a URL, such as `http://127.0.0.1:8080/api/v6`. */
  readonly apiUrl: string;
  readonly variant: Variant;
  readonly authToken: string | null;
  /** After an abort no new request starts; a request in flight completes. */
  readonly signal?: AbortSignal;
}

/** Timeout of one request, in milliseconds. */
const timeLimit = 30_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** `null` omits a default header. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Sends one request with the headers of the interface document; follows no redirect. */
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
  const answer = await fetch(installation.apiUrl + path, {
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
