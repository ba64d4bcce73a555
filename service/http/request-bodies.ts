import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../openapi/json-schema.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import type { CreateBody, UpdateBody } from '../webhooks/bodies.ts';
import { invalidRequest } from './problem.ts';
import { violationOf } from './violations.ts';

/** Reads the bodies of requests. Both throw a Refusal that says everything that is wrong. */
export interface RequestBodies {
  create(body: unknown): CreateBody;
  update(body: unknown): UpdateBody;
}

/** What stands at the top of an OpenAPI document, which Ajv takes for a schema too. */
const documentKeywords = ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'];

type Reader<Body> = (body: unknown) => Body;

/** Above this many bytes only the first thing that is wrong is looked for: a list of all could grow huge. */
const longBody = 64 * 1024;

/** Checks bodies from the OpenAPI document, strictly: no unknown fields, nothing converted. */
export function requestBodies(document: JsonObject): RequestBodies {
  return {
    create: reader<CreateBody>(document, 'createWebhook'),
    update: reader<UpdateBody>(document, 'updateWebhook'),
  };
}

function reader<Body>(document: JsonObject, operationId: OperationId): Reader<Body> {
  const first = validator<Body>(document, operationId, false);
  const all = validator<Body>(document, operationId, true);
  return (body) => {
    if (!(body instanceof Uint8Array) || body.length === 0) {
      throw invalidRequest('This request needs a body: a JSON object.');
    }
    const value = parsed(body);
    const validate = body.length > longBody ? first : all;
    if (validate(value)) return value;
    throw invalidRequest(
      'The body is not as the OpenAPI document of this service has it. Nothing has changed.',
      (validate.errors ?? []).map(violationOf),
    );
  };
}

function validator<Body>(
  document: JsonObject,
  operationId: OperationId,
  allErrors: boolean,
): ValidateFunction<Body> {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`No operation ${operationId}`);
  const ajv = new Ajv2020({ strict: true, allErrors });
  ajv.addVocabulary([...documentKeywords, 'x-assumption']);
  ajv.addSchema(document, 'openapi');
  const path = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `/paths/${path}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`;
  return ajv.compile<Body>({ $ref: `openapi#${encodeURI(pointer)}` });
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // What the parser says would quote the body.
    throw invalidRequest('The body is not JSON in UTF-8.');
  }
}
