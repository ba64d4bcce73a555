import { describe, expect, it } from 'vitest';
import { secretPlace } from '../webhook/secret-place.ts';
import { emptyDefinition, type WebhookDefinition } from '../webhook/webhook.ts';
import { shownAsOf, shownDefinition, withShownHeaders } from './shown-as.ts';

const sent: WebhookDefinition = {
  ...emptyDefinition('B'),
  url: 'https://a.example.com/hush',
  headers: [
    { id: 1, name: 'X-Team', value: 'ops' },
    { id: null, name: 'X-Key', value: 'Bearer hush' },
  ],
  payloadTemplate: '{"k": "hush"}',
};
const seen: WebhookDefinition = {
  ...sent,
  url: 'https://a.example.com/<secret:k>',
  headers: [
    { id: 1, name: 'X-Team', value: 'ops' },
    { id: null, name: 'X-Key', value: 'Bearer <secret:k>' },
  ],
  payloadTemplate: '{"k": "<secret:k>"}',
};

it('hides the secrets of a definition, also after a merge of remote changes', () => {
  const shownAs = shownAsOf(sent, seen);
  expect(shownDefinition(sent, shownAs)).toEqual(seen);
  const [first, second] = sent.headers;
  const headers = [second, { id: 9, name: 'X-New', value: 'n' }, first].filter(
    (header) => header !== undefined,
  );
  const merged = { ...sent, name: 'Renamed', url: 'https://b.example.com/', headers };
  const shown = shownDefinition(merged, shownAs);
  expect(JSON.stringify(shown)).not.toContain('hush');
  expect(shown).toMatchObject({ name: 'Renamed', url: merged.url });
});

it('shows a definition without secrets unchanged', () => {
  expect(shownAsOf(sent, sent)).toEqual([]);
  expect(shownDefinition(sent, [])).toBe(sent);
});

describe('secret header values', () => {
  const withHeaders = (...headers: [string, string][]): WebhookDefinition => ({
    ...emptyDefinition('B'),
    headers: headers.map(([name, value]) => ({ id: null, name, value })),
  });

  it('have equal names only for equal values', () => {
    const definition = withHeaders(
      ['Authorization', 'Bearer next'],
      ['X-Api-Key', 'one'],
      ['X-API-KEY', 'two'],
      ['X-Team', 'ops'],
    );
    const live = withHeaders(['Authorization', 'Bearer old'], ['X-Api-Key', 'one']);
    const shownAs = withShownHeaders([], [definition, live, null]);
    const shown = [definition, live].map((webhook) =>
      shownDefinition(webhook, shownAs).headers.map(({ value }) => value),
    );
    expect(shown).toEqual([
      ['Bearer <secret:authorization>', '<secret:x-api-key>', '<secret:x-api-key-2>', 'ops'],
      ['Bearer <secret:authorization-2>', '<secret:x-api-key>'],
    ]);
    for (const { shown: text } of shownAs) expect(text).toMatch(secretPlace);
  });

  it('keep the names that the source gave', () => {
    const definition = withHeaders(['Authorization', 'next'], ['X-Token', 'other']);
    const given = [{ text: 'next', shown: '(new value)' }];
    expect(withShownHeaders(given, [definition])).toEqual([
      ...given,
      { text: 'other', shown: '<secret:x-token>' },
    ]);
  });
});
