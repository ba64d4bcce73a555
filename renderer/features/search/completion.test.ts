import { expect, it } from 'vitest';
import { Completion, completed } from './completion.svelte.ts';
import { FakeSearch } from './search-api.fake.ts';

const labels = ({ suggestions }: Completion): string[] => suggestions.map(({ label }) => label);

function completion(values: string[] = []) {
  const host = new FakeSearch([]);
  host.values = values;
  return { host, completion: new Completion(host.client.search) };
}

it('suggests terms from two letters on, or all of them on request', async () => {
  const { completion: each } = completion();
  await each.suggest('s', 1);
  expect(each.isOpen).toBe(false);
  await each.suggest('ops -ho', 7);
  expect(each.suggestions).toMatchObject([{ label: 'host:', insert: '-host:' }]);
  await each.suggest('', 0, true);
  expect(labels(each)).toContain('severity:');
});

it('quotes suggested values that have spaces', async () => {
  const { completion: each } = completion(['acme prod', 'acme']);
  await each.suggest('installation:ac x', 15);
  expect(each.suggestions).toMatchObject([
    { label: 'acme prod', insert: 'installation:"acme prod" ' },
    { label: 'acme', insert: 'installation:acme ' },
  ]);
  await each.suggest('installation:acme', 17);
  expect(labels(each)).toEqual(['acme prod']);
  await each.suggest('unknown:x', 9);
  expect(each.isOpen).toBe(false);
});

it('wraps at the ends, and has no active suggestion at first', async () => {
  const { completion: each } = completion(['a', 'b']);
  await each.suggest('host:', 5);
  expect(each.active).toBeUndefined();
  each.move(1);
  expect(each.active?.label).toBe('a');
  each.move(-1);
  expect(each.active?.label).toBe('b');
  each.move(1);
  expect(each.active?.label).toBe('a');
});

it('ignores a response after closing', async () => {
  const { completion: each } = completion(['a']);
  const late = each.suggest('host:', 5);
  each.close();
  await late;
  expect(each.isOpen).toBe(false);
});

it('replaces the part at the caret', () => {
  const term = { label: 'host:', meaning: '', insert: '-host:' };
  expect(completed('ops -hos x', 8, term)).toEqual({ text: 'ops -host: x', caret: 10 });
  const value = { label: 'acme', meaning: '', insert: 'installation:acme ' };
  expect(completed('installation:acm x', 16, value)).toEqual({
    text: 'installation:acme x',
    caret: 18,
  });
  expect(completed('', 0, term)).toEqual({ text: '-host:', caret: 6 });
});
