import type { Component } from 'svelte';

export interface MenuItem {
  label: string;
  icon?: Component<{ size?: number }>;
  /** Shown only; the label alone is read aloud. */
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Whether a line separates the item from the one above it. */
  startsGroup?: boolean;
  choose: () => void;
}

/** The items with a line above the first one. */
export const asGroup = <Item extends MenuItem>(items: readonly Item[]): Item[] =>
  items.map((item, index) => (index === 0 ? { ...item, startsGroup: true } : item));

/** A command for one thing: for menus, buttons and the palette. */
export interface ThingCommand extends MenuItem {
  /** The label with the name of the thing. */
  readonly named: string;
}

/** The commands in their order, the copy commands after them, and the dangerous ones last. */
export function menuOfThing(
  commands: Readonly<Record<string, ThingCommand | null>>,
  copies: readonly MenuItem[] = [],
): MenuItem[] {
  const items = Object.values(commands).filter((command) => command !== null);
  const dangerous = items.filter(({ danger }) => danger === true);
  return [...items.filter((item) => !dangerous.includes(item)), ...copies, ...asGroup(dangerous)];
}
