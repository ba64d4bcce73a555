import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from '#domain/journal/entry.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { problem } from '#test-support/installation.fake.ts';
import {
  appliedOf,
  deathOf,
  draftOf,
  ended,
  type Fault,
  finish,
  runPlan,
  Scene,
  send,
} from './testing/intent-scene.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

describe.each<VariantId>(['A', 'B'])('one intent on variant %s', (variant) => {
  it('is not sent again while reads fail, and gets its outcome after a later read', async () => {
    const scene = await Scene.open(variant);
    const draft = await draftOf(scene, 'new', 'Chat');
    scene.fault = 'lost-after';
    scene.installation.after = (operation) => {
      if (operation !== 'create') return;
      scene.canRead = false;
      throw problem('answer-lost');
    };
    expect(await send(scene, draft)).toBe('answer-lost');
    for (let again = 0; again < 4; again += 1) {
      expect(await send(scene, draft)).toBe('unfinished');
    }
    await scene.recover();
    expect(scene.core.drafts.get('new')).toBeUndefined();
    expect((await scene.entries()).map(({ outcome }) => outcome)).toEqual(['done']);
    expect(await send(scene, draft)).toBe('refused');
    expect(appliedOf(scene, 'Chat')).toBe(1);
  });

  it('keeps the edits when an accepted update changed nothing', async () => {
    const scene = await Scene.open(variant);
    const held = scene.installation.stored(scene.definition('Chat'));
    scene.installation.webhooks = [held];
    const draft = await draftOf(scene, 'seven', 'Renamed', held.id);
    scene.fault = 'accepted-only';
    expect(await send(scene, draft)).toBe('differs');
    const left = scene.core.drafts.get('seven');
    expect(left).toMatchObject({ definition: { name: 'Renamed' }, base: { name: 'Chat' } });
    scene.fault = 'none';
    expect(await send(scene, { id: 'seven', revision: left?.revision ?? 0 })).toBe('identical');
    expect(scene.core.drafts.get('seven')).toBeUndefined();
  });

  it('is published and its draft deleted even if the clock was set back', async () => {
    const scene = await Scene.open(variant);
    const draft = await draftOf(scene, 'new', 'Chat');
    scene.clock.set(-600_000);
    expect(await send(scene, draft)).toBe('identical');
    expect(scene.core.drafts.get('new')).toBeUndefined();
  });

  it('is sent despite an open request when a person confirms, and History records it', async () => {
    const scene = await Scene.open(variant);
    const draft = await draftOf(scene, 'new', 'Chat');
    scene.fault = 'lost-before';
    scene.canRead = true;
    expect(await send(scene, draft)).toBe('answer-lost');
    expect(await send(scene, draft)).toBe('unfinished');
    scene.canRead = false;
    scene.fault = 'none';
    expect(await send(scene, draft, true)).toBe('unverified');
    await scene.recover();
    const [second, first] = await scene.entries();
    expect(second?.despiteOpen).toEqual([first?.id]);
    expect([first?.outcome, second?.outcome].sort()).toEqual(['done', 'not-applied']);
    expect(appliedOf(scene, 'Chat')).toBe(1);
  });

  it('is not sent by a resumed plan after it was published outside the plan', async () => {
    const scene = await Scene.open(variant);
    const first = await draftOf(scene, 'first', 'First');
    const second = await draftOf(scene, 'second', 'Second');
    scene.fault = 'refused';
    const planId = await runPlan(scene, [first.id, second.id]);
    await ended(scene, planId);
    scene.fault = 'none';
    expect(await send(scene, second)).toBe('identical');
    await scene.recover();
    await scene.start();
    await scene.core.plans.runs.resume(planId);
    await ended(scene, planId);
    expect(appliedOf(scene, 'Second')).toBe(1);
  });

  const cases: [string, Fault, boolean][] = [
    ['answered', 'none', true],
    ['whose answer is lost', 'lost-after', true],
    ['that never arrives', 'lost-before', true],
    ['whose answer is lost while reads fail', 'lost-after', false],
  ];
  it.each(cases)(
    'is applied once, however early the host is killed: a create %s',
    async (_, fault, canRead) => {
      for (let killAfter = 0; ; killAfter += 1) {
        const scene = await Scene.open(variant);
        const draft = await draftOf(scene, 'new', 'Chat');
        scene.fault = fault;
        const { after } = scene.installation;
        scene.installation.after = async (operation, nth) => {
          if (operation === 'create' && !canRead) scene.canRead = false;
          await after(operation, nth);
        };
        scene.killAfter = killAfter;
        const first = await send(scene, draft);
        scene.clock.move(1_000);
        await Promise.race([scene.core.journal.onDisk(), deathOf(scene)]);
        const wasKilled = scene.isDead;
        if (wasKilled) await scene.start();
        // Reads may still fail: then nothing is sent.
        const again = await send(scene, draft);
        await scene.recover();
        scene.installation.after = after;
        const left = scene.core.drafts.get('new');
        if (left !== undefined) await send(scene, left);
        const told = `killed after ${killAfter} steps: ${first}, then ${again}`;
        expect(appliedOf(scene, 'Chat'), told).toBe(1);
        expect(scene.core.drafts.get('new'), told).toBeUndefined();
        expect(scene.installation.webhooks.length, told).toBe(1);
        for (const entry of await scene.entries()) expect(isOpen(entry.outcome)).toBe(false);
        if (!wasKilled) break;
      }
    },
    60_000,
  );
});

