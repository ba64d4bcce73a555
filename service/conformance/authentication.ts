import assert from 'node:assert/strict';
import { type Installation, send, type Sending } from './installation.ts';
import { assertRefused } from './refusing.ts';
import type { Rule } from './rule.ts';
import { sample, sampleRule } from './webhooks.ts';

const operations = (installation: Installation, id: number): [string, string, Sending][] => [
  ['GET', '/webhook/', {}],
  ['POST', '/webhook/', { body: sample(installation.variant) }],
  ['GET', `/webhook/${id}`, {}],
  ['PUT', `/webhook/${id}`, { body: { name: 'Must not be applied' } }],
  ['DELETE', `/webhook/${id}`, {}],
];

const refused = (title: string, token: (right: string) => string | null): Rule =>
  sampleRule(
    title,
    // §5 of the document calls the header both required and unnecessary.
    'ours',
    async (installation, { id }) => {
      const { authToken } = installation;
      if (authToken === null) return;
      for (const [method, path, sending] of operations(installation, id)) {
        const headers = { 'X-Auth-Token': token(authToken) };
        await assertRefused(installation, [method, path, { ...sending, headers }], {
          status: 401,
          type: 'unauthorized',
        });
      }
    },
    { needsToken: true },
  );

export const authentication: readonly Rule[] = [
  refused('every operation needs the header X-Auth-Token', () => null),
  refused('an empty auth token is refused', () => ''),
  refused('a wrong auth token is refused', (right) => right.slice(1) + 'x'),
  refused('the beginning of the auth token is refused', (right) => right.slice(0, -1)),
  refused('the auth token and more is refused', (right) => `${right}x`),
  {
    title: 'a refusal repeats no auth token',
    source: 'ours',
    needsToken: true,
    async check(installation) {
      const headers = { 'X-Auth-Token': 'canary-wrong-token' };
      const { text } = await send(installation, 'GET', '/webhook/', { headers });
      assert(!text.includes('canary'));
      assert(installation.authToken === null || !text.includes(installation.authToken));
    },
  },
];
