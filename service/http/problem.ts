import type { Violation } from '../webhooks/bodies.ts';

/** A problem document (RFC 9457). Says what to do and holds neither secrets nor internals. */
export interface Problem {
  readonly type: `urn:hookdesk:problem:${string}`;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Violation[];
}

/** Thrown wherever a request is not carried out; becomes the answer. */
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

/** More than these are of no use to anybody. */
const mostErrors = 50;

export function invalidRequest(detail: string, violations: readonly Violation[] = []): Refusal {
  const errors = violations
    .slice(0, mostErrors)
    .map((violation) => ({ ...violation, pointer: fragment(violation.pointer) }));
  return new Refusal({
    type: 'urn:hookdesk:problem:invalid-request',
    title: 'The request is not valid',
    status: 400,
    detail,
    errors,
  });
}

export const unauthorized = (detail: string): Refusal =>
  new Refusal(
    {
      type: 'urn:hookdesk:problem:unauthorized',
      title: 'Not authorized',
      status: 401,
      detail,
    },
    // RFC 9110 §15.5.2 wants a challenge; there is no registered scheme for such a header.
    { 'www-authenticate': 'X-Auth-Token' },
  );

export const notFound = (detail: string): Refusal =>
  new Refusal({ type: 'urn:hookdesk:problem:not-found', title: 'Not found', status: 404, detail });

const inWords = new Intl.ListFormat('en', { type: 'conjunction', style: 'long' });

export const methodNotAllowed = (method: string, allowed: readonly string[]): Refusal =>
  new Refusal(
    {
      type: 'urn:hookdesk:problem:method-not-allowed',
      title: 'Method not allowed',
      status: 405,
      detail: `${method} cannot be used here, only ${inWords.format(allowed)}.`,
    },
    { allow: allowed.join(', ') },
  );

export const tooLarge = (limit: number): Refusal =>
  new Refusal({
    type: 'urn:hookdesk:problem:too-large',
    title: 'The body is too large',
    status: 413,
    detail: `A body may have ${limit} bytes at most.`,
  });

export const unsupportedMediaType = (): Refusal =>
  new Refusal({
    type: 'urn:hookdesk:problem:unsupported-media-type',
    title: 'Unsupported media type',
    status: 415,
    detail: 'Send the body as JSON, with the header Content-Type: application/json.',
  });

/** @param retryAfter whole seconds */
export const tooManyRequests = (detail: string, retryAfter: number): Refusal =>
  new Refusal(
    {
      type: 'urn:hookdesk:problem:too-many-requests',
      title: 'Too many requests',
      status: 429,
      detail,
    },
    { 'retry-after': String(retryAfter) },
  );

/** @param retryAfter whole seconds */
export const unavailable = (detail: string, retryAfter = 5): Refusal =>
  new Refusal(
    {
      type: 'urn:hookdesk:problem:unavailable',
      title: 'The service is not available',
      status: 503,
      detail,
    },
    { 'retry-after': String(retryAfter) },
  );

export const serverFailed = (): Refusal =>
  new Refusal({
    type: 'urn:hookdesk:problem:server-failed',
    title: 'The service failed',
    status: 500,
    detail: 'Something went wrong in the service. Nothing has changed; try again.',
  });

/** A JSON Pointer as a URI fragment (RFC 6901 §6). */
const fragment = (pointer: string): string =>
  '#' +
  pointer
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
