// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PlanSource } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { collected } from '#test-support/served-window.ts';
import { openStoredCore, type StoredCore } from '#test-support/stored-core-fixture.ts';
import { type RunningService, startService } from '../../../../service/start.ts';
import { previewPublish, publish, removeWebhook } from '../publish.ts';
import { seenOf } from '#test-support/seen-webhooks.ts';

/** Two hosts with their own data folders, and two installations that both know. */
class Hosts {
  readonly names: readonly string[];
  readonly variant: VariantId;
  readonly #services: readonly RunningService[];
  readonly #hosts: readonly StoredCore[];

  private constructor(
    variant: VariantId,
    services: readonly RunningService[],
    hosts: readonly StoredCore[],
  ) {
    this.variant = variant;
    this.#services = services;
    this.#hosts = hosts;
    this.names = ['one', 'two'];
  }

  static async open(variant: VariantId): Promise<Hosts> {
    const services: RunningService[] = [];
    for (const seed of [3, 0]) {
      const service = await startService({ variant, authToken: null, seed });
      onTestFinished(() => service.close());
      services.push(service);
    }
    const places = services.map(({ url: baseUrl, root: apiRoot }) => ({
      baseUrl,
      apiRoot,
      variant,
    }));
    const hosts: StoredCore[] = [];
    for (let host = 0; host < 2; host += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'hookdesk-hosts-'));
      onTestFinished(() => {
        rmSync(folder, { recursive: true, force: true });
      });
      const core = await openStoredCore(folder, ...places);
      onTestFinished(() => core.close());
      hosts.push(core);
    }
    return new Hosts(variant, services, hosts);
  }

  host(index: number): StoredCore {
    const host = this.#hosts[index];
    if (host === undefined) throw new Error('There are two hosts.');
    return host;
  }

  idOf(host: number, installation: number): string {
    return this.host(host).connectionIds[installation] ?? '';
  }

  async held(installation: number): Promise<Webhook[]> {
    const service = this.#services[installation];
    if (service === undefined) throw new Error('There are two installations.');
    const { url: baseUrl, root: apiRoot } = service;
    const target = { baseUrl, apiRoot, variant: this.variant, authToken: null };
    return addressable((await this.host(0).ports.webhooks.list(target, {})).webhooks);
  }

  async prepare(host: number, source: PlanSource): Promise<{ planId: string; keys: string[] }> {
    let planId = '';
    const keys: string[] = [];
    for await (const event of this.host(host).plans.prepare(source)) {
      if (event.kind === 'rows') {
        for (const { key, state } of event.rows) if (state === 'ready') keys.push(key);
      }
      if (event.kind === 'end') ({ planId } = event);
    }
    return { planId, keys };
  }

  async run(
    host: number,
    { planId, keys }: { planId: string; keys: string[] },
  ): Promise<RowResult[]> {
    const { plans } = this.host(host);
    await plans.run(planId, keys, { atOnce: 2, onFailure: 'go-on' });
    const results = new Map<string, RowResult>();
    for await (const event of plans.runs.watch(planId)) {
      if (event.kind === 'results') for (const each of event.results) results.set(each.key, each);
    }
    return [...results.values()];
  }

  async openFile(host: number, names: readonly string[]): Promise<string> {
    const { files } = this.host(host);
    const webhooks = names.map((name) => ({ name, method: 'POST', url: 'https://a.example.com/' }));
    const text = JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks });
    const bytes = Buffer.from(text);
    const { fileId } = await files.begin('a.json', bytes.length);
    await files.add(fileId, bytes.toString('base64'));
    await files.open(fileId);
    return fileId;
  }
}

/** Each makes webhooks on the second installation of a host. */
const sources: Record<string, (hosts: Hosts, host: number) => Promise<PlanSource>> = {
  'a file': async (hosts, host) => {
    const fileId = await hosts.openFile(host, ['One', 'Two', 'Twin', 'Twin']);
    return {
      kind: 'bundle',
      fileId,
      keys: null,
      connectionIds: [hosts.idOf(host, 1)],
      alsoRemove: false,
    };
  },
  'a copy': async (hosts, host) => {
    const connectionId = hosts.idOf(host, 0);
    await (await hosts.host(host).installations.open(connectionId)).list();
    const webhooks = seenOf(await hosts.held(0));
    const selection = [{ connectionId, webhooks }];
    return { kind: 'copy', selection, connectionIds: [hosts.idOf(host, 1)] };
  },
  'drafts of equal content': async (hosts, host) => {
    const { drafts } = hosts.host(host);
    const definition = { ...emptyDefinition(hosts.variant), name: 'Drafted', url: 'https://a.b/' };
    const of = { connectionId: hosts.idOf(host, 1), base: null, definition };
    const { draftId } = await draftToPublish(drafts, of);
    return { kind: 'drafts', draftIds: [draftId] };
  },
};

const outcomes = (results: readonly RowResult[]): string[] =>
  results.map(({ outcome, problem }) => problem?.code ?? outcome);
const namesOf = (webhooks: readonly Webhook[]): string[] => webhooks.map(({ name }) => name).sort();

