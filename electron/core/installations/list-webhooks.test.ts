import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createHttpServices } from '#adapters/http/http-services.ts';
import type { ReadManyEvent } from '#contract/webhooks.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { Fault } from '../../../service/faults/fault.ts';
import { type RunningService, startService } from '../../../service/start.ts';
import { readMany } from './list-webhooks.ts';

// @module-tag slow
const authToken = 'practice-makes-perfect';

/** Real services on sockets, and a core that has a connection to each. */
class Fleet implements AsyncDisposable {
  readonly #http = createHttpServices({ environment: {}, limits: { retryPauses: [1] } });
  readonly #core = createTestCore({ webhooks: this.#http.webhooks, signIn: this.#http.signIn });
  readonly connections = this.#core.connections;
  readonly snapshots = this.#core.snapshots;
  readonly #services: RunningService[] = [];
  /** Names of the installations, in the order of their requests. */
  readonly begun: string[] = [];

  async add(fault?: z.input<typeof Fault>): Promise<string> {
    const name = `installation ${this.#services.length}`;
    const service = await startService({
      variant: 'B',
      authToken,
      seed: 2 + this.#services.length,
      faults: fault === undefined ? [] : [Fault.parse(fault)],
      onRequest: () => this.begun.push(name),
    });
    this.#services.push(service);
    const settings = {
      ...blankConnection,
      name,
      baseUrl: service.url,
      apiRoot: service.root,
      limits: { ...defaultLimits, headersMilliseconds: 1_500 },
    };
    return (await this.connections.add(settings, { authToken })).id;
  }

  read(ids: readonly string[], signal?: AbortSignal): AsyncGenerator<ReadManyEvent, void, void> {
    return readMany(this.#core.installations, ids, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#core.close();
    await this.#http.close();
    for (const service of this.#services) await service.close();
  }
}

/** The states of each connection, without repetitions. */
class Told {
  readonly states = new Map<string, string[]>();
  readonly last = new Map<string, ReadManyEvent>();
  /** Ids in the order in which they finished. */
  readonly ended: string[] = [];

  take(event: ReadManyEvent): void {
    const { connectionId, state } = event;
    const before = this.states.get(connectionId) ?? [];
    if (before.at(-1) !== state) this.states.set(connectionId, [...before, state]);
    this.last.set(connectionId, event);
    if (state === 'done' || state === 'failed') this.ended.push(connectionId);
  }
}

let readings: Fleet;
beforeEach(() => {
  readings = new Fleet();
});
afterEach(async () => {
  await readings[Symbol.asyncDispose]();
});

describe('reading several installations', () => {
  it('reports each one separately, and does not delay the others when one hangs', async () => {
    const hanging = await readings.add({ kind: 'hang' });
    const broken = await readings.add({ kind: 'html' });
    const good: string[] = [];
    for (let more = 0; more < 6; more += 1) good.push(await readings.add());
    const told = new Told();
    for await (const event of readings.read([hanging, broken, ...good, 'gone', hanging])) {
      told.take(event);
    }
    expect(told.ended).toHaveLength(9);
    expect(told.ended.at(-1)).toBe(hanging);
    expect(told.last.get(hanging)).toMatchObject({
      state: 'failed',
      problem: { code: 'timed-out' },
    });
    expect(told.last.get(broken)).toMatchObject({ problem: { code: 'not-the-interface' } });
    expect(told.last.get('gone')).toMatchObject({ problem: { code: 'no-such-connection' } });
    for (const [place, id] of good.entries()) {
      expect(told.last.get(id)).toMatchObject({ state: 'done', total: 4 + place });
      expect(readings.snapshots.filter(id, '')).toHaveLength(4 + place);
    }
    // Each connection waited or was read, then ended, and changed no more.
    for (const states of told.states.values()) {
      expect(states.join(' ')).toMatch(/^(waiting )?(reading )?(done|failed)$/);
    }
  });

  it('starts with six, and starts the next one when one ends', async () => {
    const release = Promise.withResolvers<undefined>();
    const { ports, connections, installations } = createTestCore({});
    const list = ports.webhooks;
    let running = 0;
    let most = 0;
    const six = Promise.withResolvers<undefined>();
    list.before = async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 6) six.resolve(undefined);
      await release.promise;
      running -= 1;
    };
    const ids: string[] = [];
    for (let more = 0; more < 20; more += 1) {
      const settings = { ...blankConnection, name: `${more}`, baseUrl: 'https://a.example.com' };
      ids.push((await connections.add(settings, { authToken })).id);
    }
    const told = new Told();
    const reading = readMany(installations, ids);
    const all = (async () => {
      for await (const event of reading) told.take(event);
    })();
    await six.promise;
    const waiting = (): string[] => ids.filter((id) => told.last.get(id)?.state === 'waiting');
    await expect.poll(waiting).toEqual(ids.slice(6));
    release.resolve(undefined);
    await all;
    expect(most).toBe(6);
    expect(told.ended.toSorted()).toEqual(ids.toSorted());
  });
});

describe('cancelling', () => {
  it('aborts all reads at once, and keeps the finished ones', async () => {
    const good = await readings.add();
    const hanging: string[] = [];
    for (let more = 0; more < 7; more += 1) hanging.push(await readings.add({ kind: 'hang' }));
    const cancelling = new AbortController();
    const told = new Told();
    const all = (async () => {
      const events = readings.read([good, ...hanging], cancelling.signal);
      for await (const event of events) told.take(event);
    })();
    await expect.poll(() => told.ended).toEqual([good]);
    await expect.poll(() => readings.begun).toHaveLength(7);
    cancelling.abort();
    await all;
    expect(told.last.get(good)).toMatchObject({ state: 'done' });
    for (const id of hanging) {
      expect(told.last.get(id)).toMatchObject({ state: 'failed', problem: { code: 'aborted' } });
    }
    // The last one received no request.
    expect(readings.begun).not.toContain('installation 7');
  });

  it('happens when nobody reads the events any more', async () => {
    const asked = Promise.withResolvers<AbortSignal | undefined>();
    const { ports, connections, installations } = createTestCore({});
    ports.webhooks.list = (_, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    };
    const settings = { ...blankConnection, name: 'a', baseUrl: 'https://a.example.com' };
    const { id } = await connections.add(settings, { authToken });
    for await (const { state } of readMany(installations, [id])) {
      if (state === 'waiting') continue;
      await asked.promise;
      break;
    }
    expect((await asked.promise)?.aborted).toBe(true);
  });

  it('before the start sends no request', async () => {
    const id = await readings.add();
    const told = new Told();
    for await (const event of readings.read([id], AbortSignal.abort())) told.take(event);
    expect(told.last.get(id)).toMatchObject({ state: 'failed', problem: { code: 'aborted' } });
    expect(readings.begun).toEqual([]);
  });
});

it('throws an unexpected error after the other installations are read', async () => {
  const good = await readings.add();
  const { connections } = readings;
  const find = connections.find.bind(connections);
  connections.find = (id) => {
    if (id === 'bug') throw new TypeError('a bug');
    return find(id);
  };
  const told = new Told();
  const all = (async () => {
    for await (const event of readings.read(['bug', good])) told.take(event);
  })();
  await expect(all).rejects.toThrow(TypeError);
  expect(told.ended).toEqual([good]);
});
