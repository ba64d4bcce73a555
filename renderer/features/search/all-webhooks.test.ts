import { describe, expect, it, vi } from 'vitest';
import { AllWebhooks } from './all-webhooks.svelte.ts';
import { aRow, FakeSearch } from './search-api.fake.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aRow(index % 2 === 0 ? 'acme' : 'globex', index));

async function opened(rows: Parameters<FakeSearch['change']>[0]) {
  const host = new FakeSearch(rows);
  const all = new AllWebhooks(host.client);
  await all.search();
  return { host, all };
}

describe('the rows of a search', () => {
  it('are loaded in pages when a row is requested', async () => {
    const { host, all } = await opened(many(1_000));
    expect(all.total).toBe(1_000);
    expect(host.pages).toEqual([0, 100]);
    expect(all.rowAt(3)?.key).toBe(3);
    await expect(all.row(950)).resolves.toMatchObject({ key: 950 });
    expect(host.pages).toEqual([0, 100, 900]);
  });

  it('are loaded around those in sight, and not by drawing them', async () => {
    const { host, all } = await opened(many(1_000));
    expect(all.rowAt(950)).toBeNull();
    expect(host.pages).toEqual([0, 100]);
    all.showRows(550, 580);
    await vi.waitFor(() => {
      expect(all.rowAt(680)?.key).toBe(680);
    });
    expect(all.rowAt(530)?.key).toBe(530);
    expect(host.pages).toEqual([0, 100, 500, 600]);
  });

  it('are loaded at the end of a list that became shorter', async () => {
    const { host, all } = await opened(many(1_000));
    all.showRows(950, 999);
    host.rows = many(300);
    await all.search();
    expect(all.rowAt(250)?.key).toBe(250);
  });

  it('are loaded for the place in sight when it moved during a search', async () => {
    const { host, all } = await opened(many(1_000));
    const gate = Promise.withResolvers();
    host.gate = gate.promise;
    const searched = all.search();
    all.showRows(850, 880);
    gate.resolve(undefined);
    await searched;
    await vi.waitFor(() => {
      expect(all.rowAt(850)?.key).toBe(850);
    });
  });

  it('are dropped from memory after many other pages', async () => {
    const { host, all } = await opened(many(20_000));
    for (let page = 0; page < 200; page += 1) await all.row(page * 100);
    const before = host.pages.length;
    await all.row(19_950);
    expect(host.pages).toHaveLength(before);
    await all.row(5);
    expect(host.pages).toHaveLength(before + 1);
  });

  it('stay visible while a refresh reloads them', async () => {
    const { host, all } = await opened(many(1_000));
    all.showRows(550, 580);
    await all.row(550);
    await all.row(650);
    host.rows = many(999);
    const before = host.pages.length;
    await all.search();
    expect(host.pages.slice(before)).toEqual([500, 600]);
    expect(all.rowAt(550)?.key).toBe(550);
    expect(host.closed).toEqual(['search 1']);
  });

  it('start at the first row after a new text', async () => {
    const { all } = await opened(many(1_000));
    const onresults = vi.fn();
    all.onresults = onresults;
    all.showRows(550, 580);
    await all.search();
    expect(onresults).not.toHaveBeenCalled();
    await all.searchFor('Ops 1');
    expect(onresults).toHaveBeenCalledOnce();
    expect(all.rowAt(0)?.key).toBe(1);
  });
});

it('runs one search at a time and skips outdated texts', async () => {
  const host = new FakeSearch(many(10));
  const all = new AllWebhooks(host.client);
  const gate = Promise.withResolvers();
  host.gate = gate.promise;
  const done = Promise.all(['O', 'Op', 'Ops', 'Ops 7'].map((text) => all.searchFor(text)));
  gate.resolve(undefined);
  await done;
  expect(host.opened).toEqual(['O', 'Ops 7']);
  expect(all.found?.text).toBe('Ops 7');
  expect(all.total).toBe(1);
  expect(host.closed).toEqual(['search 1']);
});

it('follows changes while it is shown', async () => {
  const host = new FakeSearch(many(3));
  const all = new AllWebhooks(host.client);
  all.show();
  await vi.waitFor(() => {
    expect(all.total).toBe(3);
  });
  host.change(many(4));
  await vi.waitFor(() => {
    expect(all.total).toBe(4);
  });
  all.hide();
  host.change(many(5));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(all.total).toBe(4);
});

