import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '#domain/problem.ts';
import { Opened, routeWith } from './testing/clients.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import {
  sampleDefinition,
  sampleDelete,
  sampleTarget,
  sampleToken,
  sampleUpdate,
} from './testing/samples.ts';
import { httpServer } from './testing/servers.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const json = 'application/json';
const loginPage = '<!doctype html><html><head><title>Sign in &amp; go</title></head></html>';
const secretHeader = { id: 1, name: 'X-Api-Key', value: 'canary-header-value-71' };
const definition = { ...sampleDefinition, headers: [secretHeader] };

async function serviceAnswering(status: number, type: string | null, body: string) {
  const server = await opened.server(
    httpServer((_, response) => {
      response.writeHead(status, type === null ? {} : { 'content-type': type }).end(body);
    }),
  );
  return {
    webhooks: opened.http().webhooks,
    target: sampleTarget(server.baseUrl, { route: routeWith() }),
  };
}

/** The problems of a read and of each write for one response. */
async function problemsAfter(status: number, type: string | null, body: string) {
  const { webhooks, target } = await serviceAnswering(status, type, body);
  const [list, create, update, remove] = await Promise.all([
    problemOf(webhooks.list(target, {})),
    problemOf(webhooks.send(target, { action: 'create', definition })),
    problemOf(webhooks.send(target, { ...sampleUpdate, definition })),
    problemOf(webhooks.send(target, sampleDelete)),
  ]);
  return { list, writes: [create, update, remove] };
}

describe('an object that is not a webhook', () => {
  it.each(['{"result":[{"webhook":7}],"status":"ok"}', '{"id":7}', '{}'])(
    'is refused as a response to a read: %s',
    async (body) => {
      const { webhooks, target } = await serviceAnswering(200, json, body);
      const problem = await problemOf(webhooks.read(target, 7, {}));
      expect(problem.code).toBe('not-the-interface');
      expect(factOf(problem, 'Expected')).toBe('a webhook');
      expect(factOf(problem, 'Found')).toBe('an object without any of its fields');
    },
  );
});

