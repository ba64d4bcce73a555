import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DraftEdit, type StoredDraft } from '#domain/draft/stored-draft.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { identityFor } from '#test-support/draft-fixture.ts';
import { deathOf, type Fault, finish, Scene, send } from './testing/intent-scene.ts';

const pick = fc.nat({ max: 9 });
const act = fc.oneof(
  fc.record({ kind: fc.constantFrom('draft' as const, 'read' as const, 'wait' as const) }),
  fc.record({ kind: fc.constant('decide' as const) }),
  fc.record({ kind: fc.constantFrom('cut' as const, 'run' as const) }),
  fc.record({
    kind: fc.constantFrom('edit' as const, 'discard' as const, 'fork' as const, 'move' as const),
    pick,
  }),
  fc.record({ kind: fc.constantFrom('look' as const, 'prepare' as const), pick }),
  fc.record({ kind: fc.constant('restore' as const), pick, isSameId: fc.boolean() }),
  fc.record({
    kind: fc.constant('publish' as const),
    pick,
    fault: fc.constantFrom<Fault>(
      'none',
      'late',
      'lost-before',
      'lost-after',
      'refused',
      'redirected',
      'altered',
      'altered-lost',
    ),
    isCut: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('kill' as const), after: fc.integer({ min: 0, max: 12 }) }),
  fc.record({
    kind: fc.constant('set clock' as const),
    by: fc.constantFrom(-600_000, 600_000, -86_400_000),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** A window with drafts that it last saw at various times, and with drafts that can be restored. */
class Window {
  readonly lineages = new Map<string, string>();
  readonly #scene: Scene;
  readonly #seen = new Map<string, StoredDraft>();
  readonly #trash: DraftEdit[] = [];
  #plan: { planId: string; keys: string[] } | null = null;
  #count = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async carryOut(act: Act): Promise<void> {
    const scene = this.#scene;
    if (scene.isDead) await scene.start();
    const { core } = scene;
    switch (act.kind) {
      case 'draft': {
        const id = `draft-${(this.#count += 1)}`;
        const definition = scene.definition('');
        const of = { connectionId: scene.connectionId, webhookId: null, base: null };
        const edit = { ...identityFor(id), ...of, id, definition, editedAt: scene.clock.now() };
        return this.#save(this.#renamed(edit), null);
      }
      case 'edit': {
        const draft = this.#at(act.pick);
        if (draft === undefined) return;
        return this.#save(this.#renamed(DraftEdit.parse(draft)), draft.revision);
      }
      case 'fork': {
        const draft = this.#at(act.pick);
        if (draft === undefined) return;
        const id = `fork-${(this.#count += 1)}`;
        return this.#save(this.#renamed({ ...DraftEdit.parse(draft), kind: 'fork', id }), null);
      }
      case 'discard': {
        const draft = this.#at(act.pick);
        if (draft === undefined) return;
        this.#trash.push(DraftEdit.parse(draft));
        this.#seen.delete(draft.id);
        const { id: draftId, revision: basedOn } = draft;
        await this.#alive(core.drafts.remove({ draftId, basedOn }));
        return;
      }
      case 'restore': {
        const edit = this.#trash[act.pick % Math.max(1, this.#trash.length)];
        if (edit === undefined) return;
        const id = act.isSameId ? edit.id : `restored-${(this.#count += 1)}`;
        return this.#save({ ...edit, id }, null);
      }
      case 'move': {
        const draft = this.#at(act.pick);
        if (draft === undefined || core.drafts.get(draft.id) === undefined) return;
        const other = await scene.anotherInstallation();
        const isHere = draft.connectionId === scene.connectionId;
        const to = isHere ? other : { id: scene.connectionId, variant: scene.variant };
        this.#trash.push(DraftEdit.parse(draft));
        this.#seen.delete(draft.id);
        const moved = await this.#alive(core.drafts.move(draft.id, to));
        if (moved !== 'killed') this.#seen.set(moved.id, moved);
        return;
      }
      case 'look': {
        const draft = this.#at(act.pick);
        if (draft !== undefined) this.#look(draft.id);
        return;
      }
      case 'publish': {
        const draft = this.#at(act.pick);
        if (draft === undefined) return;
        scene.fault = act.fault;
        if (act.isCut) scene.cutAfterCreate();
        await send(scene, draft);
        scene.fault = 'none';
        this.#look(draft.id);
        return;
      }
      case 'prepare': {
        const draft = this.#at(act.pick);
        if (draft === undefined || core.drafts.get(draft.id) === undefined) return;
        const prepared = await this.#alive(this.#prepare(draft.id));
        if (prepared !== 'killed') this.#plan = prepared;
        return;
      }
      case 'run': {
        const plan = this.#plan;
        this.#plan = null;
        if (plan === null || plan.keys.length === 0) return;
        await this.#alive(this.#run(plan));
        return;
      }
      case 'read':
        scene.canRead = true;
        await this.#alive(core.reconciler.reconcileAll());
        return;
      case 'decide':
        await this.#alive(scene.decideCreates());
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
        await scene.pass(finish);
    }
  }

  #at(index: number): StoredDraft | undefined {
    const seen = [...this.#seen.values()];
    return seen[index % Math.max(1, seen.length)];
  }

  #renamed(edit: DraftEdit): DraftEdit {
    const name = `Name ${(this.#count += 1)}`;
    this.lineages.set(name, edit.lineage);
    return { ...edit, definition: { ...edit.definition, name } };
  }

  async #save(draft: DraftEdit, basedOn: number | null): Promise<void> {
    const saved = await this.#alive(this.#scene.core.drafts.save({ draft, basedOn }));
    if (saved === 'killed') return;
    if (saved.status === 'outdated') this.#seen.set(draft.id, saved.current);
    else this.#look(draft.id);
  }

  #look(id: string): void {
    const stored = this.#scene.core.drafts.get(id);
    if (stored === undefined) this.#seen.delete(id);
    else this.#seen.set(id, stored);
  }

  async #prepare(draftId: string): Promise<{ planId: string; keys: string[] }> {
    let planId = '';
    const keys: string[] = [];
    const source = { kind: 'drafts' as const, draftIds: [draftId] };
    for await (const event of this.#scene.core.plans.prepare(source)) {
      if (event.kind === 'rows') {
        for (const { key, state } of event.rows) if (state === 'ready') keys.push(key);
      }
      if (event.kind === 'end') ({ planId } = event);
    }
    return { planId, keys };
  }

  async #run({ planId, keys }: { planId: string; keys: string[] }): Promise<void> {
    const { core } = this.#scene;
    try {
      await core.plans.run(planId, keys, { atOnce: 1, onFailure: 'stop' });
    } catch {
      // The plan was prepared before a kill.
      return;
    }
    for (let turn = 0; turn < 200 && core.plans.runs.hasRunning; turn += 1) {
      await this.#scene.pass(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #alive<Value>(work: Promise<Value>): Promise<Value | 'killed'> {
    return Promise.race([work, deathOf(this.#scene)]);
  }
}

it.each<VariantId>(['A', 'B'])(
  'a lineage on %s is created at most once on an installation, whatever becomes of its drafts',
  async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 40 }), async (acts) => {
        const scene = await Scene.open(variant);
        const window = new Window(scene);
        for (const each of acts) await window.carryOut(each);
        await scene.recover();
        const creates = scene.writes.filter(
          ({ action, applied }) => action === 'create' && applied,
        );
        const perLineage = Map.groupBy(
          creates,
          ({ name, connectionId }) => `${window.lineages.get(name)} on ${connectionId}`,
        );
        for (const [lineage, its] of perLineage) {
          expect(
            its.map(({ name }) => name),
            lineage,
          ).toHaveLength(1);
        }
        const held = [...scene.installation.webhooks, ...scene.otherInstallation.webhooks];
        expect(held).toHaveLength(creates.length);
        const entries = await scene.entries();
        for (const { name, connectionId } of scene.writes) {
          const isOf = (each: { readonly connectionId: string }): boolean =>
            each.connectionId === connectionId;
          // An altered webhook does not match what was sent.
          const done = entries.filter(
            ({ action, outcome, meant, ...entry }) =>
              isOf(entry) &&
              meant?.name === name &&
              (outcome === 'done' || (outcome === 'differs' && action === 'create')),
          );
          const applied = scene.writes.filter(
            (write) => isOf(write) && write.name === name && write.applied,
          );
          expect(done.length, `History of ${name}`).toBe(applied.length);
        }
      }),
      { numRuns: 200 },
    );
  },
  120_000,
);
