import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type BundleThread,
  createBundleThread,
} from '#adapters/bundle-worker/bundle-thread-host.ts';
import type { PlanRowView, RowsEvent } from '#contract/plans.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { folderOfTests } from '#test-support/store-fixture.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';

// Bundled, because each of many threads would compile the sources again.
let program: string;
beforeAll(async () => {
  const source = join(import.meta.dirname, 'testing/ending-on-request-program.ts');
  program = await bundleProgram(source, folderOfTests());
});

const secret = { name: 'key', destination: 'https://a.example.com/' };
const url = secret.destination;
const file = Buffer.from(
  JSON.stringify({
    format: 'hookdesk-bundle',
    version: '1.0',
    webhooks: [
      {
        name: 'Pager',
        method: 'POST',
        url,
        headers: [{ name: 'Authorization', value: [{ secret: 'key' }] }],
      },
      { name: 'Night', method: 'PATCH', url },
      { name: 'Held', method: 'POST', url },
    ],
  }),
);

type Ending = 'killed' | 'ended';

/** Counts the messages to the thread, and ends it once. */
class Messages {
  readonly #thread: BundleThread;
  readonly #endAt: number;
  readonly #ending: Ending;
  count = 0;

  constructor(thread: BundleThread, endAt: number, ending: Ending) {
    this.#thread = thread;
    this.#endAt = endAt;
    this.#ending = ending;
  }

  of<Work extends object>(work: Work): Work {
    return new Proxy(work, {
      get: (target, method): unknown => {
        const called: unknown = Reflect.get(target, method);
        if (typeof called !== 'function') return called;
        return (...given: readonly unknown[]) =>
          this.#send((): unknown => Reflect.apply(called, target, given));
      },
    });
  }

  #send(call: () => unknown): unknown {
    this.count += 1;
    if (this.count !== this.#endAt) return call();
    if (this.#ending === 'ended') {
      const ending = this.#thread.files.add('end the thread', new Uint8Array(1), 1);
      ending.catch(() => undefined);
      return call();
    }
    const answer = call();
    void this.#thread.close();
    return answer;
  }
}

interface Room {
  readonly core: TestCore;
  readonly connectionId: string;
  readonly otherId: string;
  readonly messages: Messages;
}

async function openRoom(endAt: number, ending: Ending): Promise<Room> {
  const thread = createBundleThread(program);
  const messages = new Messages(thread, endAt, ending);
  const core = createTestCore({
    bundleWorker: messages.of(thread.files),
    exportWorker: messages.of(thread.exports),
  });
  onTestFinished(async () => {
    await core.close();
    await thread.close();
  });
  const connect = async (name: string): Promise<string> => {
    const settings = { ...blankConnection, name, variant: 'B', apiRoot: '/api/v14' } as const;
    const baseUrl = `https://${name}.example.com`;
    const authentication = { kind: 'none' } as const;
    return (await core.connections.add({ ...settings, baseUrl, authentication }, {})).id;
  };
  const [connectionId, otherId] = [await connect('acme'), await connect('globex')];
  const held = { ...emptyDefinition('B'), name: 'Held', url: 'https://before.example.com/' };
  core.ports.webhooks.webhooks.push(core.ports.webhooks.stored(held));
  return { core, connectionId, otherId, messages };
}

async function openedFile({ core }: Room): Promise<string> {
  const { files } = core;
  const { fileId } = await files.begin('a.json', file.length);
  await files.add(fileId, file.toString('base64'));
  await files.open(fileId);
  return fileId;
}

/** The rows of a plan whose answers are given, as far as the thread lets them be given. */
interface Answered {
  planId: string | null;
  rows: Map<string, PlanRowView>;
}

async function prepared(room: Room, answered: Answered): Promise<void> {
  const { plans } = room.core;
  const earlier = answered.planId;
  const source = {
    kind: 'bundle' as const,
    fileId: await openedFile(room),
    connectionIds: [room.connectionId, room.otherId],
    keys: null,
    alsoRemove: true,
    ...(earlier !== null && { earlier }),
  };
  const rows = new Map<string, PlanRowView>();
  const failed = new Map<string | null, Problem>();
  for await (const event of plans.prepare(source)) {
    if (event.kind === 'progress' && event.problem !== null) {
      failed.set(event.connectionId, event.problem);
    }
    if (event.kind === 'rows') for (const row of event.rows) rows.set(row.key, row);
    if (event.kind === 'end') answered.planId = event.planId;
  }
  const ofOne = [...rows.values()].filter((row) => row.connectionId === room.connectionId);
  const ofOther = [...rows.values()].filter((row) => row.connectionId === room.otherId);
  expect(ofOne).toHaveLength(failed.has(room.connectionId) ? 0 : 3);
  expect(ofOther).toHaveLength(failed.has(room.otherId) ? 0 : 3);
  answered.rows = new Map(ofOne.map((row) => [row.key, row]));
  for (const problem of failed.values()) throw new ProblemError(problem);
}

