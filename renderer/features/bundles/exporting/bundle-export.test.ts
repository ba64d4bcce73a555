import { describe, expect, it } from 'vitest';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { aFoundSecret, aPlainText, FakeExportApi } from '../testing/export-api.fake.ts';
import { BundleExport } from './bundle-export.svelte.ts';
import type { ExportStart } from './export-choice.svelte.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

const all: ExportStart = { webhooks: new Map([['acme', null]]), draftIds: [] };

function begun(
  host: FakeExportApi,
  start: ExportStart = all,
  there: readonly string[] = ['acme', 'globex'],
  drafts: readonly string[] = ['d1', 'd2'],
): BundleExport {
  const connections = there.map((id) => aConnection({ id }));
  const sources = {
    connections: { shown: connections, find: () => connections[0] },
    drafts: { edited: drafts.map((key) => ({ key })), flushNow: () => Promise.resolve() },
  };
  return new BundleExport(host.api, sources, start);
}

async function prepared(host: FakeExportApi): Promise<BundleExport> {
  const exporting = begun(host);
  await exporting.prepare();
  return exporting;
}

describe('an export', () => {
  it('has the chosen webhooks of each installation and the existing drafts', async () => {
    const host = new FakeExportApi();
    const start = { webhooks: new Map([['acme', unseen(1, 2)]]), draftIds: ['d1', 'gone'] };
    const exporting = begun(host, start);
    exporting.choice.choose('globex', null);
    await exporting.prepare();
    exporting.choice.choose('acme', null);
    exporting.choice.choose('globex', undefined);
    exporting.choice.drafts.set(['d1', 'd2'], true);
    await exporting.prepare();
    exporting.choice.choose('acme', undefined);
    exporting.choice.choose('acme', exporting.choice.partOf('acme'));
    exporting.choice.drafts.set(['d1', 'd2'], false);
    await exporting.prepare();
    expect(host.calls.filter((call) => call.startsWith('prepare'))).toEqual([
      'prepare acme=1+2 globex=all d1',
      'prepare acme=all d1 d2',
      'prepare acme=1+2',
    ]);
  });

  it('lists its secrets and releases the previous preparation', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('a'), aFoundSecret('b')];
    const exporting = await prepared(host);
    expect([exporting.phase, exporting.prepared?.webhooks]).toEqual(['prepared', 3]);
    expect(exporting.secrets.all.map(({ name }) => name)).toEqual(['a', 'b']);
    exporting.chooseAgain();
    expect([exporting.phase, exporting.secrets.all.length]).toEqual(['choosing', 0]);
    await exporting.prepare();
    exporting.close();
    expect(host.calls.filter((call) => call.startsWith('forget'))).toEqual([
      'forget 1',
      'forget 2',
    ]);
  });

  it('ignores a cancelled preparation', async () => {
    const host = new FakeExportApi();
    const gate = Promise.withResolvers<null>();
    host.gate = gate.promise;
    const exporting = begun(host);
    const reading = exporting.prepare();
    exporting.chooseAgain();
    gate.resolve(null);
    await reading;
    expect([exporting.phase, exporting.prepared, exporting.problem]).toEqual([
      'choosing',
      null,
      null,
    ]);
  });

  it('can be prepared again after a failure', async () => {
    const host = new FakeExportApi();
    host.refusal = new Error('The disk.');
    const exporting = await prepared(host);
    expect([exporting.phase, exporting.problem?.code]).toEqual(['failed', 'refused']);
    await exporting.prepare();
    expect([exporting.phase, exporting.problem]).toEqual(['prepared', null]);
  });
});

describe('secrets', () => {
  it('are all removed by default, and again after a new preparation', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('a'), aFoundSecret('b'), aFoundSecret('c')];
    const exporting = await prepared(host);
    await exporting.write();
    exporting.secrets.keep(['c', 'a'], true);
    await exporting.write();
    await exporting.prepare();
    await exporting.write();
    expect(host.written.map(({ keep }) => keep)).toEqual([[], ['a', 'c'], []]);
  });

  it('are shown one by one, and only for the current preparation', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('a'), aFoundSecret('b')];
    const exporting = await prepared(host);
    await exporting.show('a');
    expect(exporting.secrets.valueOf('a')).toBe('value of a');
    expect(exporting.secrets.valueOf('b')).toBeNull();
    exporting.secrets.hide('a');
    expect(exporting.secrets.valueOf('a')).toBeNull();
    const late = exporting.show('b');
    exporting.chooseAgain();
    await late;
    expect(exporting.secrets.valueOf('b')).toBeNull();
  });

  it('are filtered by name, place and webhook', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('slack'), aFoundSecret('pager')];
    const { secrets } = await prepared(host);
    for (const [text, names] of [
      ['PAGER url', ['pager']],
      ['webhook sl', ['slack']],
      ['', ['slack', 'pager']],
      ['nothing', []],
    ] as const) {
      secrets.filter = text;
      expect(secrets.shown.map(({ name }) => name)).toEqual(names);
    }
  });
});

