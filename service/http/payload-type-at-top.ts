import type { RequestBodies } from './request-bodies.ts';
import { jsonBody } from './json-body.ts';

/**
 * Reads updates as an installation does that has `payload_type` at the top level, as in a create, and
 * ignores one inside `http_headers`, where the interface document (§2.4) shows it.
 */
export const withPayloadTypeAtTop = (bodies: RequestBodies): RequestBodies => ({
  ...bodies,
  update: (body) => bodies.update(movePayloadType(jsonBody(body).value)),
});

/** The body with its payload type where the interface document has it; what stood there is left out. */
function movePayloadType(body: unknown): Buffer {
  if (!isObject(body)) return Buffer.from(JSON.stringify(body));
  const { payload_type: payloadType, ...rest } = body;
  const headers = isObject(rest.http_headers) ? { ...rest.http_headers } : {};
  delete headers.payload_type;
  if (payloadType !== undefined) headers.payload_type = payloadType;
  return Buffer.from(JSON.stringify({ ...rest, http_headers: headers }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