it('shows a problem, and the results once it is solved', async () => {
  const host = new FakeSearch(many(3));
  const all = new AllWebhooks(host.client);
  host.problem = new Error('locked');
  await all.search();
  expect(all.problem).not.toBeNull();
  expect(all.total).toBe(0);
  host.problem = null;
  await all.search();
  expect(all.problem).toBeNull();
  expect(all.total).toBe(3);
});

it('keeps the last results and selects nothing while the text has a mistake', async () => {
  const { host, all } = await opened(many(3));
  await all.searchFor('hots:x');
  expect(all.mistakes).toHaveLength(1);
  expect(all.total).toBe(3);
  expect(host.closed).toEqual(['search 2']);
  await all.selectAll();
  expect(all.selection.size).toBe(0);
  await all.searchFor('Ops 1');
  expect(all.mistakes).toEqual([]);
  expect(all.total).toBe(1);
});

const idsOf = ({ selection }: AllWebhooks): Record<string, number[]> =>
  Object.fromEntries(
    selection.byInstallation.map(({ connectionId, webhooks }) => [
      connectionId,
      webhooks.map(({ id }) => id),
    ]),
  );

describe('the selection', () => {
  it('holds webhooks of several installations, by installation', async () => {
    const { all } = await opened(many(6));
    all.toggle(0);
    all.toggle(1);
    all.toggle(3);
    expect(all.selection.size).toBe(3);
    expect(idsOf(all)).toEqual({ acme: [0], globex: [1, 3] });
    all.toggle(0);
    expect(idsOf(all)).toEqual({ globex: [1, 3] });
    expect(all.selected).toBe('some');
  });

  it('includes rows of a range that were never shown', async () => {
    const { all } = await opened(many(2_000));
    all.toggle(4);
    await all.selectThrough(1_503);
    expect(all.selection.size).toBe(1_500);
  });

  it('includes a range from the row that was selected last, wherever a refresh moved it', async () => {
    const { host, all } = await opened(many(20));
    all.toggle(10);
    host.change(many(20).slice(4));
    await all.search();
    await all.selectThrough(8);
    expect(idsOf(all)).toEqual({ acme: [10, 12], globex: [11] });
    host.change([aRow('globex', 21), aRow('globex', 23), ...many(20)]);
    await all.search();
    await all.selectThrough(15);
    expect(idsOf(all)).toEqual({ acme: [10, 12], globex: [11, 13] });
  });

  it('includes one row of a range if the row that was selected last is not shown', async () => {
    const { all } = await opened(many(20));
    await all.selectThrough(3);
    expect(idsOf(all)).toEqual({ globex: [3] });
    await all.selectThrough(5);
    expect(idsOf(all)).toEqual({ acme: [4], globex: [3, 5] });
    await all.searchFor('Ops 1');
    await all.selectThrough(2);
    expect(idsOf(all)).toEqual({ acme: [4], globex: [3, 5, 11] });
    all.clearSelection();
    await all.selectThrough(6);
    expect(idsOf(all)).toEqual({ globex: [15] });
  });

  it('has all results after selectAll(), and none after a second call', async () => {
    const { all } = await opened(many(250));
    await all.selectAll();
    expect(all.selection.size).toBe(250);
    expect(all.selected).toBe('all');
    await all.selectAll();
    expect(all.selection.size).toBe(0);
    expect(all.selected).toBe('none');
  });

  it('keeps webhooks that are not shown when all results are selected and deselected', async () => {
    const { all } = await opened(many(250));
    all.toggle(0);
    await all.searchFor('Ops 25');
    await all.selectAll();
    const shown = all.total;
    expect(all.selection.size).toBe(shown + 1);
    await all.selectAll();
    expect(idsOf(all)).toEqual({ acme: [0] });
  });

  it('ignores all results that arrive after it was changed or another text was searched', async () => {
    const { host, all } = await opened(many(6));
    const selectAllAround = async (work: () => unknown): Promise<void> => {
      const gate = Promise.withResolvers();
      host.gate = gate.promise;
      const selected = all.selectAll();
      host.gate = Promise.resolve();
      await work();
      gate.resolve(undefined);
      await selected;
    };
    await selectAllAround(() => all.clearSelection());
    expect(all.selection.size).toBe(0);
    await selectAllAround(() => all.toggle(1));
    expect(idsOf(all)).toEqual({ globex: [1] });
    await selectAllAround(() => all.searchFor('Ops 2'));
    expect(idsOf(all)).toEqual({ globex: [1] });
    await selectAllAround(() => all.search());
    expect(all.selection.size).toBe(2);
  });

  it('has all results of the text when those of an earlier one are still shown', async () => {
    const { host, all } = await opened(many(6));
    const gate = Promise.withResolvers();
    host.gate = gate.promise;
    const searched = all.searchFor('Ops 2');
    const selected = all.selectAll();
    gate.resolve(undefined);
    await Promise.all([searched, selected]);
    expect(idsOf(all)).toEqual({ acme: [2] });
    expect(all.selected).toBe('all');
  });

  it('survives another search and does not grow with new results', async () => {
    const { host, all } = await opened(many(250));
    await all.selectAll();
    host.rows = many(260);
    await all.searchFor('Ops 25');
    expect(all.selection.size).toBe(250);
    expect(all.selected).toBe('some');
  });

  it('stays what was seen after a refresh, and says what left it', async () => {
    const { all, host } = await opened(many(6));
    await all.selectAll();
    const before = all.selection.byInstallation;
    const [first, ...others] = many(6);
    if (first?.webhook == null) throw new Error('no webhook');
    host.gone = [1];
    host.change([{ ...first, webhook: { ...first.webhook, digest: 'later' } }, ...others]);
    await all.search();
    await expect
      .poll(() => all.check.parts)
      .toEqual(['1 changed since selected', '1 no longer selected: deleted or replaced']);
    expect(all.selection.size).toBe(5);
    expect(all.selection.byInstallation[0]).toEqual(before[0]);
  });

  it('loses the webhooks that a plan deleted', async () => {
    const { all } = await opened(many(6));
    await all.selectAll();
    all.selection.removeWebhooks([
      { connectionId: 'acme', webhookId: 0 },
      { connectionId: 'acme', webhookId: 99 },
      { connectionId: 'globex', webhookId: 1 },
    ]);
    expect(idsOf(all)).toEqual({ acme: [2, 4], globex: [3, 5] });
  });

  it('excludes webhooks without a unique id and those of a removed installation', async () => {
    const row = aRow('acme', 1);
    if (row.webhook === null) throw new Error('no webhook');
    const unaddressable = {
      ...row,
      key: '7#1',
      webhook: {
        ...row.webhook,
        id: null,
        key: '7#1',
        idDefect: { kind: 'repeated' as const, id: 7, count: 2 },
      },
    };
    const { all } = await opened([unaddressable, ...many(4)]);
    all.toggle(0);
    expect(all.selection.size).toBe(0);
    await all.selectThrough(4);
    expect(all.selection.size).toBe(4);
    all.selection.forget('acme');
    expect(idsOf(all)).toEqual({ globex: [1, 3] });
  });
});

