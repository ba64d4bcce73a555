import { afterEach, describe, expect, it } from 'vitest';
import type { PublishOutcome } from '#contract/publishing.ts';
import { variants, type VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { renameItem } from '#test-support/plan-items-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { publish } from './publish.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

const theirs = { id: null, name: 'X-Theirs', value: 'their-secret' };
const note = 'Other values on the installation changed since the last refresh: header X-Theirs.';

async function first(variant: VariantId): Promise<Webhook> {
  fixture = await PlanFixture.open(variant, { seed: 1, milliseconds: 10_000 });
  const [webhook] = await fixture.held();
  if (webhook === undefined) throw new Error('The service holds nothing.');
  return webhook;
}

/** From now on, another person adds a header right before each update is sent. */
function addHeaderBeforeUpdates({ id }: Webhook): void {
  fixture.hooks.before = async () => {
    const held = (await fixture.held()).find((webhook) => webhook.id === id);
    const headers = [...(held?.headers ?? []), theirs];
    await fixture.remoteMarkDetails(id, { headers });
  };
}

async function publishName(base: Webhook, name: string): Promise<PublishOutcome> {
  const { connectionId, core } = fixture;
  const definition = { ...definitionOf(base), name };
  const input = await draftToPublish(core.drafts, { connectionId, base, definition });
  for await (const event of publish(core, input)) {
    if (event.kind === 'outcome') return event.outcome;
  }
  throw new Error('Publishing ended without an outcome.');
}

const journalNotes = (): string[] =>
  [...fixture.ports.journal.held.values()].flatMap(({ notes }) => notes);

describe.each(Object.values(variants))('on variant $id', ({ id: variant }) => {
  it('names a header that another person adds between the last read and the update', async () => {
    const base = await first(variant);
    addHeaderBeforeUpdates(base);
    const { kind, notes } = await publishName(base, 'Mine');
    expect(kind).toBe('differs');
    expect(notes).toContain(note);
    expect(journalNotes()).toContain(note);
    expect(JSON.stringify([notes, journalNotes()])).not.toContain(theirs.value);
  });

  it('names a field that changed after the last read, beside the requested change', async () => {
    const base = await first(variant);
    fixture.hooks.after = () => fixture.remoteMarkDetails(base.id, { enabled: !base.enabled });
    const { notes } = await publishName(base, 'Mine');
    expect(notes).toContain(note.replace('header X-Theirs', 'enabled'));
  });

  it('reports nothing when only the requested fields changed', async () => {
    const base = await first(variant);
    expect((await publishName(base, 'Mine')).notes).toEqual([]);
  });

  it('reports it in the row of a plan and in the row that undoes it', async () => {
    const base = await first(variant);
    const plan = await fixture.prepare([renameItem(fixture.connectionId, base, 'Mine')]);
    addHeaderBeforeUpdates(base);
    const { results } = await fixture.run(plan);
    expect(results.get('Mine')?.notes).toContain(note);
    const { entryId = null } = results.get('Mine') ?? {};
    if (entryId === null) throw new Error('The row has no entry.');
    const undo = await fixture.prepare({ kind: 'undo', entryIds: [entryId] });
    const undone = await fixture.run(undo);
    expect([...undone.results.values()].flatMap(({ notes }) => notes)).toContain(note);
  });
});
