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
