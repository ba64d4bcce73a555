import { describe, expect, it } from 'vitest';
import { emptyDefinition, type Header, type WebhookDefinition } from '../webhook/webhook.ts';
import type { HeaderConflict } from './conflict.ts';
import { mergeWebhook } from './merge-webhook.ts';
import { mergedTemplate, conflictProposal } from './conflict-proposal.ts';
import { type Choices, resolveConflicts } from './resolve-conflicts.ts';

const chat = { ...emptyDefinition('B'), name: 'Chat', url: 'https://a.example.com', headers: [] };
const type: Header = { id: 1, name: 'Content-Type', value: 'application/json' };
const team: Header = { id: 2, name: 'X-Team', value: 'ops' };
const of = (header: Header, value: string): Header => ({ ...header, value });
const under = (id: number | null, header: Header): Header => ({ ...header, id });

const mergeHeaders = (was: Header[], mine: Header[], now: Header[]) =>
  mergeWebhook({ ...chat, headers: was }, { ...chat, headers: mine }, { ...chat, headers: now });

describe('a merge of fields', () => {
  it('takes the changes of both sides, and has a conflict for a field that both changed', () => {
    const { merged, conflicts } = mergeWebhook(
      chat,
      { ...chat, name: 'Mine', enabled: false },
      { ...chat, name: 'Theirs', url: 'https://b.example.com' },
    );
    expect(merged).toMatchObject({
      name: 'Theirs',
      enabled: false,
      url: 'https://b.example.com',
    });
    expect(conflicts).toEqual([
      { kind: 'field', path: 'name', base: 'Chat', draft: 'Mine', live: 'Theirs' },
    ]);
  });

  it('merges each severity separately', () => {
    const { merged, conflicts } = mergeWebhook(
      chat,
      { ...chat, severities: { ...chat.severities, low: true } },
      { ...chat, severities: { ...chat.severities, high: false } },
    );
    expect(merged.severities).toEqual({ ...chat.severities, low: true, high: false });
    expect(conflicts).toEqual([]);
  });

  it('returns only the fields of a definition', () => {
    const live = { ...chat, id: 7, unreported: ['name'], unknown: { owner: 1 } };
    expect(Object.keys(mergeWebhook(chat, chat, live).merged).sort()).toEqual(
      Object.keys(chat).sort(),
    );
  });
});

