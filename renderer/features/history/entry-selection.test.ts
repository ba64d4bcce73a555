import { describe, expect, it } from 'vitest';
import { planLimits } from '#contract/plans.ts';
import { aSummary } from './testing/a-summary.ts';
import { JournalHost } from './testing/journal-host.fake.ts';
import { EntrySelection } from './entry-selection.svelte.ts';
import { allOfHistory, journalFilterOf } from './history-filter.ts';

const start = Date.UTC(2030, 0, 2);
/** Entries e0, e1 and so on, the newest first, a minute apart; every fifth one failed. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aSummary({
      id: `e${index}`,
      name: `Webhook ${index}`,
      at: new Date(start - index * 60_000),
      outcome: index % 5 === 4 ? 'failed' : 'done',
    }),
  );
const all = journalFilterOf(allOfHistory, new Date());
const of = (count: number) => {
  const host = new JournalHost(entries(count));
  return { host, selection: new EntrySelection(host.api), loaded: entries(count).slice(0, 100) };
};

describe('a selection of all matching entries', () => {
  it('is sent as its filter, up to the latest counted entry', async () => {
    const { selection, loaded } = of(6_667);
    selection.all(loaded.map(({ id }) => id));
    expect(selection.size).toBe(100);
    await selection.selectMatching(all);
    expect([selection.size, selection.matchingTotal]).toEqual([6_667, 6_667]);
    expect(selection.undoableCount(loaded)).toBe(5_334);
    expect(selection.undoSource(loaded)).toEqual({
      kind: 'undo-matching',
      filter: { ...all, to: new Date(start) },
      except: [],
    });
  });

  it('leaves out deselected and newer entries', async () => {
    const { selection, loaded } = of(200);
    await selection.selectMatching(all);
    for (const id of ['e1', 'e4', 'e7']) selection.toggle(id);
    selection.through('e7', []);
    expect(selection.size).toBe(198);
    expect(selection.undoableCount(loaded)).toBe(159);
    expect(selection.undoSource(loaded)).toMatchObject({ except: ['e1', 'e4'] });
    expect(selection.has({ id: 'e1', at: new Date(start) })).toBe(false);
    expect(selection.has({ id: 'e7', at: new Date(start) })).toBe(true);
    expect(selection.has({ id: 'new', at: new Date(start + 1) })).toBe(false);
  });

  it('ends with a second Ctrl+A and with clear()', async () => {
    const { selection, loaded } = of(200);
    await selection.selectMatching(all);
    selection.all(loaded.map(({ id }) => id));
    expect([selection.isMatching, selection.size]).toEqual([false, 0]);
    await selection.selectMatching(all);
    selection.clear();
    expect([selection.isMatching, selection.size]).toEqual([false, 0]);
  });

  it('does not start if its count is stopped', async () => {
    const { host, selection } = of(200);
    const slow = Promise.withResolvers<null>();
    host.countGate = slow.promise;
    selection.toggle('e3');
    const counting = selection.selectMatching({ ...all, text: 'Webhook' });
    await Promise.resolve();
    expect(selection.progress).not.toBeNull();
    selection.stopCounting();
    slow.resolve(null);
    await counting;
    expect([selection.progress, selection.isMatching, selection.size]).toEqual([null, false, 1]);
  });

  it('does not start without matching entries', async () => {
    const { selection } = of(0);
    await selection.selectMatching(all);
    expect(selection.isMatching).toBe(false);
  });
});

describe('entries that are selected one by one', () => {
  it('are sent by id, without failed ones', () => {
    const { selection, loaded } = of(10);
    for (const id of ['e2', 'e4', 'e0']) selection.toggle(id);
    expect(selection.undoSource(loaded)).toEqual({ kind: 'undo', entryIds: ['e0', 'e2'] });
    selection.clear();
    selection.toggle('e4');
    expect(selection.undoSource(loaded)).toBeNull();
  });

  it('can be too many for one undo', () => {
    const { selection } = of(0);
    const ids = Array.from({ length: planLimits.undo + 1 }, (_, index) => `e${index}`);
    selection.all(ids.slice(1));
    expect(selection.isTooLong).toBe(false);
    selection.toggle('e0');
    expect(selection.isTooLong).toBe(true);
  });

  it('do not use the count of another filter', async () => {
    const { selection } = of(250);
    await selection.count(all);
    expect(selection.countOf({ ...all })).toBe(250);
    expect(selection.countOf({ ...all, text: 'x' })).toBeNull();
  });
});
