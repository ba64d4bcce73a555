import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Opened, routeWith } from './testing/clients.ts';
import { problemOf } from './testing/problem-of.ts';
import { sampleDefinition, sampleTarget } from './testing/samples.ts';
import { httpServer } from './testing/servers.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A service that answers every request with the latest reply. */
async function service() {
  let reply: Reply = { status: 401, headers: {}, body: '' };
  const server = await opened.server(
    httpServer((_, response) => {
      response.writeHead(reply.status, reply.headers).end(reply.body);
    }),
  );
  const { webhooks, signIn } = opened.http({ limits: { errorBody: 4_000 } });
  const target = (authToken: string) => ({
    ...sampleTarget(server.baseUrl, { route: routeWith() }),
    authToken,
  });
  return {
    baseUrl: server.baseUrl,
    problems: (next: Reply, secret: string, definition = sampleDefinition) => {
      reply = next;
      const credentials = { username: 'ada', password: secret };
      return Promise.all([
        problemOf(webhooks.list(target(secret), {})),
        problemOf(webhooks.send(target(secret), { action: 'create', definition })),
        problemOf(signIn.signIn(target(secret), credentials)),
      ]);
    },
  };
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

describe('words of our own messages', () => {
  it.each([
    'wrong',
    'token',
    'it is',
    'expired',
    'auth token',
    'password',
    'status',
    '(status',
    'Enter a',
    'webhooks',
    'Nothing',
    'user name',
    'It says',
    'answered',
    'an HTML page',
    'Hookdesk',
    'address',
  ])('are not masked for the secret “%s”', async (secret) => {
    const { problems } = await service();
    for (const reply of [
      { status: 401, headers: {}, body: '' },
      { status: 403, headers: json, body: '{"detail":"No"}' },
      { status: 404, headers: {}, body: '' },
      { status: 400, headers: html, body: '<title>Hm</title>' },
      { status: 500, headers: {}, body: '' },
      { status: 200, headers: html, body: '<title>Hm</title>' },
      { status: 302, headers: { location: '/else' }, body: '' },
    ]) {
      const found = await problems(reply, secret);
      const plain = await problems(reply, 'q9x8z7-unrelated');
      for (const [index, { message, advice }] of found.entries()) {
        expect({ message, advice }).toEqual({
          message: plain[index]?.message,
          advice: plain[index]?.advice,
        });
      }
    }
  });
});

describe('words of the service', () => {
  it('are masked where our messages quote them', async () => {
    const { problems } = await service();
    const [list] = await problems(
      { status: 400, headers: json, body: '{"detail":"The token is wrong"}' },
      'wrong',
    );
    expect(list.message).toContain('It says: The token is ••••••••.');
  });

  it('never bring a secret of the request into a problem', async () => {
    const { problems } = await service();
    const secret = fc.stringMatching(/^[A-Z0-9]{3}[A-Za-z0-9"<&+/=%-]{6,20}$/);
    const text = fc.constantFrom<(held: string) => string>(
      (held) => held,
      (held) => `before ${held} after`,
      (held) => `${held}${held}`,
      encodeURIComponent,
      (held) => Buffer.from(held).toString('base64'),
    );
    const reply = fc
      .tuple(text, fc.integer({ min: 0, max: 6 }))
      .map(([write, kind]) => (held: string): Reply => {
        const said = write(held);
        const replies: Reply[] = [
          { status: 400, headers: json, body: JSON.stringify({ detail: said }) },
          { status: 422, headers: json, body: JSON.stringify({ errors: { [said]: said } }) },
          { status: 500, headers: html, body: `<title>${said.replaceAll('<', '&lt;')}</title>` },
          { status: 403, headers: { 'content-type': 'text/plain' }, body: said },
          { status: 302, headers: { location: `/x?${encodeURIComponent(said)}` }, body: '' },
          {
            status: 400,
            headers: { 'content-encoding': Buffer.from(said).toString('base64') },
            body: 'x',
          },
          {
            status: 200,
            headers: { ...html, 'x-note': encodeURIComponent(said) },
            body: `<title>${said.replaceAll('<', '&lt;')}`,
          },
        ];
        return replies[kind] ?? { status: 500, headers: {}, body: said };
      });
    await fc.assert(
      fc.asyncProperty(secret, secret, reply, async (token, ofWebhook, answer) => {
        const definition = {
          ...sampleDefinition,
          url: `https://ada:${encodeURIComponent(ofWebhook)}@hooks.example.com/`,
          headers: [{ id: null, name: 'X-Api-Key', value: ofWebhook }],
          payloadTemplate: JSON.stringify({ password: ofWebhook }),
        };
        const forms = (held: string): string[] => [
          held,
          encodeURIComponent(held),
          JSON.stringify(held).slice(1, -1),
          Buffer.from(held).toString('base64'),
        ];
        for (const held of [token, ofWebhook]) {
          const found = await problems(answer(held), token, definition);
          const told = JSON.stringify(held === token ? found : found[1]);
          for (const form of forms(held)) expect(told).not.toContain(form);
        }
      }),
      { numRuns: 40 },
    );
  }, 90_000);
});
