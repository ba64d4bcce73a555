import { expect, it } from 'vitest';
import { aFilePlanRow } from '../../testing/import-api.fake.ts';
import { becauseInWords, targetInWords, goOnWords, lossesOf, saidOf } from './labels.ts';

const choices = ['POST', 'PUT'];
const method = { kind: 'method' as const, given: 'PATCH', choices, proposed: 'PUT' };
const loss = { field: 'method' as const, message: 'The method PATCH becomes PUT.' };
const secrets = (...names: string[]) => names.map((name) => ({ kind: 'secret' as const, name }));
const put = (name: string, remembered: boolean) => ({ name, remembered });

it.each<[Parameters<typeof aFilePlanRow>[1], string]>([
  [{}, 'The installation has none of this name.'],
  [{ action: 'update' }, ''],
  [{ reasons: ['It was chosen for this webhook.'] }, 'It was chosen for this webhook.'],
  [{ state: 'undecided', needs: secrets('key') }, 'Waits for the secret key.'],
  [{ state: 'undecided', needs: secrets('a', 'b') }, 'Waits for a, b.'],
  [{ state: 'undecided', needs: secrets('a', 'b', 'c', 'd') }, 'Waits for 4 secrets.'],
  [
    { state: 'undecided', needs: [method], losses: [loss] },
    'PATCH is not taken here: choose another method.',
  ],
  [{ filled: [put('key', true), put('own', false)] }, 'Put in as it is remembered: key.'],
])('%j', (changes, words) => {
  expect(saidOf(aFilePlanRow('a', changes))).toBe(words);
});

it('what is still asked is not lost yet', () => {
  expect(lossesOf({ losses: [loss], needs: [method] })).toEqual([]);
  expect(lossesOf({ losses: [loss], needs: [] })).toEqual([loss.message]);
});

it('says why a webhook could be the one that is meant', () => {
  expect(becauseInWords(['similar-name', 'same-url'])).toBe('similar name, same URL');
});

it('says where a webhook sends to that could be the one that is meant', () => {
  const url = 'https://hooks.example.com/services/x';
  expect(targetInWords({ url, method: 'PUT', enabled: true })).toBe('PUT hooks.example.com');
  expect(targetInWords({ url, method: 'PUT', enabled: false })).toBe('PUT hooks.example.com · off');
});

it.each([
  [[], [], 'Nothing is ticked'],
  [['create'], ['acme'], 'Review and publish 1 change on acme…'],
  [['create', 'removal'], ['acme', 'globex'], 'Review and publish 2 changes on acme and globex…'],
  [
    ['update', 'update', 'create'],
    ['a', 'b', 'c'],
    'Review and publish 3 changes on 3 installations…',
  ],
] as const)('%j on %j', (keys, where, words) => {
  expect(
    goOnWords(
      keys.map((key) => ({ key })),
      where,
    ),
  ).toBe(words);
});