async function taken(answered: Answered, events: AsyncIterable<RowsEvent>): Promise<void> {
  const changed: PlanRowView[] = [];
  let gone: readonly string[] = [];
  for await (const event of events) {
    if (event.kind === 'rows') changed.push(...event.rows);
    else ({ gone } = event);
  }
  for (const row of changed) answered.rows.set(row.key, row);
  for (const key of gone) answered.rows.delete(key);
}

async function answeredAll({ core, connectionId }: Room, answered: Answered): Promise<void> {
  const planId = answered.planId ?? '';
  const night = `${connectionId}/night`;
  await taken(answered, core.plans.answer(planId, [{ keys: [night], answer: { method: 'PUT' } }]));
  const given = { ...secret, value: 'a-key-of-the-receiver', remember: false };
  await taken(answered, core.plans.giveSecret(planId, connectionId, given));
}

/** Whether the work succeeded; a thread that ended is a problem that a person can read. */
async function succeeds(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    return false;
  }
}

const shownRows = ({ rows }: Answered) =>
  [...rows.values()].map(({ name, action, state, answers, filled }) => ({
    name,
    action,
    state,
    answers,
    filled,
  }));

const ready = [
  {
    name: 'Pager',
    action: 'create',
    state: 'ready',
    answers: {},
    filled: [{ name: 'key', remembered: false }],
  },
  { name: 'Night', action: 'create', state: 'ready', answers: { method: 'PUT' }, filled: [] },
  { name: 'Held', action: 'update', state: 'ready', answers: {}, filled: [] },
];

const endings: readonly Ending[] = ['killed', 'ended'];

describe.each(endings)('a thread that is %s at any message', (ending) => {
  it('loses no answer, and shows no part of a plan', { timeout: 120_000 }, async () => {
    let most = 1;
    for (let endAt = 0; endAt <= most; endAt += 1) {
      const room = await openRoom(endAt, ending);
      const answered: Answered = { planId: null, rows: new Map() };
      const isPrepared = await succeeds(() => prepared(room, answered));
      const isAnswered = isPrepared && (await succeeds(() => answeredAll(room, answered)));
      if (isAnswered) expect(shownRows(answered)).toEqual(ready);
      if (endAt === 0) {
        most = room.messages.count;
        expect(isAnswered).toBe(true);
        continue;
      }
      // The person prepares the plan again, and gives the answers that are missing.
      await prepared(room, answered);
      if (isAnswered) expect(shownRows(answered)).toEqual(ready);
      await answeredAll(room, answered);
      expect(shownRows(answered)).toEqual(ready);
    }
    expect(most).toBeGreaterThan(8);
  });

  it('writes the whole file of an export, or none', { timeout: 120_000 }, async () => {
    let most = 1;
    let whole = '';
    for (let endAt = 0; endAt <= most; endAt += 1) {
      const room = await openRoom(endAt, ending);
      let text = '';
      const isWritten = await succeeds(async () => {
        text = await writtenFile(room);
      });
      if (endAt === 0) {
        most = room.messages.count;
        whole = text;
        expect(whole).toContain('Held');
      }
      if (isWritten)
        expect(text.replaceAll(/"exportedAt": "[^"]*"/g, '')).toBe(
          whole.replaceAll(/"exportedAt": "[^"]*"/g, ''),
        );
      expect(await writtenFile(room)).toContain('Held');
    }
    expect(most).toBeGreaterThan(4);
  });
});

async function writtenFile({ core, connectionId }: Room): Promise<string> {
  const selection = { webhooks: [{ connectionId, webhooks: null }], draftIds: [] };
  let exportId = '';
  for await (const event of core.exports.prepare(selection)) {
    if (event.kind === 'end') ({ exportId } = event);
  }
  let text = '';
  const written = core.exports.write({
    exportId,
    format: 'bundle',
    variant: 'B',
    keep: [],
    takeOut: [],
    withAddress: false,
    passphrase: null,
  });
  for await (const event of written) {
    if (event.kind === 'text') text += event.text;
  }
  return text;
}