describe('a refusal shows the message of the service', () => {
  const bodies: [name: string, type: string | null, body: unknown, said: string][] = [
    ['error', json, { error: 'The name is taken' }, 'It says: The name is taken.'],
    ['message', json, { message: 'The name is taken.' }, 'It says: The name is taken.'],
    ['detail', json, { detail: 'The name is taken' }, 'It says: The name is taken.'],
    [
      'errormsg beside a success of 0',
      json,
      { success: 0, errormsg: 'Name taken' },
      'It says: Name taken.',
    ],
    ['title', json, { title: 'Name taken' }, 'It says: Name taken.'],
    ['title and detail', json, { title: 'Conflict', detail: 'Name taken' }, 'It says: Name taken.'],
    ['error and message', json, { error: 'Bad Request', message: 'Taken' }, 'It says: Taken.'],
    ['a nested error', json, { error: { code: 7, message: 'Taken' } }, 'It says: Taken.'],
    ['errors as texts', json, { errors: ['Name taken', 'No URL'] }, 'It says: Name taken.'],
    [
      'errors as objects',
      json,
      { errors: [{ field: 'name', message: 'taken' }] },
      'It says: name: taken.',
    ],
    [
      'problem details with errors',
      'application/problem+json',
      { title: 'Invalid', errors: [{ pointer: '#/name', detail: 'taken' }] },
      'It says: Invalid. /name: taken.',
    ],
    ['errors by field', json, { errors: { Name: ['taken'] } }, 'It says: Name: taken.'],
    ['a message of several', json, { message: ['name taken', 'url'] }, 'It says: name taken.'],
    ['places as lists', json, { detail: [{ loc: ['body', 'name'], msg: 'x' }] }, 'body.name: x.'],
    ['a list of objects', json, [{ message: 'Taken' }], 'It says: Taken.'],
    ['a single text', json, '"Taken"', 'It says: Taken.'],
    ['JSON without a type', null, { error: 'Taken' }, 'It says: Taken.'],
    ['plain text', 'text/plain', 'The name is\n  taken', 'It says: The name is taken.'],
  ];
  it.each(bodies)('in the form %s', async (_, type, body, said) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { list, writes } = await problemsAfter(400, type, text);
    for (const problem of [list, ...writes]) {
      expect(problem.code).toBe('rejected');
      expect(problem.message).toContain(said);
      expect(problem.message).not.toContain('The response was');
    }
  });

  it.each([403, 405, 409, 413, 422, 429, 500, 503])('with status %i', async (status) => {
    const { list, writes } = await problemsAfter(status, json, '{"error":"Quota used up"}');
    for (const problem of [list, ...writes]) {
      expect(problem.message).toContain('It says: Quota used up.');
    }
  });

  it.each([
    [403, 'forbidden', 'answer-lost', 'does not allow this'],
    [405, 'rejected', 'rejected', 'does not allow'],
    [408, 'timed-out', 'answer-lost', 'did not receive the whole request in time'],
    [409, 'rejected', 'answer-lost', 'refused the request (status 409)'],
    [413, 'rejected', 'rejected', 'The request is too large'],
    [429, 'rejected', 'rejected', 'Too many requests'],
    [500, 'server-failed', 'server-failed', '(status 500)'],
    [503, 'server-failed', 'server-failed', 'is temporarily unavailable (status 503)'],
  ])('or a default text for status %i', async (status, code, ofWrite, words) => {
    const { list, writes } = await problemsAfter(status, json, '');
    expect(list.code).toBe(code);
    for (const { message } of [list, ...writes]) expect(message).toContain(words);
    const isDoubtful = ofWrite === 'answer-lost' || ofWrite === 'server-failed';
    for (const problem of writes) {
      expect(problem.code).toBe(ofWrite);
      expect(problem.advice.includes('may have been applied')).toBe(isDoubtful);
    }
  });

  it.each([
    ['nothing', json, ''],
    ['an empty object', json, '{}'],
    ['damaged JSON', json, '{"error":'],
    ['XML', 'application/xml', '<error>Taken</error>'],
    ['JSON without words', json, '{"error":7,"errors":[null,{}]}'],
    ['deep nesting', json, `${'{"error":'.repeat(50)}"x"${'}'.repeat(50)}`],
  ])('or reports that there is no message in %s', async (_, type, body) => {
    const { list } = await problemsAfter(400, type, body);
    expect(list.message).toContain('The response was');
  });

  it('with every error in the details', async () => {
    const errors = ['first', 'second', { field: 'url', message: 'third' }];
    const { list } = await problemsAfter(400, json, JSON.stringify({ errors }));
    expect(factOf(list, 'Mistake 1')).toBe('first');
    expect(factOf(list, 'Mistake 2')).toBe('second');
    expect(factOf(list, 'At url')).toBe('third');
  });

  it('truncated, with the auth token and the values of secret headers masked', async () => {
    const quoted = `${sampleToken} ${secretHeader.value}`;
    const inJson = [{ error: quoted }, { success: 0, errormsg: quoted }];
    for (const body of [...inJson.map((each) => JSON.stringify(each)), quoted]) {
      const { writes } = await problemsAfter(400, body === quoted ? 'text/plain' : json, body);
      for (const problem of writes.slice(0, 2)) {
        expect(problem.message).toContain('It says: ••••••••');
        expect(JSON.stringify(problem)).not.toContain('canary');
      }
    }
    const { list } = await problemsAfter(400, 'text/plain', 'x'.repeat(5_000));
    expect(list.message.length).toBeLessThan(700);
  });
});

describe('an HTML page in response to a write', () => {
  const pages: [name: string, type: string | null, body: string][] = [
    ['with its type', 'text/html; charset=utf-8', loginPage],
    ['without a type', null, loginPage],
    ['of another type', 'text/plain', loginPage],
    ['behind a comment', null, `<!-- proxy 7 -->\n${loginPage}`],
    ['in XHTML', 'application/xml', `<?xml version="1.0"?>${loginPage}`],
  ];
  it.each(pages)('%s leaves the outcome unknown and is named', async (_, type, body) => {
    const { list, writes } = await problemsAfter(200, type, body);
    const named = 'an HTML page titled “Sign in & go”';
    expect(list).toMatchObject<Partial<Problem>>({ code: 'not-the-interface' });
    expect(list.message).toContain(named);
    for (const problem of writes) {
      expect(problem.code).toBe('answer-lost');
      expect(problem.message).toContain(named);
      expect(problem.message).toContain('a sign-in page or a proxy may have answered');
    }
  });

  it('is named when a proxy refuses', async () => {
    const { list, writes } = await problemsAfter(403, null, loginPage);
    for (const problem of [list, ...writes]) {
      expect(problem.message).toContain('an HTML page titled “Sign in & go”');
    }
  });

  it('is not detected in empty or plain responses of services', async () => {
    for (const body of ['', '{"id":7}', 'OK <done>', '<!---->'.repeat(5_000)]) {
      const { webhooks, target } = await serviceAnswering(200, null, body);
      await expect(webhooks.send(target, sampleDelete)).resolves.toBeUndefined();
    }
  });
});