describe('a merge of headers', () => {
  const fresh = (header: Header): Header => under(null, header);
  const none = { base: null, draft: null, live: null };
  const content = ({ name, value }: Header) => ({ name, value });

  it.each<[string, Header[], Header[], Header[], Header[]]>([
    [
      'a value changed here',
      [type, team],
      [type, of(team, 'dba')],
      [type, team],
      [type, of(team, 'dba')],
    ],
    ['a value changed there', [team], [team], [of(team, 'net')], [of(team, 'net')]],
    ['one deleted here', [type, team], [type], [type, team], [type]],
    ['one deleted there', [type, team], [type, team], [type], [type]],
    ['one deleted on both sides', [type, team], [type], [type], [type]],
    ['one added on each side', [], [fresh(type)], [team], [team, fresh(type)]],
    ['the same one added on both sides', [], [fresh(team)], [team], [team]],
    ['the same change on both sides', [team], [of(team, 'x')], [of(team, 'x')], [of(team, 'x')]],
    [
      'another id there, changed here',
      [team],
      [of(team, 'x')],
      [under(9, team)],
      [under(9, of(team, 'x'))],
    ],
    ['another id there, deleted here', [type, team], [type], [type, under(9, team)], [type]],
    [
      'another id and value there',
      [team],
      [team],
      [under(9, of(team, 'net'))],
      [under(9, of(team, 'net'))],
    ],
    [
      'ids exchanged there, changed here',
      [type, team],
      [type, of(team, 'x')],
      [under(2, type), under(1, team)],
      [under(2, type), under(1, of(team, 'x'))],
    ],
    [
      'ids given anew there after a delete',
      [type, team],
      [type, of(team, 'x')],
      [under(1, team)],
      [under(1, of(team, 'x'))],
    ],
    ['one without id kept by both', [fresh(team)], [fresh(team)], [fresh(team)], [fresh(team)]],
    ['one without id deleted there', [fresh(team)], [fresh(team)], [], []],
    [
      'equal ones, one deleted here',
      [team, under(3, team)],
      [team],
      [team, under(3, team)],
      [team],
    ],
    [
      'ids that several share, told by content',
      [team, under(2, type)],
      [team],
      [team, under(2, type)],
      [team],
    ],
    ['one here with an id that nobody knows', [], [under(77, team)], [], [fresh(team)]],
  ])('%s', (_, was, mine, now, merged) => {
    expect(mergeHeaders(was, mine, now)).toMatchObject({
      merged: { headers: merged },
      conflicts: [],
    });
  });

  it.each<[string, Header[], Header[], Header[], Partial<HeaderConflict>]>([
    [
      'changed on both sides to different values',
      [type, team],
      [type, of(team, 'dba')],
      [type, of(team, 'net')],
      {
        path: 'header:2',
        base: content(team),
        draft: content(of(team, 'dba')),
        live: content(of(team, 'net')),
        at: 1,
      },
    ],
    [
      'changed here and deleted there',
      [team],
      [of(team, 'dba')],
      [],
      { ...none, path: 'header:2', base: content(team), draft: content(of(team, 'dba')), at: null },
    ],
    [
      'deleted here and changed there',
      [type, team],
      [],
      [type, of(team, 'net')],
      { ...none, path: 'header:2', base: content(team), live: content(of(team, 'net')), at: 0 },
    ],
    [
      'changed on both sides, under another id there',
      [team],
      [of(team, 'dba')],
      [under(9, of(team, 'net'))],
      { path: 'header:2', draft: content(of(team, 'dba')), live: content(of(team, 'net')), at: 0 },
    ],
    [
      'added on both sides by one name in different case',
      [],
      [fresh({ ...team, name: 'x-team', value: 'dba' })],
      [team],
      {
        ...none,
        path: 'header:+x-team:0',
        draft: { name: 'x-team', value: 'dba' },
        live: content(team),
        at: 0,
      },
    ],
    [
      'without id, and changed on both sides',
      [fresh(team)],
      [fresh(of(team, 'dba'))],
      [fresh(of(team, 'net'))],
      { path: 'header:#0', draft: content(of(team, 'dba')), live: content(of(team, 'net')), at: 0 },
    ],
    [
      'renamed here and given another value there',
      [team],
      [{ ...team, name: 'X-Squad' }],
      [of(team, 'net')],
      {
        path: 'header:2',
        draft: { name: 'X-Squad', value: 'ops' },
        live: content(of(team, 'net')),
      },
    ],
  ])('%s is a conflict', (_, was, mine, now, conflict) => {
    const { conflicts } = mergeHeaders(was, mine, now);
    expect(conflicts).toMatchObject([{ kind: 'header', ...conflict }]);
  });

  it('has a conflict only for different values that both sides added under one name', () => {
    const adds = (...values: string[]) => values.map((value) => fresh(of(team, value)));
    const { merged, conflicts } = mergeHeaders([], adds('a', 'b', 'c'), [
      team,
      under(3, of(team, 'b')),
    ]);
    expect(conflicts.map(({ path }) => path)).toEqual(['header:+x-team:0']);
    expect(merged.headers.map(({ value }) => value)).toEqual(['ops', 'b', 'c']);
  });

  it('has a unique path for each conflict, even if headers share an id', () => {
    const was = [team, under(2, type)];
    const { conflicts } = mergeHeaders(
      was,
      was.map((each) => of(each, `${each.value}, mine`)),
      was.map((each) => of(each, `${each.value}, theirs`)),
    );
    expect(conflicts.map(({ path }) => path)).toEqual(['header:#0', 'header:#1']);
  });
});

