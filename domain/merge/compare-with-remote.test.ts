import { describe, expect, it } from 'vitest';
import { emptyDefinition, type Webhook } from '../webhook/webhook.ts';
import { compareWithRemote } from './compare-with-remote.ts';

const base: Webhook = {
  ...emptyDefinition('B'),
  id: 7,
  name: 'Chat',
  url: 'https://chat.example.com/T1',
  payloadTemplate: '{"text": "%AlertName%"}',
  headers: [
    { id: 1, name: 'Content-Type', value: 'application/json' },
    { id: 2, name: 'X-Team', value: 'ops' },
  ],
  unreported: [],
  unknown: {},
};
const another: Webhook = {
  ...base,
  name: 'Pager',
  url: 'https://pager.example.com/',
  payloadTemplate: '{}',
  headers: [{ id: 2, name: 'content-type', value: 'application/json' }],
};
const xTeam = { id: 5, name: 'x-team', value: 'ops' };

describe('the remote change of a webhook', () => {
  it.each<[string, Webhook | null, string]>([
    ['nothing', { ...base, headers: base.headers.toReversed() }, 'as-it-was'],
    ['nothing that Hookdesk knows', { ...base, unknown: { owner: 1 } }, 'as-it-was'],
    ['a field', { ...base, enabled: false }, 'changed'],
    ['a header', { ...base, headers: base.headers.slice(1) }, 'changed'],
    ['its name', { ...base, name: 'Chat 2', enabled: false }, 'renamed'],
    [
      'ids alone',
      { ...base, headers: base.headers.map((each) => ({ ...each, id: 9 })) },
      'ids-reassigned',
    ],
    ['everything', another, 'replaced'],
    [
      'everything but the template',
      { ...another, payloadTemplate: base.payloadTemplate },
      'renamed',
    ],
    ['everything but the URL', { ...another, url: base.url }, 'renamed'],
    ['everything but the name', { ...another, name: 'chat ' }, 'renamed'],
    ['everything but a telling header', { ...another, headers: [xTeam] }, 'renamed'],
    ['deletion', null, 'deleted'],
  ])('%s', (_, live, kind) => {
    expect(compareWithRemote(base, live).kind).toBe(kind);
  });

  it('is a replacement if only empty templates are equal', () => {
    const empty = { payloadTemplate: '' };
    expect(compareWithRemote({ ...base, ...empty }, { ...another, ...empty }).kind).toBe(
      'replaced',
    );
  });

  it('has a title with the current name, and always more than one choice', () => {
    expect(compareWithRemote(base, another).title).toContain(
      'the id 7 on the installation now: “Pager”',
    );
    expect(compareWithRemote(base, { ...base, name: 'Chat 2' }).title).toContain('“Chat 2”');
    const lives = [base, another, null, { ...base, name: 'X' }, { ...base, enabled: false }];
    for (const live of lives)
      expect(compareWithRemote(base, live).choices.length).toBeGreaterThan(1);
  });
});
