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
  palette.type('dark THEME');
  expect(palette.fitting.map((each) => each.id)).toEqual(['b']);
  palette.type('nothing like it');
  expect(palette.active).toBeUndefined();
});

it('goes round the ends, and begins anew when the text changes', () => {
  const palette = new Palette(() => all);
  palette.move(-1);
  expect(palette.active?.id).toBe('c');
  palette.move(1);
  expect(palette.active?.id).toBe('a');
  palette.move(1);
  palette.type('theme');
  expect(palette.active?.id).toBe('a');
});
