import { invalidRequest } from './problem.ts';

/**
 * The value of a body that arrived as bytes, and how many they were.
 *
 * @throws Refusal if there is none, or it is not JSON in UTF-8.
 */
export function jsonBody(body: unknown): { value: unknown; length: number } {
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw invalidRequest('This request needs a body: a JSON object.');
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return { value, length: body.length };
  } catch {
    // What the parser says would quote the body.
    throw invalidRequest('The body is not JSON in UTF-8.');
  }
}

/** @throws Refusal if a body was sent where there is none. */
export function noBody(body: unknown): void {
  if (body instanceof Uint8Array && body.length > 0) {
    throw invalidRequest('This request has no body.');
  }
}
