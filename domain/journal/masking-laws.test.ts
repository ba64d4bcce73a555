import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodySpans } from '../secrets/body-spans.ts';
import { headerSpans } from '../secrets/header-spans.ts';
import { urlSpans } from '../secrets/url-spans.ts';
import { emptyDefinition, type WebhookDefinition } from '../webhook/webhook.ts';
import { readableEntry } from './readable-entry.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';

/** Random texts that no message of Hookdesk contains. */
const canary = fc.stringMatching(/^[QZ][0-9]{2}[A-Za-z0-9]{4,20}$/);

const headerName = fc.constantFrom(
  'Authorization',
  'X-Api-Key',
  'Cookie',
  'X-Signature',
  'X-Team',
  'Accept',
  'X-Auth-Token',
);
const header = fc
  .tuple(headerName, fc.constantFrom('', 'Bearer ', 'Basic ', 'v='), canary)
  .map(([name, scheme, value]) => ({ id: null, name, value: scheme + value }));

const url = fc
  .tuple(
    fc.constantFrom(
      'https://hooks.slack.com/services/',
      'https://discord.com/api/webhooks/1/',
      'https://hooks.example.com/?token=',
      'https://hooks.example.com/?x=1&sig=',
      'https://ada:',
      'https://api.telegram.org/bot',
      'https://hooks.example.com/in/',
    ),
    canary,
    fc.constantFrom('', '@hooks.example.com/', '/more', '?x=1', '#end'),
  )
  .map((parts) => parts.join(''));

const template = fc
  .tuple(
    fc.constantFrom('{"token": "', '{"routing_key": "', "{'api_key': '", '{"text": "', 'secret='),
    canary,
  )
  .map(([before, value]) => before + value + (before.includes("'") ? "'}" : '"}'));

const definition = fc
  .record({ url, headers: fc.array(header, { maxLength: 3 }), payloadTemplate: template })
  .map((parts): WebhookDefinition => ({ ...emptyDefinition('B'), name: 'Pager', ...parts }));

/** The secrets that the rules detect in a definition. */
const secretsOf = ({ url: target, headers, payloadTemplate }: WebhookDefinition): string[] =>
  [...urlSpans(target), ...headers.flatMap(headerSpans), ...bodySpans(payloadTemplate)]
    .filter(({ secretName, text }) => secretName !== null && text.length >= 4)
    .map(({ text }) => text);

it('masks the secrets of all versions everywhere in the text', () => {
  let seen = 0;
  fc.assert(
    fc.property(definition, definition, definition, (before, meant, after) => {
      const secrets = [before, meant, after].flatMap(secretsOf);
      seen += secrets.length;
      const text = readableEntry(
        anEntry({
          before: aWebhook(7, { ...before, name: `Pager ${secrets[0] ?? ''}` }),
          meant,
          after: aWebhook(7, after),
          outcome: 'differs',
          notes: [`Said: ${secrets.join(', ')}`],
        }),
      );
      for (const secret of secrets) expect(text).not.toContain(secret);
    }),
    { numRuns: 300 },
  );
  expect(seen).toBeGreaterThan(300);
});

it('shows values that no rule detects as secrets', () => {
  const open = { ...emptyDefinition('B'), name: 'Pager', url: 'https://hooks.example.com/ops' };
  const headers = [{ id: null, name: 'X-Team', value: 'ops' }];
  const text = readableEntry(anEntry({ before: null, meant: { ...open, headers }, after: null }));
  expect(text).toContain('Target URL: https://hooks.example.com/ops');
  expect(text).toContain('Header X-Team: ops');
});
