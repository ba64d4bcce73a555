import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Link, linkTo, maxLinkLength, readLink } from './link.ts';

const id = '0b5e4c1e-5f0a-4c3b-9a57-6f1d2c3b4a59';

describe('readLink', () => {
  it.each<[string, Link]>([
    [`hookdesk://installation/${id}`, { kind: 'installation', connectionId: id }],
    [`HookDesk://installation/${id}/`, { kind: 'installation', connectionId: id }],
    [
      `hookdesk://installation/${id}/webhook/7`,
      { kind: 'webhook', connectionId: id, webhookId: 7 },
    ],
    [`hookdesk://history/${id}`, { kind: 'entry', entryId: id }],
    ['hookdesk://all', { kind: 'all', query: '' }],
    [
      'hookdesk://all?query=host%3Aslack%20is%3Aenabled',
      { kind: 'all', query: 'host:slack is:enabled' },
    ],
  ])('%s', (text, link) => {
    expect(readLink(text)).toEqual(link);
  });

  it.each([
    '',
    'hookdesk:',
    'hookdesk://',
    'hookdesk://plan/1',
    'hookdesk://installation',
    'hookdesk://installation/',
    'hookdesk://installation/..',
    'hookdesk://installation/a%2Fb',
    'hookdesk://installation/a/webhook/',
    'hookdesk://installation/a/webhook/1e3',
    'hookdesk://installation/a/webhook/1/review',
    'hookdesk://installation/a/draft/1',
    'hookdesk://installation/a?token=b',
    `hookdesk://installation/${'a'.repeat(65)}`,
    'hookdesk://ada:secret@installation/a',
    'hookdesk://history/a#b',
    'hookdesk://history/a --open=b',
    'hookdesk://all?query=%ZZ',
    'hookdesk://all?query=a%00b',
    'hookdesk://all?query=a&run=b',
    `hookdesk://all?query=${'a'.repeat(maxLinkLength)}`,
    'https://installation/a',
    ' hookdesk://all',
    'hookdesk://all\n',
  ])('refuses %j', (text) => {
    expect(readLink(text)).toBeNull();
  });

  it('reads every link that `linkTo` makes', () => {
    const ids = fc.stringMatching(/^[\w-]{1,64}$/);
    const links = fc.oneof(
      fc.record({ kind: fc.constant('installation' as const), connectionId: ids }),
      fc.record({
        kind: fc.constant('webhook' as const),
        connectionId: ids,
        webhookId: fc.integer(),
      }),
      fc.record({ kind: fc.constant('entry' as const), entryId: ids }),
    );
    fc.assert(
      fc.property(links, (link) => {
        expect(readLink(linkTo(link))).toEqual(link);
      }),
    );
  });

  it('never throws, and returns nothing but ids and one line of text', () => {
    const pieces = [
      'hookdesk',
      '://',
      '/',
      '..',
      '%',
      '%2F',
      '%00',
      '?query=',
      '#',
      '&',
      ' --open=a',
      '\n',
      '"',
    ];
    const screens = ['installation', 'webhook', 'history', 'all', '7', id];
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...pieces, ...screens), fc.string({ unit: 'binary' })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          texts.map((text) => `hookdesk://${text}`),
        ),
        (text) => {
          const link = readLink(text);
          if (link === null) return;
          expect(Link.parse(link)).toEqual(link);
          expect(Object.values(link).join(' ')).not.toMatch(/\p{Cc}/u);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
