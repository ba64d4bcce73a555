import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../openapi/json-schema.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import type { CreateBody, UpdateBody, Violation } from '../webhooks/bodies.ts';
import { invalidRequest } from './problem.ts';

/** Reads the body of a request. Throws a Refusal that says everything that is wrong. */
export type BodyReader<Body> = (body: unknown) => Body;

export interface RequestBodies {
  readonly create: BodyReader<CreateBody>;
  readonly update: BodyReader<UpdateBody>;
}

/** What stands at the top of an OpenAPI document, which Ajv takes for a schema too. */
const documentKeywords = ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'];
const ourKeywords = ['x-assumption', 'x-source'];

/** Above this many bytes only the first thing that is wrong is looked for: a list of all could grow huge. */
const longBody = 64 * 1024;

/** Checks bodies from the OpenAPI document, strictly: no unknown fields, nothing converted. */
export function requestBodies(document: JsonObject): RequestBodies {
  const reader = <Body>(operationId: OperationId): BodyReader<Body> => {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) throw new Error(`No operation ${operationId}`);
    return bodyReader<Body>(document, operation);
  };
  return {
    create: reader<CreateBody>('createWebhook'),
    update: reader<UpdateBody>('updateWebhook'),
  };
}

export function bodyReader<Body>(
  document: JsonObject,
  operation: { path: string; method: string },
): BodyReader<Body> {
  // Made when they are first needed: to make them takes longer than the rest of a start.
  let first: ValidateFunction<Body> | undefined;
  let all: ValidateFunction<Body> | undefined;
  return (body) => {
    const { value, length } = jsonBody(body);
    const validate =
      length > longBody
        ? (first ??= validator<Body>(document, operation, false))
        : (all ??= validator<Body>(document, operation, true));
    if (validate(value)) return value;
    throw invalidRequest(
      'The body is not as the OpenAPI document of this service has it. Nothing has changed.',
      (validate.errors ?? []).map(violationOf),
    );
  };
}

function validator<Body>(
  document: JsonObject,
  operation: { path: string; method: string },
  allErrors: boolean,
): ValidateFunction<Body> {
  // That the document is sound is for the tests: to check it here would take longer than all else.
  const ajv = new Ajv2020({ strict: true, allErrors, validateSchema: false });
  ajv.addVocabulary([...documentKeywords, ...ourKeywords]);
  ajv.addSchema(document, 'openapi');
  const path = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `/paths/${path}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`;
  return ajv.compile<Body>({ $ref: `openapi#${encodeURI(pointer)}` });
}

/** `length` is in bytes. @throws Refusal if there is no body, or it is not JSON in UTF-8. */
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

/** Says in a sentence what a schema has against a body. Never repeats a value: it could be a secret. */
function violationOf(error: ErrorObject): Violation {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const field = String(params.additionalProperty);
      return {
        pointer: `${error.instancePath}/${escapePointer(field)}`,
        detail: `There is no field ${shorten(field)} here.`,
      };
    }
    case 'required':
      return {
        pointer: error.instancePath,
        detail: `The field ${String(params.missingProperty)} is missing.`,
      };
    default:
      return { pointer: error.instancePath, detail: sentence(error.keyword, params) };
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
  string: 'a text',
};

function sentence(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'type':
      return `This must be ${typeNames[String(params.type)] ?? String(params.type)}.`;
    case 'enum':
      return `This must be ${Array.isArray(params.allowedValues) ? params.allowedValues.join(' or ') : 'one of the values in the document'}.`;
    case 'minLength':
      return 'This must not be empty.';
    case 'pattern':
      return 'This has characters that are not allowed here.';
    default:
      return 'This is not as the OpenAPI document of this service has it.';
  }
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
const escapePointer = (name: string): string =>
  shorten(name).replaceAll('~', '~0').replaceAll('/', '~1');
