import { describe, expect, it } from 'vitest';
import { isSensitiveName } from '../../secrets/sensitive-names.ts';
import { emptyDefinition, type WebhookDefinition } from '../../webhook/webhook.ts';
import { exportBundle } from './export-bundle.ts';
import type { SecretMarks } from './found-secrets.ts';
import { held, lifeLike, sourceOf } from '../testing/bundles.ts';
import { plainTexts } from './plain-texts.ts';
import { findExportSecrets } from './find-export-secrets.ts';

const webhook = (changes: Partial<WebhookDefinition>): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name: 'Pager',
  url: 'https://a.ex/',
  headers: [],
  ...changes,
});

function searched(
  definitions: readonly WebhookDefinition[],
  { secretHeaders = [], texts = [] }: { secretHeaders?: string[]; texts?: string[] } = {},
) {
  const marks: SecretMarks = { places: new Set(), texts: new Set(texts) };
  return findExportSecrets([sourceOf('B', held(definitions), { secretHeaders })], marks);
}

const header = (name: string, value: string) => ({ id: null, name, value });
const textsOf = (definitions: readonly WebhookDefinition[]) =>
  plainTexts(searched(definitions)).map(({ header: name, text }) =>
    name === null ? text : `${name}: ${text}`,
  );
const fileOf = (found: ReturnType<typeof searched>): string =>
  Buffer.concat(exportBundle(found, new Set())).toString();

describe('plain texts', () => {
  it('are all header values, then words of 8 or more characters, dictionary words last', () => {
    const one = webhook({
      url: 'https://hooks.example/rooms/operations?team=night4711',
      headers: [header('X-Team', 'dba'), header('Accept', '*/*')],
      payloadTemplate: '{"description": "see (wiki/page-42), %AlertName%"}',
    });
    expect(textsOf([one])).toEqual([
      'X-Team: dba',
      'Accept: */*',
      'night4711',
      'wiki/page-42',
      'hooks.example',
      'operations',
      'description',
    ]);
  });

  it('show secret references instead of secrets, and omit headers with nothing else', () => {
    const one = webhook({
      headers: [
        header('X-Route', 'team=xoxb-0123456789abcdef; dba'),
        header('Authorization', 'Bearer three-blind-mice'),
        header('X-Api-Key', 'three-blind-mice'),
      ],
    });
    expect(textsOf([one])).toEqual(['X-Route: team=<secret:pager-x-route>; dba']);
  });

  it('list their places and the number of uses', () => {
    const same = Array.from({ length: 25 }, (_, index) =>
      webhook({ name: `Pager ${index}`, headers: [header('X-Team', 'dba')] }),
    );
    const [text] = plainTexts(searched(same));
    expect(text).toMatchObject({ header: 'X-Team', text: 'dba', usesTotal: 25 });
    expect(text?.uses).toHaveLength(20);
    expect(text?.uses[0]).toEqual({
      key: 'pager-0',
      webhook: 'Pager 0',
      installation: 'acme',
      place: 'headers.0.value',
      words: 'the header X-Team',
    });
  });

  it('of realistic webhooks contain no secret header value', () => {
    const texts = plainTexts(findExportSecrets([sourceOf('B', lifeLike('B', 300))]));
    expect(texts.length).toBeGreaterThan(50);
    const masked = texts.filter(
      ({ header: name, text }) => name !== null && text !== '' && isSensitiveName(name),
    );
    expect(masked).toEqual([]);
  });
});

describe('a mark', () => {
  it('removes all values of a header, for any length and any case of the name', () => {
    const found = searched(
      [
        webhook({ headers: [header('X-Team', 'dba')] }),
        webhook({ name: 'Mail', headers: [header('x-team', 'ops'), header('X-Room', 'dba')] }),
      ],
      { secretHeaders: ['X-TEAM'] },
    );
    expect(found.secrets.map(({ name, value, mark }) => [name, value, mark])).toEqual([
      ['mail-x-team', 'ops', { kind: 'header', name: 'x-team' }],
      ['pager-x-team', 'dba', { kind: 'header', name: 'X-Team' }],
    ]);
    expect(plainTexts(found).map(({ header: name }) => name)).toEqual(['X-Room']);
    expect(fileOf(found)).not.toContain('"ops"');
  });

  it('removes a text wherever it occurs, and does not rename other secrets', () => {
    const definitions = [
      webhook({
        payloadTemplate: '{"text": "say friend-and-enter", "token": "three-blind-mice"}',
      }),
      webhook({ name: 'Mail', headers: [header('X-Room', 'friend-and-enter')] }),
    ];
    const before = searched(definitions);
    const found = searched(definitions, { texts: ['friend-and-enter'] });
    expect(found.secrets.slice(0, before.secrets.length)).toEqual(before.secrets);
    const [added] = found.secrets.slice(before.secrets.length);
    expect(added).toMatchObject({
      name: 'mail-x-room',
      mark: { kind: 'text', text: 'friend-and-enter' },
    });
    expect(added?.uses.map(({ place }) => place)).toEqual(['headers.0.value', 'payloadTemplate']);
    expect(fileOf(before)).toContain('friend-and-enter');
    expect(fileOf(found)).not.toContain('friend-and-enter');
    expect(plainTexts(found).map(({ text }) => text)).toEqual([]);
  });
});
