import type { Component } from 'svelte';

/** One thing that a menu offers. */
export interface MenuItem {
  label: string;
  icon?: Component<{ size?: number }>;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  choose: () => void;
}
