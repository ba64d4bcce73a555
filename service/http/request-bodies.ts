import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../openapi/json-schema.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import type { CreateBody, UpdateBody } from '../webhooks/bodies.ts';
import { jsonBody } from './json-body.ts';
import { invalidRequest } from './problem.ts';
import { violationOf } from './violations.ts';

/** Reads the body of a request. Throws a Refusal that says everything that is wrong. */
export type BodyReader<Body> = (body: unknown) => Body;

/** Readers of the bodies that webhooks are written with. */
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

/** The reader for the body of one operation, from its schema in the document. */
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
