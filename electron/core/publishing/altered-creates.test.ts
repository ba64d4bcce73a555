import { describe, expect, it } from 'vitest';
import type { PlanSource } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import type { FrontHandling, FrontWrite } from '#test-support/service-front.ts';
import { decideCreate } from './decide-create.ts';
import { type Desk, openDesk } from './testing/desk.ts';

const ways: Record<string, (name: string) => string> = {
  trims: (name) => name.trim(),
  'lower-cases': (name) => name.toLowerCase(),
  'cuts off': (name) => name.slice(0, 24),
};
const sentName = '  Pager Night – Production Databases';

/** The installation stores another name than was sent. */
const altering =
  (change: (name: string) => string) =>
  ({ method, body }: FrontWrite): FrontHandling => {
    if (method !== 'POST') return {};
    const sent: unknown = JSON.parse(body);
    const members = Object.entries(sent ?? {}).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' && /^(webhook_)?name$/.test(key) ? change(value) : value,
    ]);
    return { body: JSON.stringify(Object.fromEntries(members)) };
  };

const posts = ({ front }: Desk): number =>
  front.writes.filter(({ method }) => method === 'POST').length;

async function prepared({ core }: Desk, source: PlanSource) {
  let planId = '';
  const keys: string[] = [];
  for await (const event of core.plans.prepare(source)) {
    if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
    if (event.kind === 'end') ({ planId } = event);
  }
  return { planId, keys };
}

async function resultsOfRun({ core }: Desk, planId: string): Promise<RowResult[]> {
  const results = new Map<string, RowResult>();
  for await (const event of core.plans.runs.watch(planId)) {
    if (event.kind === 'results') for (const each of event.results) results.set(each.key, each);
    if (event.kind === 'state' && event.planState.status !== 'running') break;
  }
  return [...results.values()];
}

describe.each<VariantId>(['A', 'B'])('on variant %s, an installation that', (variant) => {
  describe.each(Object.entries(ways))('%s', (_, change) => {
    it('leaves an accepted create unknown until a person selects its webhook', async () => {
      const desk = await openDesk(variant);
      const { core, connectionId, front, latest, held } = desk;
      front.onWrite = altering(change);
      await desk.send(await desk.save(null, sentName));
      const created = (await held()).find(({ name }) => name === change(sentName));
      const { id: entryId, outcome, accepted, candidates } = await latest();
      expect({ outcome, accepted }).toEqual({ outcome: 'unknown', accepted: true });
      expect(candidates).toEqual([{ id: created?.id, name: created?.name }]);
      await desk.wait();
      expect((await latest()).outcome).toBe('unknown');
      const [draft] = await draftsOf(desk);
      if (draft === undefined) throw new Error('The draft stays.');
      await desk.send({
        draftId: draft.id,
        revision: draft.revision,
        despiteOpen: false,
        namedBefore: [],
      });
      expect(posts(desk)).toBe(1);

      await decideCreate(core, { entryId, webhookId: created?.id ?? 0 });
      expect(await latest()).toMatchObject({
        outcome: 'differs',
        webhookId: created?.id,
        candidates: [],
      });
      // The draft continues as an edit of that webhook.
      expect((await draftsOf(desk))[0]).toMatchObject({ webhookId: created?.id, connectionId });
      await expect(decideCreate(core, { entryId, webhookId: null })).rejects.toThrow(ProblemError);
    });
  });

  it('trims leaves a lost create unknown, and creates it again only after “None of these”', async () => {
    const desk = await openDesk(variant);
    const { core, front, latest, held } = desk;
    front.onWrite = (write) => ({ ...altering((name) => name.trim())(write), answer: 'lost' });
    await desk.send(await desk.save(null, sentName));
    const { id: entryId } = await latest();
    await desk.wait();
    expect(await latest()).toMatchObject({ outcome: 'unknown', accepted: false });
    expect((await latest()).candidates.map(({ name }) => name)).toEqual([sentName.trim()]);
    const [draft] = await draftsOf(desk);
    if (draft === undefined) throw new Error('The draft stays.');
    await expect(decideCreate(core, { entryId, webhookId: 4_711 })).rejects.toThrow(ProblemError);
    await decideCreate(core, { entryId, webhookId: null });
    expect(await latest()).toMatchObject({ outcome: 'not-applied', webhookId: null });
    front.onWrite = () => ({});
    const before = await held();
    await desk.send({
      draftId: draft.id,
      revision: draft.revision,
      despiteOpen: false,
      namedBefore: before.map(({ id }) => id),
    });
    expect((await latest()).outcome).toBe('done');
  });

  it('accepts a create and shows no new webhook has not applied it', async () => {
    const desk = await openDesk(variant);
    desk.front.onWrite = () => ({ body: null, answer: { status: 200 } });
    await desk.send(await desk.save(null, sentName));
    expect((await desk.latest()).outcome).toBe('not-applied');
  });

  it('lower-cases posts each row of a plan once, whatever is retried', async () => {
    const desk = await openDesk(variant);
    const { core, connectionId, front } = desk;
    front.onWrite = altering((name) => name.toLowerCase());
    const draftIds: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const definition = { ...emptyDefinition(variant), name, url: 'https://a.example.com/' };
      const of = { connectionId, base: null, definition };
      draftIds.push((await draftToPublish(core.drafts, of)).draftId);
    }
    const source = { kind: 'drafts', draftIds } as const;
    const { planId, keys } = await prepared(desk, source);
    await core.plans.run(planId, keys, { atOnce: 2, onFailure: 'go-on' });
    const results = await resultsOfRun(desk, planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(5).fill('unknown'));
    await core.plans.runs.resume(planId).catch(() => undefined);
    await resultsOfRun(desk, planId);
    const again = await prepared(desk, source);
    await core.plans.run(again.planId, again.keys, { atOnce: 2, onFailure: 'go-on' });
    await resultsOfRun(desk, again.planId);
    expect(posts(desk)).toBe(5);

    // Each decision takes its webhook from the candidates of the others.
    const candidates = (await core.journal.openEntries()).map((entry) => entry.candidates.length);
    expect(candidates).toEqual(Array(5).fill(5));
    const [one, other] = await core.journal.openEntries();
    const [shared] = one?.candidates ?? [];
    if (one === undefined || other === undefined || shared === undefined) throw new Error('Five.');
    const own = one.candidates.find(({ name }) => name === one.meant?.name.toLowerCase()) ?? shared;
    await decideCreate(core, { entryId: one.id, webhookId: own.id });
    await expect(decideCreate(core, { entryId: other.id, webhookId: own.id })).rejects.toThrow(
      'belongs to another create',
    );
    for (const entry of await core.journal.openEntries()) {
      const webhook = entry.candidates.find(({ name }) => name === entry.meant?.name.toLowerCase());
      await decideCreate(core, { entryId: entry.id, webhookId: webhook?.id ?? 0 });
      await core.reconciler.reconcile(connectionId);
    }
    const entries = await core.journal.all({ connectionId });
    expect(entries.map(({ outcome }) => outcome)).toEqual(Array(5).fill('differs'));
    expect(new Set(entries.map(({ webhookId }) => webhookId)).size).toBe(5);
  });
});

async function draftsOf({ core }: Desk) {
  for await (const event of core.drafts.watch()) {
    if (event.kind === 'drafts') return event.drafts;
  }
  return [];
}
