import { describe, expect, it } from 'vitest';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { changesOfDraft, editedWhen } from './draft-labels.ts';

describe('the summary of a draft', () => {
  it.each([
    ['Ops', 'new webhook'],
    [' ', ''],
  ])('is a new webhook without a base, unless its title says so: “%s”', (name, parts) => {
    expect(changesOfDraft({ base: null, definition: { ...aWebhook(), name } })).toBe(parts);
  });

  it('names each changed part', () => {
    const base = aWebhook();
    const headers = [...base.headers, { id: null, name: 'X-Team', value: 'ops' }];
    const definition = { ...base, name: 'Another', enabled: !base.enabled, headers };
    expect(changesOfDraft({ base, definition })).toMatch(
      /^name, enabled: (off → on|on → off), new header X-Team$/,
    );
  });
});

it('an edit of another day shows its date', () => {
  const now = new Date(2026, 2, 1, 12);
  expect(editedWhen(new Date(2026, 2, 1, 9, 5), now)).toMatch(/9:05|09:05/);
  expect(editedWhen(new Date(2026, 1, 27, 9, 5), now)).toContain('2026');
});
