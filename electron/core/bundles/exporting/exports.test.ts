import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type {
  ExportSelection,
  FoundSecretView,
  PrepareExportEvent,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import { readable } from '#domain/bundle/testing/bundles.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import { stoppedClock } from '#test-support/clock.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { ExportsOnThread } from '../thread/exports-on-thread.ts';
import { identityFor } from '#test-support/draft-fixture.ts';
import { seenOf, unseen } from '#test-support/seen-webhooks.ts';

const begin = new Date('2030-01-02T03:04:05Z').getTime();
const minute = 60_000;

/** Two connections to an installation in memory, and a clock that a test moves. */
async function openApi() {
  const time = { now: begin };
  const clock = { ...stoppedClock, now: () => new Date(time.now) };
  const core = createTestCore({ clock, exportWorker: new ExportsOnThread(bundleCodec) });
  onTestFinished(() => core.close());
  const { ports, connections } = core;
  const add = async (name: string): Promise<string> => {
    const settings = { ...blankConnection, name, baseUrl: `https://${name}.example` };
    return (await connections.add({ ...settings, variant: 'B' }, { authToken: 'token' })).id;
  };
  const [acme, other] = [await add('acme'), await add('other')];
  const hold = (name: string, more: Partial<WebhookDefinition> = {}): Webhook => {
    const held = ports.webhooks.stored({ ...emptyDefinition('B'), name, ...more });
    ports.webhooks.webhooks.push(held);
    return held;
  };
  return { ...core, time, acme, other, hold };
}

let room: Awaited<ReturnType<typeof openApi>>;
beforeEach(async () => {
  room = await openApi();
});

type End = Extract<PrepareExportEvent, { kind: 'end' }>;

async function prepared(
  selection: Partial<ExportSelection>,
  signal?: AbortSignal,
): Promise<End & { secrets: FoundSecretView[]; done: number[] }> {
  const secrets: FoundSecretView[] = [];
  const done: number[] = [];
  const all = { webhooks: [], draftIds: [], ...selection };
  for await (const event of room.exports.prepare(all, signal)) {
    if (event.kind === 'progress') done.push(event.done);
    else if (event.kind === 'secrets') secrets.push(...event.secrets);
    else return { ...event, secrets, done };
  }
  throw new Error('There is no export.');
}

const asUsual: Omit<WriteExportInput, 'exportId'> = {
  format: 'bundle',
  variant: 'B',
  keep: [],
  takeOut: [],
  withAddress: false,
  passphrase: null,
};

async function written(
  exportId: string,
  how: Partial<WriteExportInput> = {},
  signal?: AbortSignal,
) {
  let text = '';
  for await (const event of room.exports.write({ ...asUsual, ...how, exportId }, signal)) {
    if (event.kind === 'text') text += event.text;
    else return { ...event, text };
  }
  throw new Error('There is no file.');
}

const whole = (...ids: string[]): Partial<ExportSelection> => ({
  webhooks: ids.map((connectionId) => ({ connectionId, webhooks: null })),
});
const namesIn = (text: string): (string | undefined)[] =>
  readable(text).rows.map(({ content }) =>
    content.kind === 'webhook' ? content.webhook.name : undefined,
  );

const unreachable = (): never => {
  throw new ProblemError(plainProblem('unreachable', 'Nobody answers there.', 'Try again.'));
};

describe('the content of an export', () => {
  it('is the current installation, with the tokens and sample values of its templates', async () => {
    const { id } = room.hold('Pager', {
      url: 'https://user:hush-hush@a.example/',
      payloadTemplate: '%Team% %AlertName%',
    });
    room.templates.saveOwnTokens(room.acme, [{ name: 'Team', meaning: 'On call.', sample: 'dba' }]);
    room.templates.saveSamples(room.acme, id, { HIGH: { AlertName: 'Disk full' } });
    const end = await prepared(whole(room.acme));
    expect(end).toMatchObject({
      webhooks: 1,
      leftOut: [],
      notices: [],
      done: [0, 1],
      suggestedName: 'acme-2030-01-02.hookdesk.json',
    });
    expect(end.secrets.map(({ name }) => name)).toEqual(['pager-url']);
    expect(await room.exports.secret(end.exportId, 'pager-url')).toEqual({
      value: 'user:hush-hush',
    });
    const file = await written(end.exportId);
    expect(file).toMatchObject({ fileName: end.suggestedName, leaks: [], containsSecrets: false });
    const reading = readable(file.text);
    if (reading.kind !== 'bundle') throw new Error('It is no bundle.');
    expect(reading.bundle).toMatchObject({
      sources: [
        {
          installation: 'acme',
          fingerprint: room.ports.sha256('https://acme.example/api/v14'),
          webhooks: [{ key: 'pager', id }],
        },
      ],
      tokens: [
        { name: 'AlertName', samples: { HIGH: 'Disk full' } },
        { name: 'Team', meaning: 'On call.', sample: 'dba' },
      ],
    });
    expect(room.snapshots.find(room.acme, id)).not.toBe(null);
  });

  it('names the chosen webhooks that changed since they were chosen', async () => {
    const [one, two] = [room.hold('One'), room.hold('Two')];
    const webhooks = [{ connectionId: room.acme, webhooks: [...seenOf([one]), ...unseen(two.id)] }];
    expect((await prepared({ webhooks })).notices).toEqual([
      'Changed on “acme” since you selected it: “Two”. The file has the current version.',
    ]);
  });

  it('is the chosen webhooks, with a notice for those that are gone', async () => {
    const [one, , three] = [room.hold('One'), room.hold('Two'), room.hold('Three')];
    const webhooks = [
      { connectionId: room.acme, webhooks: [...seenOf([one]), ...unseen(4_711)] },
      { connectionId: room.acme, webhooks: seenOf([three]) },
    ];
    const end = await prepared({ webhooks });
    expect(end.notices).toEqual(['1 webhook is not on “acme” any more: left out.']);
    expect(namesIn((await written(end.exportId)).text)).toEqual(['One', 'Three']);
  });

  it('is the drafts, in place of their webhooks and for new webhooks', async () => {
    const held = room.hold('Held');
    room.hold('Other');
    const about = { connectionId: room.acme, editedAt: new Date(begin) };
    const edited = { ...definitionOf(held), name: 'Edited' };
    await room.drafts.save({
      draft: {
        ...identityFor('a'),
        ...about,
        id: 'a',
        webhookId: held.id,
        base: held,
        definition: edited,
      },
      basedOn: null,
    });
    const loose = { ...emptyDefinition('A'), name: 'Loose' };
    await room.drafts.save({
      draft: {
        ...identityFor('b'),
        id: 'b',
        connectionId: null,
        webhookId: null,
        base: null,
        definition: loose,
        editedAt: new Date(begin),
      },
      basedOn: null,
    });
    const end = await prepared({ ...whole(room.acme), draftIds: ['a', 'b', 'gone'] });
    expect(end.notices).toEqual(['1 draft is not there any more: left out.']);
    expect(namesIn((await written(end.exportId)).text)).toEqual(['Edited', 'Loose', 'Other']);
    const alone = await prepared({ draftIds: ['b'] });
    expect(alone.suggestedName).toBe('drafts-2030-01-02.hookdesk.json');
    expect(room.ports.webhooks.operations).toEqual(['list']);
  });

  it('is without webhooks when every chosen draft is gone', async () => {
    const end = await prepared({ draftIds: ['gone'] });
    expect(end).toMatchObject({
      webhooks: 0,
      suggestedName: 'webhooks-2030-01-02.hookdesk.json',
      notices: ['1 draft is not there any more: left out.'],
    });
    const { text } = await written(end.exportId);
    expect(JSON.parse(text) as unknown).toMatchObject({ sources: [], webhooks: [] });
  });

  it('leaves out unedited draft fields that the installation did not report', async () => {
    const base = { ...room.hold('Held'), unreported: ['enabled', 'severities.low', 'method'] };
    const definition = { ...definitionOf(base), enabled: !base.enabled };
    const at = new Date(begin);
    const about = {
      ...identityFor('a'),
      id: 'a',
      connectionId: room.acme,
      webhookId: base.id,
      base,
      editedAt: at,
    };
    await room.drafts.save({ draft: { ...about, definition }, basedOn: null });
    const { exportId } = await prepared({ draftIds: ['a'] });
    const [row] = readable((await written(exportId)).text).rows;
    expect(row?.content.kind === 'webhook' && row.content.webhook.missing).toEqual([
      'method',
      'severities.low',
    ]);
  });
});

describe('an installation that cannot be read', () => {
  it('is exported from the last read, with its age in a notice', async () => {
    room.hold('Pager');
    await prepared(whole(room.acme));
    room.time.now += 3 * 60 * minute;
    room.ports.webhooks.before = unreachable;
    const end = await prepared(whole(room.acme, room.other));
    expect(end.webhooks).toBe(1);
    expect(end.notices).toEqual([
      '“acme” could not be read now. The file has its last known version: 3 hours ago. Nobody answers there.',
      '“other” could not be read and was never read before. It is not in the file. Nobody answers there.',
    ]);
    expect(end.done.at(-1)).toBe(2);
  });

  it('ends the export when the connection is unknown', async () => {
    await expect(prepared(whole('gone'))).rejects.toMatchObject({
      problem: { code: 'no-such-connection' },
    });
  });

  it('ends the export when it is cancelled', async () => {
    const cancelling = new AbortController();
    room.ports.webhooks.before = () => {
      cancelling.abort();
      unreachable();
    };
    await expect(prepared(whole(room.acme), cancelling.signal)).rejects.toMatchObject({
      problem: { code: 'aborted' },
    });
  });
});

describe('a file', () => {
  it.each([
    [{ format: 'raw' }, 'acme-2030-01-02.json', 'application/json'],
    [{ format: 'csv' }, 'acme-2030-01-02.csv', 'text/csv'],
    [{ passphrase: 'three blind mice' }, 'acme-2030-01-02.hookdesk.json.age', 'text/plain'],
  ] as const)('for %j has the right name and MIME type', async (how, fileName, mimeType) => {
    room.hold('Pager');
    const { exportId } = await prepared(whole(room.acme));
    expect(await written(exportId, how)).toMatchObject({ fileName, mimeType });
  });

  it('contains the address only on request', async () => {
    room.hold('Pager');
    const { exportId } = await prepared(whole(room.acme));
    expect((await written(exportId)).text).not.toContain('acme.example');
    expect((await written(exportId, { withAddress: true })).text).toContain('https://acme.example');
  });

  it('that is not a bundle cannot have a passphrase', async () => {
    const { exportId } = await prepared(whole(room.acme));
    const how = { format: 'csv', passphrase: 'three blind mice' } as const;
    await expect(written(exportId, how)).rejects.toMatchObject({ problem: { code: 'invalid' } });
  });

  it('that is cancelled does not delay another', async () => {
    room.hold('Pager');
    const { exportId } = await prepared(whole(room.acme));
    const given = new AbortController();
    const first = written(exportId, {}, given.signal);
    const second = written(exportId, { format: 'csv' });
    given.abort();
    await expect(first).rejects.toMatchObject({ problem: { code: 'aborted' } });
    expect((await second).text).toContain('Pager');
  });
});

describe('an export is available', () => {
  const unknown = { problem: { code: 'refused', message: 'This export is not known any more.' } };

  it('until it is deleted', async () => {
    const { exportId } = await prepared(whole(room.acme));
    await room.exports.forget(exportId);
    await expect(written(exportId)).rejects.toMatchObject(unknown);
    await expect(room.exports.secret(exportId, 'a')).rejects.toMatchObject(unknown);
  });

  it('for half an hour', async () => {
    const { exportId } = await prepared(whole(room.acme));
    room.time.now += 30 * minute - 1;
    expect((await written(exportId)).kind).toBe('end');
    room.time.now += 1;
    await expect(written(exportId)).rejects.toMatchObject(unknown);
  });

  it('until three newer ones exist', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await prepared(whole(room.acme))).exportId);
    }
    const [oldest = '', second = ''] = ids;
    await expect(written(oldest)).rejects.toMatchObject(unknown);
    expect((await written(second)).kind).toBe('end');
  });

  it('but refuses a secret that it does not contain', async () => {
    const { exportId } = await prepared(whole(room.acme));
    await expect(room.exports.secret(exportId, 'pager-url')).rejects.toMatchObject({
      problem: { code: 'refused', message: 'This secret is not in the export.' },
    });
  });
});
