import { describe, expect, it } from 'vitest';
import type { IdDefect } from '#domain/webhook/listed.ts';
import { markOf, reasonsInWords } from './unaddressable-labels.ts';

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

  it('counts ids where they are many', () => {
    const five = [1, 2, 3, 4, 5].map((id) => repeated(id, 3));
    expect(words(...five)).toBe(
      `Id 1 is used 3 times. Id 2 is used 3 times. Id 3 is used 3 times. 2 more ids are not unique. ${end}`,
    );
  });

  it('is a short mark beside a name', () => {
    expect([repeated(7), repeated(7, 3)].map(markOf)).toEqual(['Id 7 twice', 'Id 7, 3 times']);
  });
});
