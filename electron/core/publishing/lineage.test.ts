import { describe, expect, it } from 'vitest';
import { DraftEdit, type StoredDraft } from '#domain/draft/stored-draft.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { identityFor } from '#test-support/draft-fixture.ts';
import { appliedOf, draftOf, ended, runPlan, Scene, send } from './testing/intent-scene.ts';

/** A scene whose draft `new` sent a create that was applied, and whose outcome is unknown. */
async function lostCreate(variant: VariantId): Promise<{ scene: Scene; stored: StoredDraft }> {
  const scene = await Scene.open(variant);
  const draft = await draftOf(scene, 'new', 'Chat');
  const stored = scene.core.drafts.find('new');
  scene.fault = 'lost-after';
  scene.cutAfterCreate();
  expect(await send(scene, draft)).toBe('answer-lost');
  scene.fault = 'none';
  return { scene, stored };
}

const editOf = (stored: StoredDraft): DraftEdit => DraftEdit.parse(stored);

async function restore(scene: Scene, edit: DraftEdit): Promise<StoredDraft> {
  await scene.core.drafts.save({ draft: edit, basedOn: null });
  return scene.core.drafts.find(edit.id);
}

/** Ways in which a draft loses its id, and gets it or another one again. */
const ways: Record<string, (scene: Scene, stored: StoredDraft) => Promise<StoredDraft>> = {
  'discarded and restored with another id': async (scene, stored) => {
    await scene.core.drafts.remove({ draftId: stored.id, basedOn: null });
    return restore(scene, { ...editOf(stored), id: 'restored' });
  },
  'deleted and restored with its id': async (scene, stored) => {
    await scene.core.drafts.remove({ draftId: stored.id, basedOn: null });
    return restore(scene, editOf(stored));
  },
  'deleted and restored after a restart': async (scene, stored) => {
    await scene.core.drafts.remove({ draftId: stored.id, basedOn: null });
    await scene.start();
    return restore(scene, editOf(stored));
  },
  'moved away and restored': async (scene, stored) => {
    await scene.core.drafts.move(stored.id, await scene.anotherInstallation());
    return restore(scene, editOf(stored));
  },
  'moved away and back': async (scene, stored) => {
    const away = await scene.core.drafts.move(stored.id, await scene.anotherInstallation());
    const { id } = away;
    return scene.core.drafts.move(id, { id: scene.connectionId, variant: scene.variant });
  },
  'forked by another window': async (scene, stored) => {
    const name = 'Chat of another window';
    const definition = { ...stored.definition, name };
    return restore(scene, { ...editOf(stored), id: 'fork', kind: 'fork', definition });
  },
  'created again': async (scene, stored) => {
    await scene.core.drafts.remove({ draftId: stored.id, basedOn: null });
    return restore(scene, { ...editOf(stored), id: 'again', settledRevision: null });
  },
};

describe.each<VariantId>(['A', 'B'])('on variant %s, a draft with an unknown create', (variant) => {
  it.each(Object.entries(ways))(
    'that was %s is refused, and follows the webhook',
    async (_, way) => {
      const { scene, stored } = await lostCreate(variant);
      const descendant = await way(scene, stored);
      expect(await send(scene, descendant)).toBe('unfinished');
      await scene.recover();
      expect(scene.installation.webhooks.map(({ name }) => name)).toEqual(['Chat']);
      const left = scene.core.drafts.get(descendant.id);
      const isSame = descendant.definition.name === 'Chat';
      if (isSame) expect(left).toBeUndefined();
      else {
        const [webhook] = scene.installation.webhooks;
        expect(left).toMatchObject({ webhookId: webhook?.id, base: { name: 'Chat' } });
        expect(left?.definition.name).toBe(descendant.definition.name);
        if (left !== undefined) expect(await send(scene, left)).toBe('identical');
      }
      expect(scene.writes.filter(({ action }) => action === 'create')).toHaveLength(1);
    },
  );

  it.each(Object.entries(ways))(
    'that was found before the draft was %s is no second webhook',
    async (_, way) => {
      const { scene, stored } = await lostCreate(variant);
      // The draft is gone while the outcome is found.
      await scene.core.drafts.remove({ draftId: stored.id, basedOn: null });
      await scene.recover();
      await scene.core.drafts.save({ draft: editOf(stored), basedOn: null });
      expect(scene.core.drafts.get(stored.id)).toBeUndefined();
      if (way === ways['forked by another window'] || way === ways['created again']) return;
      const saved = await scene.core.drafts.save({
        draft: {
          ...editOf(stored),
          id: 'late',
          definition: { ...stored.definition, name: 'Late' },
        },
        basedOn: null,
      });
      expect(saved).toMatchObject({ status: 'outdated', current: { base: { name: 'Chat' } } });
      const late = scene.core.drafts.find('late');
      expect(await send(scene, late)).toBe('identical');
      expect(scene.installation.webhooks.map(({ name }) => name)).toEqual(['Late']);
    },
  );

  it('publishes freely on another installation, and after a duplicate', async () => {
    const { scene, stored } = await lostCreate(variant);
    const other = await scene.anotherInstallation();
    const moved = await scene.core.drafts.move(stored.id, other);
    scene.canRead = true;
    expect(await send(scene, moved)).toBe('identical');
    const copy = { ...editOf(stored), ...identityFor('copy'), id: 'copy' };
    expect(await send(scene, await restore(scene, copy))).not.toBe('unfinished');
  });

  it('is refused for a fork in a plan that is older than the found webhook', async () => {
    const { scene, stored } = await lostCreate(variant);
    const definition = { ...stored.definition, name: 'Fork' };
    const fork = await restore(scene, { ...editOf(stored), id: 'fork', kind: 'fork', definition });
    scene.canRead = true;
    const planId = await runPlan(scene, [fork.id], async () => {
      await scene.recover();
    });
    await ended(scene, planId);
    expect(appliedOf(scene, 'Fork')).toBe(0);
    expect(scene.core.drafts.find('fork')).toMatchObject({ base: { name: 'Chat' } });
  });
});

describe('a new edit of a webhook whose former draft was discarded', () => {
  it('does not follow the outcome of the former one', async () => {
    const scene = await Scene.open('B');
    const held = scene.installation.stored(scene.definition('Chat'));
    scene.installation.webhooks = [held];
    const draft = await draftOf(scene, 'seven', 'Renamed', held.id);
    scene.fault = 'lost-after';
    scene.cutAfterCreate('update');
    expect(await send(scene, draft)).toBe('answer-lost');
    scene.fault = 'none';
    const stored = scene.core.drafts.find('seven');
    await scene.core.drafts.remove({ draftId: 'seven', basedOn: null });
    const url = 'https://fresh.example.com/';
    const definition = { ...definitionOf(stored.base ?? held), url };
    const fresh = { ...editOf(stored), ...identityFor('fresh'), definition };
    await scene.core.drafts.save({ draft: fresh, basedOn: null });
    await scene.recover();
    // It still is based on the webhook that the person saw, so its name is no edit.
    expect(scene.core.drafts.find('seven')).toMatchObject({ base: { name: 'Chat' }, definition });
  });
});
