import { describe, expect, it, vi } from 'vitest';
import { alertTokens } from '#domain/template/catalogue.ts';
import type { TemplateFinding } from '#domain/template/checks/check-template.ts';
import { findingsToShow, tokensToOffer } from './editor-content.ts';

describe('offered placeholders', () => {
  const own = [{ name: 'Ticket', meaning: 'The ticket.', sample: 'T-1' }];

  it('are the documented ones and those of the installation, with preview values', () => {
    const tokens = tokensToOffer(alertTokens, own, { AlertName: 'Disk full', Ticket: '' });
    expect(tokens).toHaveLength(alertTokens.length + 1);
    expect(tokens.find(({ name }) => name === 'AlertName')).toMatchObject({
      sample: 'Disk full',
      own: false,
    });
    expect(tokens.at(-1)).toEqual({ ...own[0], sample: '', emptyWhen: null, own: true });
  });

  it('have sample values if the preview has none', () => {
    const [first] = tokensToOffer(alertTokens.slice(0, 1), [], {});
    expect(first?.sample).toBe(alertTokens[0]?.samples.HIGH);
    expect(tokensToOffer([], own, {})[0]?.sample).toBe('T-1');
  });
});

describe('shown findings', () => {
  const fix = { title: 'Write %AlertName%', changes: [] };
  const finding = (place: TemplateFinding['place']): TemplateFinding => ({
    code: 'unknown-token',
    level: 'warning',
    place,
    message: 'No such token.',
    fixes: [fix],
  });

  it('are those in the template, with fixes that can be applied', () => {
    const take = vi.fn();
    const shown = findingsToShow(
      [
        finding({ kind: 'webhook' }),
        finding({ kind: 'url', start: 0, end: 3 }),
        finding({ kind: 'header', index: 0, start: 0, end: 3 }),
        finding({ kind: 'payload', start: 4, end: 9 }),
      ],
      take,
    );
    expect(shown).toMatchObject([
      { level: 'warning', start: 4, end: 9, message: 'No such token.' },
    ]);
    shown[0]?.fixes[0]?.apply();
    expect(take.mock.calls).toEqual([[fix]]);
  });
});
