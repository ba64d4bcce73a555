import { describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { plainProblem } from '../problem.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { changesInWords, entrySummary } from './entry-summary.ts';

const before = aDefinition('Pager');
const [contentType] = before.headers;
const to = (changes: Partial<WebhookDefinition>): string =>
  changesInWords(before, { ...before, ...changes });

describe('the changes of a request as text', () => {
  it.each([
    ['nothing', to({})],
    ['name', to({ name: 'Another' })],
    ['enabled: on → off', to({ enabled: false })],
    ['low alerts: off → on', to({ severities: { ...before.severities, low: true } })],
    [
      'target URL, severities',
      to({ url: '', severities: { ...before.severities, low: true, high: false } }),
    ],
    ['without 2 headers', to({ headers: [] })],
    [
      'new header X-Team',
      to({ headers: [...before.headers, { id: null, name: 'X-Team', value: 'ops' }] }),
    ],
    [
      'payload template, header Content-Type, without header X-Api-Key',
      to({
        payloadTemplate: '',
        headers: [{ ...(contentType ?? { id: 11, name: '' }), value: 'text/plain' }],
      }),
    ],
    ['2 headers', changesInWords(null, before)],
    ['one header', changesInWords({ ...before, headers: before.headers.slice(1) }, null)],
    ['no headers', changesInWords(null, { ...before, headers: [] })],
    ['', changesInWords(null, null)],
  ])('%s', (words, said) => {
    expect(said).toBe(words);
  });
});

describe('the summary of an entry', () => {
  it('has the new or former name, the changes and a remark', () => {
    expect(entrySummary(anEntry())).toMatchObject({
      id: 'entry-1',
      name: 'Pager day',
      changes: 'name',
      remark: null,
    });
    const removal = anEntry({ action: 'delete', meant: null, notes: ['It was gone already.'] });
    expect(entrySummary(removal)).toMatchObject({
      name: 'Pager night',
      changes: '2 headers',
      remark: 'It was gone already.',
    });
    const problem = plainProblem('rejected', 'It was refused.', 'Look at the log.');
    expect(entrySummary(anEntry({ problem, notes: ['A note.'] })).remark).toBe('It was refused.');
  });

  it('contains no header value, URL or template', () => {
    const shown = JSON.stringify(entrySummary(anEntry()));
    expect(shown).not.toMatch(/fake-key|hooks\.example|AlertName/);
  });
});
