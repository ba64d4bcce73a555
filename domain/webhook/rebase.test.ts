import { describe, expect, it } from 'vitest';
import { rebase } from './rebase.ts';
import { emptyDefinition, type Header } from './webhook.ts';

const base = { ...emptyDefinition('B'), name: 'Chat', url: 'https://a.example.com' };
const type: Header = { id: 1, name: 'Content-Type', value: 'application/json' };
const team: Header = { id: 2, name: 'X-Team', value: 'ops' };
const headersOf = (was: Header[], mine: Header[], now: Header[]) => {
  const { draft, contested } = rebase(
    { ...base, headers: was },
    { ...base, headers: mine },
    { ...base, headers: now },
  );
  return { headers: draft.headers, contested };
};

describe('rebase', () => {
  it('keeps my value and names the field where both changed it', () => {
    const { draft, contested } = rebase(
      base,
      { ...base, name: 'Mine', enabled: false },
      { ...base, name: 'Theirs', url: 'https://b.example.com' },
    );
    expect(draft).toMatchObject({ name: 'Mine', enabled: false, url: 'https://b.example.com' });
    expect(contested).toEqual(['name']);
  });

  it('keeps a switch of severity apart from the others', () => {
    const mine = { ...base, severities: { ...base.severities, low: true } };
    const theirs = { ...base, severities: { ...base.severities, high: false } };
    const { draft, contested } = rebase(base, mine, theirs);
    expect(draft.severities).toEqual({ ...base.severities, low: true, high: false });
    expect(contested).toEqual([]);
  });

  it('lets a header that I edited and the service lost come back as a new one', () => {
    const edited = { ...team, value: 'dba' };
    expect(headersOf([type, team], [type, edited], [type])).toEqual({
      headers: [type, { ...edited, id: null }],
      contested: ['header:2'],
    });
  });

  it('leaves out a header that I removed and the service changed, and names it', () => {
    expect(headersOf([type, team], [type], [type, { ...team, value: 'dba' }])).toEqual({
      headers: [type],
      contested: ['header:2'],
    });
  });

  it('follows the service where it lost a header without id', () => {
    const loose = { ...team, id: null };
    expect(headersOf([loose], [loose], []).headers).toEqual([]);
    expect(headersOf([], [loose], [type]).headers).toEqual([type, loose]);
  });

  it('takes nothing over that belongs to the webhook and not to its definition', () => {
    const live = { ...base, id: 7, unreported: ['name'], unknown: { owner: 1 } };
    expect(Object.keys(rebase(base, base, live).draft).sort()).toEqual(Object.keys(base).sort());
  });
});
