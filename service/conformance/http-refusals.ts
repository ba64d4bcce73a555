import assert from 'node:assert/strict';
import { type Installation, send, type Sending } from './installation.ts';
import { assertProblem, assertRefused, invalid } from './refusing.ts';
import type { Rule } from './rule.ts';
import { marker, sample, sampleRule, withSample } from './webhooks.ts';

const unreadable: readonly (readonly [string, Sending])[] = [
  ['no body', {}],
  ['an empty body', { rawBody: '', headers: { 'Content-Type': 'application/json' } }],
  ['half a JSON text', { rawBody: '{"name": "fake-secret' }],
  ['an array', { rawBody: '[]' }],
  ['null', { rawBody: 'null' }],
  ['a text that is not UTF-8', { rawBody: new Uint8Array([0x22, 0xff, 0x22]) }],
  ['a very deep body', { rawBody: '['.repeat(200_000) }],
  ['a __proto__', { rawBody: `{"name":"${marker}","url":"u","__proto__":{"enabled":true}}` }],
];

const wrongTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'nonsense',
];

const assertAllowed = async (
  installation: Installation,
  [path, allow]: readonly [string, string],
): Promise<void> => {
  for (const method of ['PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST', 'PUT', 'DELETE', 'PURGE']) {
    if (allow.split(', ').includes(method)) continue;
    const answer = await send(installation, method, path);
    assert.equal(answer.headers.get('allow'), allow);
    if (method === 'HEAD') assert.equal(answer.status, 405);
    else assertProblem(answer, { status: 405, type: 'method-not-allowed' });
  }
};

export const httpRefusals: readonly Rule[] = [
  ...unreadable.map(([title, sending]) =>
    sampleRule(`${title} is refused`, 'ours', async (installation, { id }) => {
      await assertRefused(installation, ['POST', '/webhook/', sending], invalid());
      await assertRefused(installation, ['PUT', `/webhook/${id}`, sending], invalid());
    }),
  ),
  ...wrongTypes.map((type): Rule => ({
    title: `a body of type ${type} is refused`,
    source: 'ours',
    check: (installation) => {
      const headers = { 'Content-Type': type };
      const sending = { body: sample(installation.variant), headers };
      const expected = { status: 415, type: 'unsupported-media-type' };
      return assertRefused(installation, ['POST', '/webhook/', sending], expected);
    },
  })),
  {
    title: 'a body of more than 1 MiB is refused, one below is not',
    source: 'ours',
    async check(installation) {
      const body = { ...sample(installation.variant), payload_template: 'x'.repeat(1024 * 1024) };
      await assertRefused(installation, ['POST', '/webhook/', { body }], {
        status: 413,
        type: 'too-large',
      });
      await withSample(installation, async ({ id }) => {
        const large = { payload_template: 'x'.repeat(1024 * 1024 - 100) };
        assert.equal(
          (await send(installation, 'PUT', `/webhook/${id}`, { body: large })).status,
          200,
        );
      });
    },
  },
  sampleRule('a delete with a body is refused', 'ours', async (installation, { id }) => {
    await assertRefused(installation, ['DELETE', `/webhook/${id}`, { body: {} }], invalid());
  }),
  {
    title: 'other methods are refused, and the answer says which there are',
    source: 'ours',
    async check(installation) {
      await assertAllowed(installation, ['/webhook/', 'GET, POST']);
      await assertAllowed(installation, ['/webhook/1', 'GET, PUT, DELETE']);
    },
  },
  ...['/webhook', '/webhook/1/', '/webhook//', '/webhooks/', '/webhook/1/http_headers', '/'].map(
    (path): Rule => ({
      title: `there is nothing at ${path}`,
      source: 'ours',
      async check(installation) {
        assertProblem(await send(installation, 'GET', path), { status: 404, type: 'not-found' });
      },
    }),
  ),
];
