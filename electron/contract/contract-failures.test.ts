import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ports } from '#core/ports.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { Problem } from '#domain/problem.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { httpServer, rawServer, type TestServer } from '#adapters/http/testing/servers.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';

const authToken = 'practice-makes-perfect';
const settingsFor = (baseUrl: string, apiRoot = '/api/v14'): ConnectionSettings => ({
  ...blankConnection,
  name: 'acme',
  baseUrl,
  variant: 'B',
  apiRoot,
});

describe.each(transports)('errors on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;
  let service: RunningService;
  let servers: TestServer[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    ({ ports, close: endPorts } = await composeTestFolder(folder));
    service = await startService({ variant: 'B', authToken, seed: 2 });
    servers = [];
    window = await openWindow(transport, ports, folder);
  });
  afterEach(async () => {
    await window.leave();
    await window.end();
    await endPorts();
    await service.close();
    for (const server of servers) await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  async function connected(baseUrl = service.url, token = authToken): Promise<string> {
    const settings = settingsFor(baseUrl);
    return (await window.client.connections.add({ settings, secrets: { authToken: token } })).id;
  }
  const drained = async (stream: Promise<AsyncIterable<unknown>>): Promise<unknown[]> => {
    const events: unknown[] = [];
    for await (const event of await stream) events.push(event);
    return events;
  };
  /** The problem that rejects `work`, as the window parses it. */
  async function problemOf(work: Promise<unknown>): Promise<Problem> {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'PROBLEM', status: 422, defined: true });
    const problem = Problem.parse(Reflect.get(Object(error), 'data'));
    expect(error).toHaveProperty('message', problem.message);
    expect(problem.advice).not.toBe('');
    return problem;
  }

  describe('a problem', () => {
    it('names the invalid fields', async () => {
      const settings = { ...settingsFor('monitor.example.com'), name: '' };
      const problem = await problemOf(window.client.connections.add({ settings, secrets: {} }));
      expect(problem).toMatchObject({
        code: 'invalid',
        issues: [{ path: 'name' }, { path: 'baseUrl' }],
      });
    });

    it('arrives from the stream of a list', async () => {
      const connectionId = await connected(service.url, 'wrong');
      const problem = await problemOf(drained(window.client.webhooks.list({ connectionId })));
      expect(problem).toMatchObject({ code: 'unauthorized', answer: { status: 401 } });
    });

    it('arrives from a list of an unknown connection', async () => {
      const listing = drained(window.client.webhooks.list({ connectionId: 'nobody' }));
      expect((await problemOf(listing)).code).toBe('no-such-connection');
    });

    it('carries the live webhook when publishing stops on a conflict', async () => {
      const connectionId = await connected();
      const list = await ports.webhooks.list(
        { baseUrl: service.url, apiRoot: service.root, variant: 'B', authToken },
        {},
      );
      const [live] = addressable(list.webhooks);
      if (live === undefined) throw new Error('The service is empty.');
      const base: Webhook = { ...live, name: `${live.name}, before` };
      const events: unknown[] = [];
      const publishing = async (): Promise<void> => {
        const { drafts, publishing: api } = window.client;
        const definition = { ...definitionOf(base), enabled: !base.enabled };
        const stream = await api.publish(
          await draftToPublish(drafts, { connectionId, base, definition }),
        );
        for await (const event of stream) events.push(event);
      };
      expect(await problemOf(publishing())).toMatchObject({ code: 'conflict', live });
      expect(events).toEqual([{ kind: 'step', step: 'checking' }]);
    });

    it('arrives in the failed step of a connection test', async () => {
      const settings = settingsFor(service.url, '/api/nowhere');
      const test = window.client.connections.test({
        connectionId: null,
        settings,
        secrets: { authToken },
      });
      expect((await drained(test)).at(-1)).toMatchObject({
        step: 'list',
        state: 'failed',
        problem: { code: 'not-found', answer: { status: 404 } },
      });
    });
  });

  describe('cancelling', () => {
    /** A server that never responds; `closed` resolves when the next connection has closed. */
    async function hanging() {
      let next: (closed: Promise<unknown>) => void = () => undefined;
      const asked = new Promise<Promise<unknown>>((resolve) => (next = resolve));
      const server = await rawServer((socket) => {
        const closed = once(socket, 'close');
        socket.once('data', () => {
          next(closed);
        });
      });
      servers.push(server);
      return { url: server.baseUrl, closed: async () => await await asked };
    }

    it('a list closes its request to the installation', async () => {
      const server = await hanging();
      const connectionId = await connected(server.url);
      const cancelling = new AbortController();
      const listing = drained(
        window.client.webhooks.list({ connectionId }, { signal: cancelling.signal }),
      );
      const closed = server.closed();
      await expectAsked(server);
      cancelling.abort();
      await expect(listing).rejects.toThrow();
      await closed;
      expect(window.reported).toEqual([]);
    });

    it('a read closes its request to the installation', async () => {
      const server = await hanging();
      const connectionId = await connected(server.url);
      const cancelling = new AbortController();
      const reading = window.client.webhooks.read(
        { connectionId, webhookId: 1 },
        { signal: cancelling.signal },
      );
      await expectAsked(server);
      cancelling.abort();
      await expect(reading).rejects.toThrow();
      await server.closed();
      expect(window.reported).toEqual([]);
    });

    it('a connection test closes its request to the installation', async () => {
      const server = await hanging();
      const stream = await window.client.connections.test({
        connectionId: null,
        settings: settingsFor(server.url),
        secrets: { authToken },
      });
      for await (const { state } of stream) {
        expect(state).toBe('running');
        await expectAsked(server);
        break;
      }
      await server.closed();
      expect(window.reported).toEqual([]);
    });

    it('by closing the window closes the request to the installation', async () => {
      const server = await hanging();
      const connectionId = await connected(server.url);
      const listing = drained(window.client.webhooks.list({ connectionId }));
      listing.catch(() => undefined);
      await expectAsked(server);
      await window.leave();
      await server.closed();
      await expect(listing).rejects.toThrow();
      expect(window.reported).toEqual([]);
    });

    /** Waits until the request has arrived. */
    async function expectAsked(server: { url: string }): Promise<void> {
      const found = servers.find(({ baseUrl }) => baseUrl === server.url);
      await expect.poll(() => found?.connections(), { timeout: 10_000 }).toBeGreaterThan(0);
    }
  });

  describe('an unexpected error', () => {
    it('reaches the window without details, and is reported without data', async () => {
      Object.assign(ports.settings, {
        settings: () => {
          throw new TypeError('canary');
        },
      });
      await expect(window.client.settings.read()).rejects.toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Internal server error',
      });
      expect(window.received.join()).not.toContain('canary');
      expect(window.reported).toEqual([expect.stringMatching(/^TypeError\n\s+at /)]);
      expect(window.reported.join()).not.toContain('canary');
    });

    it('in a stream reaches the window without details', async () => {
      const server = await httpServer((_, response) => response.end('[]'));
      servers.push(server);
      const connectionId = await connected(server.baseUrl);
      Object.assign(ports.webhooks, {
        list: () => Promise.reject(new RangeError('canary')),
      });
      const listing = drained(window.client.webhooks.list({ connectionId }));
      await expect(listing).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
      expect(window.received.join()).not.toContain('canary');
      expect(window.reported).toEqual([expect.stringMatching(/^RangeError\n\s+at /)]);
    });

    it('leaves the window usable', async () => {
      const wrong = { connectionId: 7 };
      // @ts-expect-error -- a faulty window can send what the types forbid
      await expect(window.client.connections.remove(wrong)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      expect(await window.client.connections.list()).toEqual([]);
      const definition = emptyDefinition('B');
      const preview = window.client.publishing.preview({
        connectionId: 'nobody',
        base: null,
        definition,
      });
      expect((await problemOf(preview)).code).toBe('no-such-connection');
    });
  });
});
