import type { Component } from 'svelte';

export interface MenuItem {
  label: string;
  icon?: Component<{ size?: number }>;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  choose: () => void;
}
