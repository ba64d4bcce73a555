import { describe, expect, it } from 'vitest';
import { rawReader } from '../testing/raw-codec.ts';
import { checkFile } from './check-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const check = (text: string) => checkFile(bytes(text), rawReader);

const webhook = {
  name: 'Pager',
  enabled: true,
  method: 'POST',
  url: 'https://a.example/',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  payloadTemplate: '{"id": "%AlertID%"}',
  severities: { low: true, medium: true, high: true, cleared: true },
  onlyVariantB: { payloadType: 'ALERT' },
};
const bundle = (...webhooks: object[]): string =>
  JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks }, null, 2);

/** The text of the file from the place of the finding. */
function textAt(text: string, { line, column }: { line: number | null; column: number | null }) {
  return (text.split('\n')[(line ?? 0) - 1] ?? '').slice((column ?? 0) - 1);
}

describe('checking a bundle', () => {
  it('finds nothing in a correct one, also without the parts that a bundle may leave out', () => {
    expect(check(bundle(webhook, { name: 'Only a name' }))).toEqual([]);
  });

  it('gives the place of a mistake in a template, behind escapes and in a list of lines', () => {
    const line = bundle({ ...webhook, payloadTemplate: '{"a\\t\u0001": "%AlertNme%"}' });
    const lines = bundle({
      ...webhook,
      payloadTemplate: ['{\n', { secret: 'pager-key' }, '"id": "%AlertNme%"\n', '}'],
    });
    for (const text of [line, lines]) {
      const found = check(text).find(({ message }) => message.includes('AlertNme'));
      expect(found).toMatchObject({ level: 'error', webhook: 'Pager' });
      if (found !== undefined) expect(textAt(text, found)).toMatch(/^%AlertNme%/);
    }
  });

  it('gives the place of a wrong field, and the name of its webhook', () => {
    const text = bundle(webhook, { ...webhook, name: 'Broken', url: 'a.example' });
    const found = check(text);
    expect(found).toMatchObject([{ level: 'error', webhook: 'Broken' }]);
    expect(found.map((each) => textAt(text, each))).toEqual(['"a.example",']);
  });

  it('accepts a secret that the file only names', () => {
    const url = ['https://a.example/', { secret: 'pager-key' }];
    expect(check(bundle({ ...webhook, url }))).toEqual([]);
  });

  it('reports a faulty row at its place, and checks the others', () => {
    const text = bundle({ ...webhook, enabled: 'yes' }, { ...webhook, method: '' });
    const found = check(text);
    expect(found.map(({ level }) => level)).toEqual(['error', 'error']);
    expect(found.map((each) => textAt(text, each))).toEqual(['"yes",', '"",']);
  });
});

describe('other files', () => {
  it('checks what an installation answers', () => {
    const wire = { id: 7, name: 'Pager', url: 'ftp://a.example', http_method: 'POST' };
    const text = JSON.stringify([{ ...wire, http_headers: [], payload_template: '%AlertNme%' }]);
    const found = check(text);
    expect(found.map(({ webhook: name }) => name)).toContain('Pager');
    expect(found.map((each) => textAt(text, each).slice(0, 10))).toContain('%AlertNme%');
  });

  it.each([
    ['{"format": "hookdesk-bundle",\n  "version"}', 2],
    ['no JSON', 1],
  ])('reports what is no bundle: %j', (text, line) => {
    expect(check(text)).toMatchObject([{ level: 'error', webhook: null, line }]);
  });
});
