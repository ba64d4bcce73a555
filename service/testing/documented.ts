import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { fieldsOf } from '../conformance/webhooks.ts';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Checks a response against the OpenAPI document that the service serves. */
export function documented(
  document: unknown,
  operation: { path: string; method: string },
  answer: Answered,
): void {
  const title = `${operation.method} ${operation.path}`;
  const at = (value: unknown, ...path: string[]): unknown =>
    path.reduce((found, part) => (found === undefined ? found : fieldsOf(found)[part]), value);
  const method = operation.method.toLowerCase();
  const listed = at(document, 'paths', operation.path, method, 'responses', `${answer.status}`);
  expect(listed, `${title} lists ${answer.status}`).toBeDefined();
  const reference = at(listed, '$ref');
  const response =
    typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : listed;
  const content = at(response, 'content');
  const type = answer.headers.get('content-type');
  if (content === undefined) {
    expect([type, answer.text]).toEqual([null, '']);
    return;
  }
  const schema = at(content, String(type), 'schema');
  expect(schema, `${title} ${answer.status} has ${String(type)}`).toBeDefined();
  const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ };
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema(fieldsOf(document), 'openapi');
  const here = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const validate = ajv.compile(fieldsOf(JSON.parse(here)));
  validate(JSON.parse(answer.text));
  expect(validate.errors ?? []).toEqual([]);
}
