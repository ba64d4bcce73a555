import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import file from '../../resources/token-catalogue.json' with { type: 'json' };
import { alertTokens } from './catalogue.ts';
import { checkOwnTokens, OwnToken } from './own-tokens.ts';
import { parseTemplate } from './parse-template.ts';
import { SampleEdits, sampleValues } from './samples.ts';
import { ScenarioName, scenarios } from './scenarios.ts';

const sentence = z.string().regex(/^[A-Z].*\.$/);
const Catalogue = z.strictObject({
  description: z.string(),
  tokens: z.array(
    z.strictObject({
      name: OwnToken.shape.name,
      meaning: sentence,
      emptyWhen: sentence.nullable(),
      samples: z.strictObject(
        Object.fromEntries(ScenarioName.options.map((name) => [name, z.string().max(65_536)])),
      ),
    }),
  ),
});

test('the file has the 21 documented tokens, each with a sample for every scenario', () => {
  const { tokens } = Catalogue.parse(file);
  expect(tokens.map(({ name }) => name)).toEqual([
    'AlertID',
    'AlertName',
    'ObjectName',
    'ObjectType',
    'ThresholdValue',
    'CurrentValue',
    'CurrentState',
    'OldState',
    'AlertRaisedTime',
    'AgentID',
    'AgentName',
    'ServerID',
    'ServerName',
    'ServerIP',
    'ServerPort',
    'DatabaseName',
    'SchemaName',
    'PackageName',
    'DatabaseObjectName',
    'Parameters',
    'AlertInfo',
  ]);
  expect(alertTokens).toEqual(tokens);
});

test('the file has no name twice, and equals the imported catalogue', () => {
  const text = readFileSync(
    new URL('../../resources/token-catalogue.json', import.meta.url),
    'utf8',
  );
  expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(file));
  expect(new Set(alertTokens.map(({ name }) => name)).size).toBe(alertTokens.length);
});

test('a token has an empty sample exactly if the file states when it is empty', () => {
  for (const { name, emptyWhen, samples } of alertTokens) {
    expect([name, Object.values(samples).includes('')]).toEqual([name, emptyWhen !== null]);
  }
});

test('samples have the states of their scenario', () => {
  for (const { name, state } of scenarios) {
    const values = sampleValues(name, [], {});
    expect(values.CurrentState).toBe(state);
    expect(values.OldState === '').toBe(name === 'first-raise' || name === 'awkward');
    expect(values.OldState).not.toBe(state);
  }
});

test('the awkward scenario has special characters, an empty value and a long value', () => {
  const values = Object.values(sampleValues('awkward', [], {}));
  const all = values.join('');
  for (const pattern of [
    /"/,
    /\\/,
    /\r\n/,
    /\t/,
    /\p{Extended_Pictographic}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Han}/u,
  ]) {
    expect(all).toMatch(pattern);
  }
  expect(values).toContain('');
  expect(Math.max(...values.map(({ length }) => length))).toBeGreaterThan(1_500);
});

test('difficult names and texts contain the reserved characters of JSON, forms and XML', () => {
  const values = sampleValues('difficult', [], {});
  const plain = [
    'AlertID',
    'ObjectType',
    'ThresholdValue',
    'CurrentValue',
    'CurrentState',
    'OldState',
    'AlertRaisedTime',
    'AgentID',
    'ServerID',
    'ServerIP',
    'ServerPort',
  ];
  for (const [name, value] of Object.entries(values)) {
    const held = ['"', '\\', '\n', '&', '%', '+', '=', '<', '>', "'"].filter((character) =>
      value.includes(character),
    );
    if (plain.includes(name))
      expect([name, value]).toEqual([name, expect.not.stringMatching(/["\\\n&%<>']/)]);
    else expect([name, held.length]).toEqual([name, 10]);
  }
});

const own = [
  { name: 'Team', meaning: 'Who looks after it.', sample: 'dba' },
  { name: 'Count', meaning: '', sample: '12' },
];

test('own tokens have their sample, with special characters added if it is text', () => {
  expect(sampleValues('LOW', own, {})).toMatchObject({ Team: 'dba', Count: '12', AlertID: '4711' });
  const awkward = sampleValues('awkward', own, {});
  expect(awkward.Count).toBe('12');
  expect(awkward.Team).toMatch(/^dba .*".*\\.*\n/);
  const difficult = sampleValues('difficult', own, {});
  expect(difficult.Count).toBe('12');
  expect(difficult.Team).toMatch(/^dba .*".*&.*<.*\\.*'.*%.*\+.*\n.*=/);
});

test('edits replace samples of known tokens only', () => {
  const edits = { HIGH: { AlertID: '1', Team: '', Unknown: 'x', toString: 'y' } };
  expect(sampleValues('HIGH', own, edits)).toMatchObject({ AlertID: '1', Team: '' });
  expect(sampleValues('LOW', own, edits)).toMatchObject({ AlertID: '4711', Team: 'dba' });
  expect(Object.keys(sampleValues('HIGH', own, edits))).toHaveLength(alertTokens.length + 2);
});

test('jobs have own tokens only', () => {
  expect(sampleValues('LOW', own, { LOW: { AlertID: '1' } }, 'JOB')).toEqual({
    Team: 'dba',
    Count: '12',
  });
});

test.each([
  [{}, true],
  [{ HIGH: { AlertID: '1' }, awkward: {} }, true],
  [{ high: {} }, false],
  [{ HIGH: { 'Alert ID': '1' } }, false],
  [{ HIGH: { AlertID: 1 } }, false],
  [{ HIGH: { AlertID: 'x'.repeat(65_536) } }, true],
  [{ HIGH: { AlertID: 'x'.repeat(65_537) } }, false],
  [{ HIGH: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`A${n}`, ''])) }, false],
  [
    {
      HIGH: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`A${n}`, 'x'.repeat(65_000)])),
    },
    false,
  ],
])('edits like %.60j are accepted: %s', (edits, taken) => {
  expect(SampleEdits.safeParse(edits).success).toBe(taken);
});

test.each([
  ['', 'Enter a name for the placeholder'],
  ['Alert ID', 'letters from A to Z'],
  ['Größe', 'letters from A to Z'],
  ['x'.repeat(201), 'at most 200'],
  ['AlertID', 'already documented'],
  ['20_percent', 'URL escape'],
  ['alertid', null],
  ['ABC', null],
  ['_', null],
])('an own token named %j: %s', (name, says) => {
  const issues = checkOwnTokens([{ name, meaning: '', sample: '' }]);
  if (says === null) {
    expect(issues).toEqual([]);
    expect(parseTemplate(`%${name}%`)).toMatchObject([{ kind: 'token', name }]);
  } else {
    expect(issues).toMatchObject([{ path: '0.name', level: 'error' }]);
    expect(issues[0]?.message).toContain(says);
  }
});

test('a repeated own token is reported at its second occurrence', () => {
  const issues = checkOwnTokens([...own, { name: 'Team', meaning: '', sample: '' }]);
  expect(issues).toEqual([
    { path: '2.name', level: 'error', message: '%Team% appears more than once.' },
  ]);
});
