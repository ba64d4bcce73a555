import { describe, expect, it } from 'vitest';
import { aWebhook } from '../publishing/testing/webhooks.ts';
import { choosesOn, isChosen, webhookChoice } from './webhook-choice.ts';

describe('webhookChoice', () => {
  it.each([
    ['Pager', { kind: 'name', name: 'Pager' }],
    ['prod: Pager', { kind: 'name', name: 'prod: Pager' }],
    ['https://a.example', { kind: 'name', name: 'https://a.example' }],
    ['host:a.example', { kind: 'query' }],
    ['is:nothing', { start: 0 }],
    ['host:a.example is:edited', { message: 'A plan does not know “is:edited”.' }],
    ['is:draft', { message: 'A plan does not know “is:draft”.' }],
    ['is:changed', { message: 'A plan does not know “is:changed”.' }],
  ])('reads %s', (text, expected) => {
    expect(webhookChoice(text)).toMatchObject(expected);
  });

  it('has no webhook on an installation that the query excludes', () => {
    const choice = {
      kind: 'query',
      terms: [{ term: 'env', value: 'test', negated: false }],
    } as const;
    const connection = { name: 'acme', group: '' };
    expect(choosesOn(choice, { ...connection, environment: 'test' })).toBe(true);
    expect(choosesOn(choice, { ...connection, environment: 'production' })).toBe(false);
  });

  it('takes a name only whole', () => {
    const webhook = aWebhook(1, { name: 'Pager' });
    expect(isChosen({ kind: 'name', name: 'Pager' }, webhook)).toBe(true);
    expect(isChosen({ kind: 'name', name: 'Page' }, webhook)).toBe(false);
  });
});
