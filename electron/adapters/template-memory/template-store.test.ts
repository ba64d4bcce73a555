import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RememberedTemplates } from '#core/store-ports.ts';
import { openConfFile } from '../settings/conf-file.ts';
import { withChecksum } from '../settings/read-checked-file.ts';
import { createTemplateStore } from './template-store.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-templates-'));
  path = join(directory, 'templates.json');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const openStore = () => createTemplateStore({ directory, store: openConfFile });
const remembered: RememberedTemplates = {
  installations: [
    {
      connectionId: 'acme',
      ownTokens: [{ name: 'JobName', meaning: 'What ran.', sample: 'backup “1”\n' }],
      rules: 'plain',
      secretHeaders: ['x-team'],
    },
  ],
  samples: [{ connectionId: 'acme', webhookId: 7, edits: { HIGH: { AlertName: 'a "b" 🔔' } } }],
};

it('starts empty, and is written at once', () => {
  const store = openStore();
  expect(store.remembered()).toEqual({ installations: [], samples: [] });
  expect(store.notice).toBeNull();
  expect(readdirSync(directory)).toEqual(['templates.json', 'templates.previous.json']);
});

it('has the saved content at the next start, for its owner only', () => {
  openStore().save(remembered);
  const again = openStore();
  expect(again.remembered()).toEqual(remembered);
  expect(again.notice).toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['templates.json', 'templates.previous.json']);
});

it.each([
  ['cut off', '{"samples":[{"conn'],
  ['empty', ''],
  ['a list', '[]'],
  ['of another shape', '{"samples":{},"installations":7}'],
])('is renamed and never deleted when it is %s', (_, content) => {
  writeFileSync(path, content);
  const store = openStore();
  expect(store.remembered()).toEqual({ installations: [], samples: [] });
  const aside = readdirSync(directory).find((name) => name.startsWith('templates.damaged-'));
  expect(readFileSync(join(directory, aside ?? ''), 'utf8')).toBe(content);
  expect(store.notice).toContain(aside);
  expect(store.notice).toContain('sample values and custom placeholders');
  expect(openStore().notice).toBeNull();
});

it('restores the readable part of a damaged file', () => {
  const { installations, samples } = remembered;
  writeFileSync(
    path,
    JSON.stringify({
      installations: [...installations, { connectionId: 'b', ownTokens: 'none' }],
      samples: [{ connectionId: 'acme', webhookId: '7' }, ...samples],
    }),
  );
  const store = openStore();
  expect(store.remembered()).toEqual(remembered);
  expect(store.notice).not.toBeNull();
  expect(openStore().remembered()).toEqual(remembered);
});

it('preserves the fields of a newer Hookdesk', () => {
  const newer = {
    version: 1,
    installations: [{ connectionId: 'b', ownTokens: [], rules: 'plain', newer: 1 }],
    samples: [],
  };
  writeFileSync(path, JSON.stringify(withChecksum(newer)));
  const store = openStore();
  expect(store.notice).toBeNull();
  store.save(store.remembered());
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(withChecksum(newer));
});

it.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['of another key', (text: string) => text.replace('"samples"', '"samplez"')],
])('brings nothing deleted back when it is %s', (_, damage) => {
  openStore().save(remembered);
  openStore().save({ ...remembered, samples: [] });
  writeFileSync(path, damage(readFileSync(path, 'utf8')));
  const store = openStore();
  expect(store.notice).toContain('Hookdesk restored its copy.');
  expect(store.remembered()).toEqual({ ...remembered, samples: [] });
});

it.each([
  ['secretHeaders', 'secretHeaders of acme'],
  ['rules', 'rules of acme'],
  ['edits', 'item 1 of samples'],
])('never loses the renamed key %s without a word', (key, name) => {
  openStore().save(remembered);
  writeFileSync(path, readFileSync(path, 'utf8').replace(`"${key}"`, '"other"'));
  const store = openStore();
  expect(store.notice).toContain(name);
  const aside = readdirSync(directory).filter((each) => /damaged|set-aside/.test(each));
  expect(aside).toHaveLength(1);
  expect(openStore().notice).toBeNull();
});

it('copies the values that it receives', () => {
  const store = openStore();
  const samples = [...remembered.samples];
  store.save({ installations: [], samples });
  samples.pop();
  expect(store.remembered().samples).toHaveLength(1);
});
