import { describe, expect, it } from 'vitest';
import type { EntryOutcome } from '#domain/journal/entry.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import type { FrontAnswer, FrontHandling } from '#test-support/service-front.ts';
import { removeWebhook } from './publish.ts';
import { type Desk, openDesk } from './testing/desk.ts';

const json = { 'content-type': 'application/json' };
const body = '{"success": 0, "errormsg": "No."}';

/** Each sends one request, and says whether it is applied. */
const actions: Record<string, (desk: Desk) => Promise<() => Promise<boolean>>> = {
  create: async ({ save, send, held }) => {
    const name = `Created ${crypto.randomUUID()}`;
    await send(await save(null, name));
    return async () => (await held()).some((each) => each.name === name);
  },
  update: async ({ save, send, held }) => {
    const name = `Renamed ${crypto.randomUUID()}`;
    const [base] = await held();
    if (base === undefined) throw new Error('The service has webhooks.');
    await send(await save(base, name));
    return async () => (await held()).some((each) => each.name === name);
  },
  delete: async ({ core, connectionId, attempt, held, save, send, front }) => {
    const { onWrite } = front;
    front.onWrite = () => ({});
    const name = `Deleted ${crypto.randomUUID()}`;
    await send(await save(null, name));
    front.onWrite = onWrite;
    const base = (await held()).find((each) => each.name === name);
    if (base === undefined) throw new Error('It was created.');
    await attempt(() => removeWebhook(core, { connectionId, base }));
    return async () => !(await held()).some(({ id }) => id === base.id);
  },
};

const refused: FrontAnswer[] = [400, 401, 405, 413, 422, 429].map((status) => ({ status }));
const answers: Record<
  string,
  { answers: readonly (FrontAnswer | 'lost')[]; unapplied: EntryOutcome }
> = {
  refused: {
    answers: [...refused, { status: 403, headers: json, body }],
    unapplied: 'failed',
  },
  finished: {
    answers: [
      { status: 302, headers: { location: 'https://login.example.com/' } },
      { status: 404 },
      { status: 409, headers: json, body },
      { status: 403, body: '<html></html>' },
      { status: 500, headers: json, body },
    ],
    unapplied: 'not-applied',
  },
  open: {
    answers: [{ status: 202, headers: json, body: '{}' }, { status: 500 }, { status: 503 }, 'lost'],
    unapplied: 'unknown',
  },
};

describe.each<VariantId>(['A', 'B'])('on variant %s, the answer to a', (variant) => {
  describe.each(Object.entries(actions))('%s', (_, act) => {
    it.each(Object.entries(answers))('that is %s settles what it can', async (kind, given) => {
      const desk = await openDesk(variant);
      for (const answer of given.answers) {
        const about = JSON.stringify(answer);
        desk.front.onWrite = (): FrontHandling => ({ body: null, answer });
        const isApplied = await act(desk);
        expect(await isApplied(), about).toBe(false);
        expect((await desk.latest()).outcome, about).toBe(given.unapplied);
        if (kind === 'open') {
          await desk.core.reconciler.reconcile(desk.connectionId);
          expect((await desk.latest()).outcome, about).toBe('unknown');
          await desk.wait();
          expect((await desk.latest()).outcome, about).toBe('not-applied');
        }
        if (kind === 'refused') continue;
        expect((await desk.latest()).problem?.advice, about).toContain('Nothing was changed');

        desk.front.onWrite = (): FrontHandling => ({ answer });
        const isAppliedToo = await act(desk);
        expect(await isAppliedToo(), about).toBe(true);
        expect((await desk.latest()).outcome, about).toBe('done');
      }
    });
  });

  it('update is applied later than it is accepted', async () => {
    const desk = await openDesk(variant);
    const { held, front, latest, core, connectionId } = desk;
    const apply = Promise.withResolvers<{ body: string; path: string }>();
    front.onWrite = ({ body: asked, path }) => {
      apply.resolve({ body: asked, path });
      return { body: null, answer: { status: 202, headers: json, body: '{}' } };
    };
    const [base] = await held();
    await desk.send(await desk.save(base ?? null, 'Later'));
    expect((await latest()).outcome).toBe('unknown');
    const { body: asked, path } = await apply.promise;
    await fetch(`${desk.target.baseUrl}${path}`, { method: 'PUT', headers: json, body: asked });
    await core.reconciler.reconcile(connectionId);
    expect((await latest()).outcome).toBe('done');
    expect(front.writes).toHaveLength(1);
  });

  it.each<[string, FrontAnswer | 'lost', EntryOutcome]>([
    ['a server error', { status: 500, headers: json, body }, 'differs'],
    ['a lost answer', 'lost', 'unknown'],
  ])(
    'update is not called unapplied after %s and a change by another person',
    async (_, answer, outcome) => {
      const desk = await openDesk(variant);
      const { held, front, latest, core, connectionId } = desk;
      const [base] = await held();
      if (base === undefined) throw new Error('The service has webhooks.');
      front.onWrite = async () => {
        const theirs = { ...definitionOf(base), name: 'Theirs' };
        const update = { action: 'update', live: base, definition: theirs } as const;
        await core.ports.webhooks.send(desk.target, update);
        return { body: null, answer };
      };
      await desk.send(await desk.save(base, 'Mine'));
      expect((await latest()).outcome).toBe(outcome);
      await desk.wait();
      const { outcome: last, after, notes } = await latest();
      expect([last, after?.name]).toEqual(['differs', 'Theirs']);
      expect(notes.join(' ')).toMatch(/neither the previous/);
      expect(connectionId).not.toBe('');
    },
  );

  it('update of a webhook that is gone is not applied after 404', async () => {
    const desk = await openDesk(variant);
    const { held, front, latest, core } = desk;
    const [base] = await held();
    if (base === undefined) throw new Error('The service has webhooks.');
    front.onWrite = async () => {
      await core.ports.webhooks.send(desk.target, { action: 'delete', id: base.id });
      return {};
    };
    await desk.send(await desk.save(base, 'Mine'));
    const { outcome, notes } = await latest();
    expect(outcome).toBe('not-applied');
    expect(notes.join(' ')).toContain('A check shows that the webhook is gone.');
  });
});
