import type { ConnectionView } from '#contract/index.ts';
import { openModals } from '../../ui/open-modals.svelte.ts';

export type SettingsPlace = 'secrets' | 'history' | 'appearance' | 'diagnostics' | 'about';

export class OpenDialogs {
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
  /** Above the panes of a narrow window. */
  sidebar = $state(false);

  addInstallation(): void {
    this.installation = { connection: null };
  }

  editInstallation(connection: ConnectionView): void {
    this.installation = { connection };
  }

  /** Whether a dialog covers the window, which disables its shortcuts. */
  get isCovered(): boolean {
    return this.palette || this.sidebar || openModals.count > 0;
  }
}