type Act =
  | { readonly kind: 'edit'; readonly draft: number; readonly window: number }
  | {
      readonly kind: 'publish';
      readonly draft: number;
      readonly window: number;
      readonly fault: Fault;
    }
  | { readonly kind: 'both publish'; readonly draft: number }
  | { readonly kind: 'read' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'kill'; readonly after: number }
  | { readonly kind: 'set clock'; readonly by: number }
  | { readonly kind: 'wait' };

const index = fc.integer({ min: 0, max: 2 });
const window = fc.integer({ min: 0, max: 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), draft: index, window }),
  fc.record({
    kind: fc.constant('publish' as const),
    draft: index,
    window,
    fault: fc.constantFrom<Fault>('none', 'lost-before', 'lost-after', 'refused', 'accepted-only'),
  }),
  fc.record({ kind: fc.constant('both publish' as const), draft: index }),
  fc.constant<Act>({ kind: 'read' }),
  fc.constant<Act>({ kind: 'cut' }),
  fc.record({ kind: fc.constant('kill' as const), after: fc.integer({ min: 0, max: 12 }) }),
  fc.record({
    kind: fc.constant('set clock' as const),
    by: fc.constantFrom(-600_000, 600_000, -86_400_000),
  }),
  fc.constant<Act>({ kind: 'wait' }),
);

/** Two windows on three drafts, and the last version that each of them received. */
class Windows {
  /** For each draft, the last acknowledged name and the names of later unacknowledged saves. */
  readonly acknowledged = new Map<string, { names: string[]; revision: number }>();
  readonly #scene: Scene;
  readonly #seen = [new Map<string, StoredDraft>(), new Map<string, StoredDraft>()];
  #names = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async edit(window: number, id: string): Promise<void> {
    const { core, connectionId, clock } = this.#scene;
    const seen = this.#seen[window]?.get(id) ?? null;
    const name = `Name ${(this.#names += 1)}`;
    const base = seen?.base ?? null;
    const definition = seen === null ? this.#scene.definition(name) : { ...seen.definition, name };
    const webhookId = base?.id ?? null;
    const { kind, lineage, settledRevision } = seen ?? identityFor(id);
    const identity = { kind, lineage, settledRevision };
    const of = { id, connectionId, webhookId, base, definition, editedAt: clock.now() };
    const draft = { ...identity, ...of };
    const saving = core.drafts.save({ draft, basedOn: seen?.revision ?? null });
    const saved = await Promise.race([saving, deathOf(this.#scene)]);
    if (saved === 'killed') {
      // The save may be on disk.
      this.acknowledged.get(id)?.names.push(name);
      return;
    }
    if (saved.status === 'outdated') {
      this.#seen[window]?.set(id, saved.current);
      return;
    }
    const { revision } = saved;
    const stored = core.drafts.get(id);
    if (stored !== undefined) this.#seen[window]?.set(id, stored);
    this.acknowledged.set(id, { names: [name], revision });
  }

  /** The revision that a window shows. */
  seen(window: number, id: string): StoredDraft | undefined {
    return this.#seen[window]?.get(id);
  }

  /** Updates a window to the current draft of the host. */
  look(window: number, id: string): void {
    const stored = this.#scene.core.drafts.get(id);
    if (stored === undefined) this.#seen[window]?.delete(id);
    else this.#seen[window]?.set(id, stored);
  }
}

async function carryOut(scene: Scene, windows: Windows, act: Act): Promise<void> {
  if (scene.isDead) await scene.start();
  switch (act.kind) {
    case 'edit':
      return windows.edit(act.window, `draft-${act.draft}`);
    case 'publish': {
      const id = `draft-${act.draft}`;
      const seen = windows.seen(act.window, id);
      if (seen === undefined) return;
      scene.fault = act.fault;
      await send(scene, seen);
      scene.fault = 'none';
      windows.look(act.window, id);
      return;
    }
    case 'both publish': {
      const id = `draft-${act.draft}`;
      const sent = [0, 1].flatMap((each) => windows.seen(each, id) ?? []);
      await Promise.all(sent.map((seen) => send(scene, seen)));
      for (const each of [0, 1]) windows.look(each, id);
      return;
    }
    case 'read':
      scene.canRead = true;
      await Promise.race([scene.core.reconciler.reconcileAll(), deathOf(scene)]);
      return;
    case 'cut':
      scene.canRead = false;
      return;
    case 'kill':
      scene.killAfter = act.after;
      return;
    case 'set clock':
      scene.clock.set(act.by);
      return;
    case 'wait':
      scene.clock.move(finish);
  }
}

it.each<VariantId>(['A', 'B'])(
  'an intent on %s is applied at most once, whatever the order of steps, and no edit is lost',
  async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const scene = await Scene.open(variant);
        const windows = new Windows(scene);
        for (const each of acts) await carryOut(scene, windows, each);
        await scene.recover();
        const entries = await scene.entries();
        for (const { name } of scene.writes) {
          expect(appliedOf(scene, name), name).toBeLessThanOrEqual(1);
          const applied = appliedOf(scene, name);
          const ofName = entries.filter(({ meant }) => meant?.name === name);
          const done = ofName.filter(({ outcome }) => outcome === 'done').length;
          expect(done, `History of ${name}`).toBe(applied);
        }
        for (const [id, { names, revision }] of windows.acknowledged) {
          const draft = scene.core.drafts.get(id);
          const isThere =
            draft !== undefined &&
            (names.includes(draft.definition.name) || draft.revision > revision);
          const isPublished = names.some((name) => appliedOf(scene, name) === 1);
          expect(isThere || isPublished, `${id} ${names.join()}`).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  },
  120_000,
);