describe.each<VariantId>(['A', 'B'])('on variant %s', (variant) => {
  it.each(Object.entries(sources))(
    'two hosts that prepared the same plan of %s create its webhooks once',
    async (_, source) => {
      const hosts = await Hosts.open(variant);
      const plans = [];
      for (const host of [0, 1]) {
        plans.push({ host, plan: await hosts.prepare(host, await source(hosts, host)) });
      }
      const results: RowResult[][] = [];
      for (const { host, plan } of plans) results.push(await hosts.run(host, plan));
      const [first = [], second = []] = results;
      expect(new Set(outcomes(first))).toEqual(new Set(['done']));
      expect(new Set(outcomes(second))).toEqual(new Set(['appeared']));
      expect(second[0]?.problem?.facts[0]?.label).toMatch(/^URL of webhook \d+$/);
      expect(await hosts.held(1)).toHaveLength(first.length);
    },
  );

  it.each(Object.entries(sources).filter(([name]) => !name.startsWith('drafts')))(
    'two plans of %s in one host create its webhooks once, also at the same time',
    async (_, source) => {
      for (const isConcurrent of [false, true]) {
        const hosts = await Hosts.open(variant);
        const first = await hosts.prepare(0, await source(hosts, 0));
        const second = await hosts.prepare(0, await source(hosts, 0));
        if (isConcurrent) await Promise.all([hosts.run(0, first), hosts.run(0, second)]);
        else for (const plan of [first, second]) await hosts.run(0, plan);
        expect(await hosts.held(1)).toHaveLength(first.keys.length);
      }
    },
  );

  async function withWebhook() {
    const hosts = await Hosts.open(variant);
    const before = await hosts.held(0);
    const [base] = before;
    if (base === undefined) throw new Error('The installation holds webhooks.');
    return { hosts, core: hosts.host(0), before, base };
  }

  it('one deletion is undone once, also after its entry is closed', async () => {
    const { hosts, core, before, base } = await withWebhook();
    const { journal, connectionId } = core;
    await removeWebhook(core, { connectionId, base });
    const [deletion] = await journal.all({});
    const source = { kind: 'undo' as const, entryIds: [deletion?.id ?? ''] };
    const plans = [await hosts.prepare(0, source), await hosts.prepare(0, source)];
    const results = [];
    for (const plan of plans) results.push(...(await hosts.run(0, plan)));
    expect(outcomes(results)).toEqual(['done', 'refused']);
    expect(namesOf(await hosts.held(0))).toEqual(namesOf(before));
    // A plan that is prepared later says so before it is run.
    expect((await hosts.prepare(0, source)).keys).toEqual([]);

    const [undo] = await journal.all({ undoes: [deletion?.id ?? ''] });
    const again = await hosts.prepare(0, { kind: 'undo', entryIds: [undo?.id ?? ''] });
    expect(outcomes(await hosts.run(0, again))).toEqual(['done']);
    expect(await hosts.held(0)).toHaveLength(before.length - 1);
    // The undo was undone, so the deletion can be undone once more.
    const once = await hosts.prepare(0, source);
    expect(outcomes(await hosts.run(0, once))).toEqual(['done']);
    expect(namesOf(await hosts.held(0))).toEqual(namesOf(before));
  });

  it('a rename and a deletion that were undone together create the webhook once', async () => {
    const { hosts, core, before, base } = await withWebhook();
    const { journal, connectionId } = core;
    const definition = { ...definitionOf(base), name: 'Renamed' };
    const input = await draftToPublish(core.drafts, { connectionId, base, definition });
    await collected(Promise.resolve(publish(core, input)));
    const renamed = (await hosts.held(0)).find(({ name }) => name === 'Renamed');
    if (renamed === undefined) throw new Error('The webhook was renamed.');
    await removeWebhook(core, { connectionId, base: renamed });
    const [deletion, rename] = await journal.all({});
    const both = { kind: 'undo' as const, entryIds: [deletion?.id ?? '', rename?.id ?? ''] };
    expect(outcomes(await hosts.run(0, await hosts.prepare(0, both)))).toEqual(['done']);
    for (const entryIds of [both.entryIds, [deletion?.id ?? '']]) {
      const again = await hosts.prepare(0, { kind: 'undo', entryIds });
      expect(again.keys).toEqual([]);
    }
    expect(namesOf(await hosts.held(0))).toEqual(namesOf(before));
  });

  it('a single draft is compared with what its review showed', async () => {
    const hosts = await Hosts.open(variant);
    const definition = { ...emptyDefinition(variant), name: 'Chat', url: 'https://a.example.com/' };
    const results: string[] = [];
    for (const host of [0, 1, 1]) {
      const core = hosts.host(host);
      const of = { connectionId: hosts.idOf(host, 1), base: null, definition };
      // The second host saw the list before the first host published.
      const { namedBefore } = await previewPublish(core, of);
      const input = { ...(await draftToPublish(core.drafts, of)), namedBefore };
      try {
        for await (const event of publish(core, input)) {
          if (event.kind === 'outcome') results.push(event.outcome.kind);
        }
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        results.push(error.problem.code);
      }
    }
    expect(results).toEqual(['identical', 'appeared', 'identical']);
    expect(namesOf(await hosts.held(1))).toEqual(['Chat', 'Chat']);
  });
});