it('a search that was of use is noted as recent, if it has a text', async () => {
  const { host, all } = await opened(many(4));
  all.noteUse();
  await all.searchFor(' ops ');
  all.noteUse();
  expect(host.noted).toEqual([' ops ']);
});

describe('letters', () => {
  it('go to the next result with that name, also where it is not loaded', async () => {
    const names = Array.from({ length: 1_200 }, (_, at) => `${at < 900 ? 'Ops' : 'Pager'} ${at}`);
    const { all } = await opened(names.map((name, at) => aRow('acme', at, name)));
    await expect(all.rowNamed('p', 3)).resolves.toBe(900);
    await expect(all.rowNamed('p', 900)).resolves.toBe(901);
    await expect(all.rowNamed('pager 9', 900)).resolves.toBe(900);
    await expect(all.rowNamed('o', 1_199)).resolves.toBe(0);
    await expect(all.rowNamed('z', 0)).resolves.toBe(-1);
    expect(all.rowAt(900)).toBeNull();
  });

  it('go nowhere when the host has released the results', async () => {
    const { host, all } = await opened(many(4));
    await host.client.search.close({ searchId: all.found?.searchId ?? '' });
    await expect(all.rowNamed('ops', 0)).resolves.toBe(-1);
    expect(all.problem).toBeNull();
  });
});
