import { describe, expect, it } from 'vitest';
import { type IdDefect, listedSummaryOf } from '#domain/webhook/listed.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import {
  countsInWords,
  isUnread,
  markOf,
  nameOf,
  noneShownInWords,
  reasonsInWords,
  duplicatesInWords,
} from './list-labels.ts';

const repeated = (id: number, count = 2): IdDefect => ({ kind: 'repeated', id, count });
const words = (...defects: IdDefect[]): string =>
  reasonsInWords(defects.map((idDefect) => ({ idDefect })));
const end = 'A change could reach the wrong webhook.';

describe('why webhooks cannot be changed', () => {
  it('names each reason once', () => {
    expect(words(repeated(7), repeated(7), { kind: 'missing' })).toBe(
      `Id 7 is used twice. 1 webhook has no id. ${end}`,
    );
    expect(words({ kind: 'negative-zero' }, { kind: 'missing' }, { kind: 'missing' })).toBe(
      `Id -0 is not valid. 2 webhooks have no id. ${end}`,
    );
  });

  it('names the wrong members without warning of a wrong id', () => {
    const wrong = (index: number): IdDefect => ({
      kind: 'unreadable',
      id: 7,
      members: [{ path: `/${index}/enabled`, expected: 'true or false', found: 'a string' }],
    });
    expect(words(wrong(0))).toBe('/0/enabled is a string, not true or false.');
    expect(words(...[0, 1, 2, 3].map(wrong))).toContain('1 more webhook with a wrong type.');
    expect([isUnread(wrong(0), ['enabled']), isUnread(wrong(0), ['name'])]).toEqual([true, false]);
  });

  it('counts the ids after the third one', () => {
    const five = [1, 2, 3, 4, 5].map((id) => repeated(id, 3));
    expect(words(...five)).toBe(
      `Id 1 is used 3 times. Id 2 is used 3 times. Id 3 is used 3 times. 2 more ids are not unique. ${end}`,
    );
  });

  it('is a short mark beside a name', () => {
    expect([repeated(7), repeated(7, 3)].map(markOf)).toEqual(['Id 7 twice', 'Id 7, 3 times']);
  });
});

it('leaves out kinds of remote changes without a count', () => {
  expect(countsInWords({ changed: 2, new: 0, deleted: 1 })).toBe('2 changed, 1 deleted');
});

it('says among which webhooks the filter found none', () => {
  const row = listedSummaryOf({ ...aWebhook(), id: 4 });
  const list = { candidates: [row, row], isPart: false, showsOnlyRemoteChanges: false };
  expect(noneShownInWords(list)).toBe('None of the 2 webhooks matches the filter.');
  expect(noneShownInWords({ ...list, showsOnlyRemoteChanges: true })).toBe(
    'None of the 2 webhooks changed elsewhere matches the filter.',
  );
  expect(noneShownInWords({ ...list, isPart: true })).toBe('The rest of the list is arriving.');
});

describe('equal targets', () => {
  const url = 'https://hooks.example.com/ops';
  const row = listedSummaryOf({ ...aWebhook(), id: 4, url });

  it('name the alerts that arrive more than once', () => {
    const target = { url, webhooks: [row, row], duplicatedSeverities: ['high' as const] };
    expect(duplicatesInWords({ ...target, duplicatesJobs: false })).toContain(
      'HIGH arrives more than once',
    );
    expect(duplicatesInWords({ ...target, duplicatesJobs: true })).toContain(
      'HIGH and jobs arrive',
    );
    expect(
      duplicatesInWords({ ...target, duplicatedSeverities: [], duplicatesJobs: false }),
    ).toContain('each for different alerts');
  });

  it('name a webhook without a name by its id', () => {
    expect(nameOf({ ...row, name: '' })).toBe('(no name, id 4)');
    expect(nameOf({ ...row, name: 'Ops' })).toBe('Ops');
  });
});
