import { expect, it } from 'vitest';
import type { AppCommand } from './app-command.ts';
import { Palette } from './palette.svelte.ts';

const command = (id: string, label: string): AppCommand => ({
  id,
  group: 'Group',
  label,
  run: () => undefined,
});
const all = [command('a', 'Theme light'), command('b', 'Theme dark'), command('c', 'New webhook')];

it('finds commands by every word, in any order', () => {
  const palette = new Palette(() => all);
  void palette.type('dark THEME');
  expect(palette.shown.map((each) => each.id)).toEqual(['b']);
  void palette.type('nothing like it');
  expect(palette.active).toBeUndefined();
});

it('shows the first 50 commands of a large group, and finds the others', () => {
  const drafts = Array.from({ length: 5_000 }, (_, at) => ({
    ...command(`draft-${at}`, `Draft ${at}`),
    group: 'Drafts',
  }));
  const palette = new Palette(() => [...drafts, ...all]);
  expect(palette.groups.map(({ name, commands }) => [name, commands.length])).toEqual([
    ['Drafts', 50],
    ['Group', 3],
  ]);
  expect(palette.hiddenCount).toBe(4_950);
  palette.move(-1);
  expect(palette.active?.id).toBe('c');
  void palette.type('draft 4711');
  expect(palette.shown.map((each) => each.id)).toEqual(['draft-4711']);
  expect(palette.hiddenCount).toBe(0);
});

it('wraps at the ends, and starts at the first command after a new text', () => {
  const palette = new Palette(() => all);
  palette.move(-1);
  expect(palette.active?.id).toBe('c');
  palette.move(1);
  expect(palette.active?.id).toBe('a');
  palette.move(1);
  void palette.type('theme');
  expect(palette.active?.id).toBe('a');
});

it('shows what is found without a text before all commands', async () => {
  const recent = [command('recent', 'Ops on acme')];
  const palette = new Palette(
    () => all,
    (text) => Promise.resolve(text === '' ? recent : []),
  );
  await palette.type('');
  expect(palette.shown.map(({ id }) => id)).toEqual(['recent', 'a', 'b', 'c']);
  expect(palette.active?.id).toBe('recent');
  await palette.type('theme');
  expect(palette.shown.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('keeps the active command when others are found before it', async () => {
  const answer = Promise.withResolvers<AppCommand[]>();
  const palette = new Palette(
    () => all,
    () => answer.promise,
  );
  const typed = palette.type('');
  palette.move(1);
  expect(palette.active?.id).toBe('b');
  answer.resolve([command('recent', 'Ops on acme')]);
  await typed;
  expect(palette.shown.map(({ id }) => id)).toEqual(['recent', 'a', 'b', 'c']);
  expect(palette.active?.id).toBe('b');
});

it('shows found entries after the commands, and ignores results of an older text', async () => {
  const answers = new Map([
    ['new', Promise.withResolvers<AppCommand[]>()],
    ['new w', Promise.withResolvers<AppCommand[]>()],
  ]);
  const palette = new Palette(
    () => all,
    (text) => answers.get(text)?.promise ?? Promise.resolve([]),
  );
  const first = palette.type('new');
  const second = palette.type('new w');
  answers.get('new w')?.resolve([command('found', 'Newest webhook')]);
  await second;
  answers.get('new')?.resolve([command('old', 'Old')]);
  await first;
  expect(palette.shown.map(({ id }) => id)).toEqual(['c', 'found']);
  expect(palette.isFinding).toBe(false);
  await palette.type('nothing');
  expect(palette.shown).toEqual([]);
});
