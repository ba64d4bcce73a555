import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../openapi/json-schema.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import type { CreateBody, UpdateBody, Violation } from '../webhooks/body-types.ts';
import { invalidRequest } from './refusals.ts';

/** Reads and validates a request body. @throws Refusal with the errors */
export type BodyReader<Body> = (body: unknown) => Body;

/** The readers of the bodies of the interface. */
export interface RequestBodies {
  readonly create: BodyReader<CreateBody>;
  readonly update: BodyReader<UpdateBody>;
}

/** Top-level fields of an OpenAPI document. Ajv would refuse them as unknown keywords. */
const documentKeywords = ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'];
const ourKeywords = ['x-assumption', 'x-source'];

/** For a body of more bytes, only the first error is reported: a list of all could be huge. */
const longBody = 64 * 1024;

/** Validates bodies against the OpenAPI document: no unknown fields, no type conversion. */
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
  // Compiled on first use: compilation takes longer than the rest of a start.
  let firstErrorValidator: ValidateFunction<Body> | undefined;
  let allErrorsValidator: ValidateFunction<Body> | undefined;
  return (body) => {
    const { value, length } = jsonBody(body);
    const validate =
      length > longBody
        ? (firstErrorValidator ??= validator<Body>(document, operation, false))
        : (allErrorsValidator ??= validator<Body>(document, operation, true));
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
  // The tests validate the document: to do so here would take longer than everything else.
  const ajv = new Ajv2020({ strict: true, allErrors, validateSchema: false });
  ajv.addVocabulary([...documentKeywords, ...ourKeywords]);
  ajv.addSchema(document, 'openapi');
  const path = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `/paths/${path}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`;
  return ajv.compile<Body>({ $ref: `openapi#${encodeURI(pointer)}` });
}

/** `length` is in bytes. @throws Refusal if there is no body, or if it is not JSON in UTF-8. */
export function jsonBody(body: unknown): { value: unknown; length: number } {
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw invalidRequest('This request needs a body: a JSON object.');
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return { value, length: body.length };
  } catch {
    // The parser's message would quote the body.
    throw invalidRequest('The body is not JSON in UTF-8.');
  }
}

/** @throws Refusal if the request has a body. */
export function noBody(body: unknown): void {
  if (body instanceof Uint8Array && body.length > 0) {
    throw invalidRequest('This request has no body.');
  }
}

/**
 * Reads updates like an installation that expects `payload_type` at the top level, as in a create.
 * Ignores `payload_type` inside `http_headers`, where the interface document (§2.4) shows it.
 */
export const withPayloadTypeAtTop = (bodies: RequestBodies): RequestBodies => ({
  ...bodies,
  update: (body) => bodies.update(movePayloadType(jsonBody(body).value)),
});

/** Moves `payload_type` from the top level to `http_headers`; drops the one that was there. */
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

/** Describes a validation error in a sentence. Never repeats a value: it could be a secret. */
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
