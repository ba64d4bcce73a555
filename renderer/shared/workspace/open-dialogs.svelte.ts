import type { ConnectionView } from '#contract/index.ts';
import type { SettingsPlace } from '../../features/settings/settings-places.ts';
import type { Preferences } from '../../features/settings/preferences.svelte.ts';
import { openModals } from '../../ui/open-modals.svelte.ts';

export class OpenDialogs {
  /** Percent. */
  #panes: number[] | null = null;

  /** `connection` is `null` for a new one. */
  installation = $state.raw<{ connection: ConnectionView | null } | null>(null);
  removing = $state.raw<ConnectionView | null>(null);
  certificateOf = $state.raw<ConnectionView | null>(null);
  importing = $state(false);
  /** `connectionIds` is `null` for all connections. */
  exporting = $state.raw<{ connectionIds: readonly string[] | null } | null>(null);
  exportingHistory = $state(false);
  deleting = $state(false);
  tokensOf = $state.raw<ConnectionView | null>(null);
  testing = $state(false);
  settings = $state<SettingsPlace | null>(null);
  palette = $state(false);
  keys = $state(false);

  addInstallation(): void {
    this.installation = { connection: null };
  }

  editInstallation(connection: ConnectionView): void {
    this.installation = { connection };
  }

  /** Whether a dialog covers the window, which disables its shortcuts. */
  get isCovered(): boolean {
    return this.palette || openModals.count > 0;
  }

  notePanes(panes: number[]): void {
    this.#panes = panes;
  }

  keepPanes(preferences: Preferences): void {
    if (this.#panes !== null) void preferences.change({ panes: this.#panes });
  }
}