describe('resolving a merge', () => {
  const mine: WebhookDefinition = {
    ...chat,
    name: 'Mine',
    payloadType: 'JOB',
    headers: [of(team, 'dba')],
  };
  const theirs: WebhookDefinition = {
    ...chat,
    name: 'Theirs',
    payloadType: null,
    headers: [type, of(team, 'net')],
  };
  const merge = mergeWebhook({ ...chat, headers: [type, team] }, mine, theirs);
  const leftBy = (choices: Choices): string[] => {
    const resolution = resolveConflicts(merge, choices);
    return resolution.kind === 'unresolved' ? resolution.conflicts.map(({ path }) => path) : [];
  };

  it('takes either side or an own value, and keeps the header ids of the installation', () => {
    expect(
      resolveConflicts(merge, {
        name: { take: 'own', value: 'Both' },
        payloadType: { take: 'draft' },
        'header:2': { take: 'own', value: { name: 'X-Team', value: 'all' } },
      }),
    ).toEqual({
      kind: 'resolved',
      definition: { ...chat, name: 'Both', payloadType: 'JOB', headers: [of(team, 'all')] },
    });
  });

  it('returns no definition if a choice is missing or invalid', () => {
    expect(leftBy({})).toEqual(['name', 'payloadType', 'header:2']);
    expect(
      leftBy({
        name: { take: 'own', value: { name: 'no', value: 'text' } },
        payloadType: { take: 'own', value: 'NEITHER' },
        'header:2': { take: 'own', value: 'no header' },
      }),
    ).toEqual(['name', 'payloadType', 'header:2']);
  });

  it('adds a header that was deleted on the installation as a new one, or omits it', () => {
    const gone = mergeHeaders([type, team], [type, of(team, 'dba')], [type]);
    const choose = (take: 'draft' | 'live') => resolveConflicts(gone, { 'header:2': { take } });
    expect(choose('draft')).toMatchObject({
      definition: { headers: [type, under(null, of(team, 'dba'))] },
    });
    expect(choose('live')).toMatchObject({ definition: { headers: [type] } });
  });

  it('deletes a header that changed on the installation if the choice is the draft', () => {
    const deleted = mergeHeaders([type, team], [type], [type, of(team, 'net')]);
    expect(resolveConflicts(deleted, { 'header:2': { take: 'draft' } })).toMatchObject({
      definition: { headers: [type] },
    });
  });
});

describe('the proposal for an own value', () => {
  const conflictOf = (mine: Partial<WebhookDefinition>, now: Partial<WebhookDefinition>) => {
    const base = { ...chat, payloadTemplate: '{\n"a": 1,\n"b": 2,\n"c": 3\n}' };
    const [conflict] = mergeWebhook(base, { ...base, ...mine }, { ...base, ...now }).conflicts;
    if (conflict === undefined) throw new Error('There is no conflict.');
    return conflict;
  };

  it('has both changes of a template if an unchanged line separates them', () => {
    const both = conflictOf(
      { payloadTemplate: '{\n"a": 9,\n"b": 2,\n"c": 3\n}' },
      { payloadTemplate: '{\n"a": 1,\n"b": 2,\n"c": 8\n}' },
    );
    expect(conflictProposal(both)).toBe('{\n"a": 9,\n"b": 2,\n"c": 8\n}');
    expect(mergedTemplate(both)).not.toBeNull();
  });

  it('is otherwise the value of the draft, or the live value if the draft has none', () => {
    expect(conflictProposal(conflictOf({ payloadTemplate: 'x' }, { payloadTemplate: 'y' }))).toBe(
      'x',
    );
    expect(conflictProposal(conflictOf({ name: 'a\nb' }, { name: 'c' }))).toBe('a\nb');
    const [header] = mergeHeaders([team], [], [of(team, 'net')]).conflicts;
    expect(header && conflictProposal(header)).toEqual({ name: 'X-Team', value: 'net' });
  });
});
