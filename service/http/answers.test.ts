import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { type Answer, type Installation, send } from '../conformance/installation.ts';
import { fieldsOf, sample } from '../conformance/webhooks.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import { startService } from '../start.ts';
import { variantNames } from '../webhooks/bodies.ts';

/** Checks an answer from the document that the service itself serves. */
function documented(document: unknown, operationId: OperationId, answer: Answer): void {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`No operation ${operationId}`);
  const at = (value: unknown, ...path: string[]): unknown =>
    path.reduce((found, part) => (found === undefined ? found : fieldsOf(found)[part]), value);
  const method = operation.method.toLowerCase();
  const listed = at(document, 'paths', operation.path, method, 'responses', `${answer.status}`);
  expect(listed, `${operationId} lists ${answer.status}`).toBeDefined();
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
  expect(schema, `${operationId} ${answer.status} has ${String(type)}`).toBeDefined();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(fieldsOf(document), 'openapi');
  const here = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const validate = ajv.compile(fieldsOf(JSON.parse(here)));
  validate(JSON.parse(answer.text));
  expect(validate.errors ?? []).toEqual([]);
}

const long = 'x'.repeat(1024 * 1024);

describe.each(variantNames)('every answer of variant %s is as the document says', (variant) => {
  const wrong = { headers: { 'X-Auth-Token': 'wrong' } };
  const text = { body: {}, headers: { 'Content-Type': 'text/plain' } };
  const cases: [OperationId, string, string, Parameters<typeof send>[3], number][] = [
    ['listWebhooks', 'GET', '/webhook/', {}, 200],
    ['listWebhooks', 'GET', '/webhook/', wrong, 401],
    ['createWebhook', 'POST', '/webhook/', { body: sample(variant) }, 200],
    ['createWebhook', 'POST', '/webhook/', { body: { nonsense: [] } }, 400],
    ['createWebhook', 'POST', '/webhook/', { ...wrong, body: {} }, 401],
    ['createWebhook', 'POST', '/webhook/', { body: long }, 413],
    ['createWebhook', 'POST', '/webhook/', text, 415],
    ['readWebhook', 'GET', '/webhook/1', {}, 200],
    ['readWebhook', 'GET', '/webhook/1', wrong, 401],
    ['readWebhook', 'GET', '/webhook/seven', {}, 404],
    ['updateWebhook', 'PUT', '/webhook/1', { body: { name: 'n' } }, 200],
    ['updateWebhook', 'PUT', '/webhook/1', { body: { nonsense: [] } }, 400],
    ['updateWebhook', 'PUT', '/webhook/1', { ...wrong, body: {} }, 401],
    ['updateWebhook', 'PUT', '/webhook/99', { body: {} }, 404],
    ['updateWebhook', 'PUT', '/webhook/1', { body: long }, 413],
    ['updateWebhook', 'PUT', '/webhook/1', text, 415],
    ['deleteWebhook', 'DELETE', '/webhook/1', wrong, 401],
    ['deleteWebhook', 'DELETE', '/webhook/99', {}, 404],
    ['deleteWebhook', 'DELETE', '/webhook/1', { body: {} }, 400],
    ['deleteWebhook', 'DELETE', '/webhook/1', {}, 200],
  ];

  test.each(cases)('%s: %s %s %#', async (operationId, method, path, sending, status) => {
    const authToken = 'fake-token';
    const service = await startService({ variant, authToken, seed: 30 });
    try {
      const installation: Installation = { base: service.url + service.root, variant, authToken };
      const served = await fetch(`${installation.base}/openapi.json`);
      expect(served.headers.get('content-type')).toBe('application/json');
      const answer = await send(installation, method, path, sending);
      expect(answer.status).toBe(status);
      documented(await served.json(), operationId, answer);
    } finally {
      await service.close();
    }
  });
});