describe('text that stays in the file', () => {
  it('is listed and filtered by text, header, webhook and installation', async () => {
    const host = new FakeExportApi();
    host.texts = [aPlainText('X-Team', 'dba'), aPlainText('Accept', '*/*')];
    const { plainTexts } = await prepared(host);
    expect(plainTexts.all).toEqual(host.texts);
    for (const [filter, count] of [
      ['x-team', 1],
      ['DBA', 1],
      ['acme pager', 2],
      ['nothing', 0],
    ] as const) {
      plainTexts.filter = filter;
      expect(plainTexts.shown).toHaveLength(count);
    }
  });

  it('loses marked texts, drops the written file and keeps other choices', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('a'), aFoundSecret('b')];
    host.texts = [aPlainText('X-Team', 'dba')];
    const exporting = await prepared(host);
    exporting.secrets.keep(['a', 'b'], true);
    await exporting.show('a');
    const file = await exporting.write();
    if (file !== null) exporting.saved(file);
    // The mark includes `b`, which is now another secret of the same name.
    host.secrets = [aFoundSecret('a'), { ...aFoundSecret('b'), isMarked: true }];
    host.texts = [];
    await exporting.mark({ kind: 'header', name: 'X-Team' });
    expect(host.calls.at(-1)).toBe('mark 1 X-Team');
    expect(exporting.plainTexts.all).toEqual([]);
    expect([exporting.written, exporting.isSaved]).toEqual([null, false]);
    expect(exporting.secrets.kept.map(({ name }) => name)).toEqual(['a']);
    expect(exporting.secrets.valueOf('a')).toBe('value of a');
    await exporting.unmark('b');
    expect(host.calls.at(-1)).toBe('unmark 1 b');
  });

  it('does not change after a failed or late mark', async () => {
    const host = new FakeExportApi();
    host.texts = [aPlainText('X-Team', 'dba')];
    const exporting = await prepared(host);
    host.refusal = new Error('The disk.');
    await expect(exporting.mark({ kind: 'header', name: 'X-Team' })).rejects.toThrow('The disk.');
    expect([exporting.isMarking, exporting.plainTexts.all]).toEqual([false, host.texts]);
    const late = exporting.mark({ kind: 'header', name: 'X-Team' });
    exporting.chooseAgain();
    await late;
    expect(exporting.plainTexts.all).toBeNull();
  });
});

describe('the file', () => {
  it('is written once for the same options, and again for other options', async () => {
    const host = new FakeExportApi();
    host.secrets = [aFoundSecret('a')];
    const exporting = await prepared(host);
    const file = await exporting.write();
    expect(await file?.content.text()).toBe('{}');
    expect(await exporting.write()).toBe(file);
    if (file !== null) exporting.saved(file);
    expect(exporting.isSaved).toBe(true);
    exporting.secrets.keep(['a'], true);
    expect([exporting.written, exporting.isSaved]).toEqual([null, false]);
    exporting.secrets.keep(['a'], false);
    expect([exporting.written, exporting.isSaved]).toEqual([file, true]);
    exporting.file.format = 'csv';
    expect((await exporting.write())?.fileName).toBe('acme.csv');
    expect(host.written).toHaveLength(2);
  });

  it('is written again without leaked texts, until the next preparation', async () => {
    const host = new FakeExportApi();
    const exporting = await prepared(host);
    const at = { key: 'pager', place: 'payloadTemplate' };
    host.leaks = [
      { where: 'the payload of “Pager”', message: 'A secret.', at },
      { where: 'the name of “Pager”', message: 'A secret.' },
    ];
    const found = await exporting.write();
    host.leaks = [];
    const anew = await exporting.takeOutLeaks();
    expect([found?.leaks.length, anew?.leaks.length]).toEqual([2, 0]);
    expect(exporting.written).toBe(anew);
    await exporting.prepare();
    await exporting.write();
    expect(host.written.map(({ takeOut }) => takeOut)).toEqual([[], ['pager/payloadTemplate'], []]);
  });

  it('needs a valid and repeated passphrase only for an encrypted bundle', async () => {
    const host = new FakeExportApi();
    const exporting = await prepared(host);
    const { file } = exporting;
    file.sealed = true;
    file.passphrase.text = 'short';
    expect(await exporting.write()).toBeNull();
    file.passphrase.text = 'cedar otter lamp rivet';
    expect(await exporting.write()).toBeNull();
    expect(file.passphrase.againMistake).toBeDefined();
    file.passphrase.again = file.passphrase.text;
    file.withAddress = true;
    await exporting.write();
    file.format = 'raw';
    file.variant = 'A';
    await exporting.write();
    expect(
      host.written.map(({ format, variant, passphrase, withAddress }) => [
        format,
        variant,
        passphrase,
        withAddress,
      ]),
    ).toEqual([
      ['bundle', 'B', 'cedar otter lamp rivet', true],
      ['raw', 'A', null, false],
    ]);
  });

  it('is not created after a cancel or a failure, and a failure is reported', async () => {
    const host = new FakeExportApi();
    const exporting = await prepared(host);
    const gate = Promise.withResolvers<null>();
    host.gate = gate.promise;
    const writing = exporting.write();
    expect(exporting.isWriting).toBe(true);
    exporting.cancel();
    expect(exporting.isWriting).toBe(false);
    gate.resolve(null);
    expect(await writing).toBeNull();
    expect(exporting.problem).toBeNull();
    host.refusal = new Error('The disk.');
    expect(await exporting.write()).toBeNull();
    expect(exporting.problem).not.toBeNull();
    expect((await exporting.write())?.bytes).toBe(2);
  });
});
