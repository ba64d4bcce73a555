import { expect, it } from 'vitest';
import { emptyDefinition, type WebhookDefinition } from '../webhook/webhook.ts';
import { shownAsOf, shownDefinition } from './shown-as.ts';

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
