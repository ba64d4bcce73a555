import type { Violation } from '../webhooks/body-types.ts';

/** A problem document (RFC 9457). Contains advice, and neither secrets nor internals. */
export interface Problem {
  readonly type: `urn:hookdesk:problem:${string}`;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Violation[];
}

/** Thrown to refuse a request; becomes the response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  constructor(problem: Problem, headers: Record<string, string> = {}) {
    super(problem.title);
    this.problem = problem;
    this.headers = headers;
  }
}

/** A longer list does not help the reader. */
const maxErrors = 50;

export function invalidRequest(detail: string, violations: readonly Violation[] = []): Refusal {
  const errors = violations
    .slice(0, maxErrors)
    .map((violation) => ({ ...violation, pointer: fragment(violation.pointer) }));
  const { problem } = refusal(400, 'invalid-request', 'The request is not valid', detail);
  return new Refusal({ ...problem, errors });
}

export const unauthorized = (detail: string): Refusal =>
  // RFC 9110 §15.5.2 requires a challenge; no scheme is registered for this header.
  refusal(401, 'unauthorized', 'Not authorized', detail, { 'www-authenticate': 'X-Auth-Token' });

export const notFound = (detail: string): Refusal => refusal(404, 'not-found', 'Not found', detail);

const inWords = new Intl.ListFormat('en', { type: 'conjunction', style: 'long' });

export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  const detail = `${method} cannot be used here, only ${inWords.format(allowed)}.`;
  const headers = { allow: allowed.join(', ') };
  return refusal(405, 'method-not-allowed', 'Method not allowed', detail, headers);
}

export const tooLarge = (limit: number): Refusal =>
  refusal(413, 'too-large', 'The body is too large', `A body may have ${limit} bytes at most.`);

export const unsupportedMediaType = (): Refusal =>
  refusal(
    415,
    'unsupported-media-type',
    'Unsupported media type',
    'Send the body as JSON, with the header Content-Type: application/json.',
  );

/** @param retryAfter whole seconds */
export const tooManyRequests = (detail: string, retryAfter: number): Refusal =>
  refusal(429, 'too-many-requests', 'Too many requests', detail, retryIn(retryAfter));

/** @param retryAfter whole seconds */
export const unavailable = (detail: string, retryAfter = 5): Refusal =>
  refusal(503, 'unavailable', 'The service is not available', detail, retryIn(retryAfter));

export const serverFailed = (): Refusal =>
  refusal(
    500,
    'server-failed',
    'The service failed',
    'Something went wrong in the service. Nothing has changed.',
  );

const retryIn = (seconds: number): Record<string, string> => ({ 'retry-after': String(seconds) });

const refusal = (
  status: number,
  kind: string,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): Refusal => new Refusal({ type: `urn:hookdesk:problem:${kind}`, title, status, detail }, headers);

/** A JSON Pointer as a URI fragment (RFC 6901 §6). */
const fragment = (pointer: string): string =>
  '#' +
  pointer
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
