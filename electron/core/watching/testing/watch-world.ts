import { runSource } from '#core/pausing/testing/run-source.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { contentKey } from '#domain/webhook/difference.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { stoppedClock } from '#test-support/clock.fake.ts';
import { type FakePorts, fakePorts } from '#test-support/ports.fake.ts';
import { seenInRows } from '#test-support/seen-webhooks.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';

const usual = { ...emptyDefinition('B'), url: 'https://hooks.example.com/' };

/** Content by webhook id. A deleted webhook has none. */
type Contents = Map<number, string>;

/** A core that watches an installation, and what it should tell by a simpler account of the same steps. */
export class WatchWorld {
  readonly #ports: FakePorts;
  #core: TestCore<FakePorts>;
  #connectionId = '';
  /** As a person looked at it last, or as this Hookdesk left it. */
  readonly #seen: Contents = new Map();
  readonly #observed: Contents = new Map();
  readonly #own = new Map<number, string | null>();
  readonly #reported = new Set<number>();

  constructor() {
    let milliseconds = Date.UTC(2030, 0, 2);
    const clock = { ...stoppedClock, now: () => new Date((milliseconds += 1)) };
    this.#ports = { ...fakePorts(), clock };
    this.#core = createTestCore(this.#ports);
  }

  async open(): Promise<void> {
    const { webhooks } = this.#ports;
    for (const name of ['Chat', 'Mail', 'Pager'])
      webhooks.webhooks.push(webhooks.stored({ ...usual, name }));
    const settings = { ...blankConnection, name: 'acme', baseUrl: 'https://acme.example.com' };
    const { id } = await this.#core.connections.add(settings, { authToken: 'token' });
    this.#connectionId = id;
    await this.readList();
    this.markSeen();
  }

  close(): Promise<void> {
    return this.#core.close();
  }

  /** Another person changes, adds or deletes a webhook. */
  changeByOthers(nth: number, how: 'url' | 'back' | 'add' | 'delete'): void {
    const { webhooks } = this.#ports;
    const all = webhooks.webhooks;
    const webhook = all[nth % Math.max(1, all.length)];
    if (how === 'add') all.push(webhooks.stored({ ...usual, name: `Other ${all.length}` }));
    else if (webhook === undefined) return;
    else if (how === 'delete') all.splice(all.indexOf(webhook), 1);
    else webhook.url = how === 'back' ? usual.url : `${usual.url}${nth}`;
  }

  /** A person reads the list in a window. */
  async readList(): Promise<void> {
    await this.#list();
    this.#observe();
  }

  /** A person presses “Mark as seen” for all marks. */
  async dismissMarks(): Promise<void> {
    const connectionId = this.#connectionId;
    const snapshot = await this.#core.snapshotPersistence.load(connectionId);
    const marks = [...(snapshot?.marks.values() ?? [])].map(({ key, seenAt }) => ({ key, seenAt }));
    await this.#core.client.snapshots.seen({ connectionId, marks });
    this.markSeen();
  }

  /** Changes a webhook with this Hookdesk. @param isKilled before the list on the disk follows it */
  async change(nth: number, how: 'switch' | 'delete', isKilled: boolean): Promise<void> {
    await this.readList();
    await this.restart();
    const before = this.#ports.snapshots.held.get(this.#connectionId);
    const rows = await this.#list();
    const row = rows[nth % Math.max(1, rows.length)];
    if (row === undefined) return;
    const selection = [{ connectionId: this.#connectionId, webhooks: seenInRows([row]) }];
    const change =
      how === 'delete'
        ? how
        : [{ kind: 'field' as const, field: 'enabled' as const, value: !row.enabled }];
    await runSource(this.#core.client, { kind: 'webhooks', selection, change });
    const id = row.id ?? 0;
    this.#own.set(id, this.#now().get(id) ?? null);
    await this.restart(() => {
      if (isKilled && before !== undefined)
        this.#ports.snapshots.held.set(this.#connectionId, before);
    });
    if (isKilled) return;
    this.#observe();
    copy(id, this.#now(), this.#seen);
    this.#reported.delete(id);
  }

  async restart(between: () => void = () => undefined): Promise<void> {
    await this.#core.close();
    between();
    this.#core = createTestCore(this.#ports);
  }

  /** What the watch tells, and what it should tell. @param isHeard the watch notes that it told of it */
  async round(isHeard: boolean): Promise<{ told: string[]; expected: string[] }> {
    const { client } = this.#core;
    const connectionId = this.#connectionId;
    const told: string[] = [];
    const round = { connectionIds: [connectionId], storesTimes: false };
    for await (const event of await client.watching.round(round)) {
      if (event.state === 'failed') throw new Error(event.problem.message);
      told.push(...event.changes.map(({ webhookId, kind }) => `${webhookId} ${kind}`));
      if (isHeard) await client.watching.noteReported({ connectionId, changes: event.changes });
    }
    return { told: told.sort(), expected: this.#expected(isHeard).sort() };
  }

  markSeen(): void {
    for (const id of this.#ids()) copy(id, this.#observed, this.#seen);
    this.#reported.clear();
  }

  #expected(isHeard: boolean): string[] {
    this.#observe();
    const expected: string[] = [];
    for (const id of this.#ids()) {
      const [seen, now] = [this.#seen.get(id), this.#observed.get(id)];
      const isOwn = this.#own.get(id) === (now ?? null);
      if (seen !== now && isOwn) copy(id, this.#observed, this.#seen);
      if (seen === now || isOwn || this.#reported.has(id)) continue;
      if (isHeard) this.#reported.add(id);
      expected.push(
        `${id} ${seen === undefined ? 'new' : now === undefined ? 'deleted' : 'changed'}`,
      );
    }
    return expected;
  }

  /** A webhook that differs from the last reading is reported again. */
  #observe(): void {
    const now = this.#now();
    for (const id of new Set([...this.#ids(), ...now.keys()])) {
      if (this.#observed.get(id) !== now.get(id)) this.#reported.delete(id);
      copy(id, now, this.#observed);
    }
  }

  #ids(): Set<number> {
    return new Set([...this.#seen.keys(), ...this.#observed.keys()]);
  }

  #now(): Contents {
    return new Map(this.#ports.webhooks.webhooks.map((each) => [each.id, contentKey(each)]));
  }

  async #list() {
    const rows = [];
    const connectionId = this.#connectionId;
    for await (const event of await this.#core.client.webhooks.list({ connectionId }))
      if (event.kind === 'rows') rows.push(...event.rows);
    return rows;
  }
}

function copy(id: number, from: Contents, to: Contents): void {
  const content = from.get(id);
  if (content === undefined) to.delete(id);
  else to.set(id, content);
}
