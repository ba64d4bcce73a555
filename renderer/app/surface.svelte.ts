import type { ConnectionView } from '#contract/index.ts';
import type { SettingsPlace } from '../features/settings/settings-places.ts';
import type { Preferences } from '../model/preferences.svelte.ts';
import type { Vault } from '../model/vault.svelte.ts';

/** What lies over the frame at the moment, and the widths of its panes. */
export class Surface {
  readonly #vault: Vault;
  /** Widths of the panes as they are, in percent. */
  #panes: number[] | null = null;

  /** The installation dialog; its connection is `null` when one is added. */
  installation = $state.raw<{ connection: ConnectionView | null } | null>(null);
  removing = $state.raw<ConnectionView | null>(null);
  /** The certificate of an installation is looked at. */
  certificateOf = $state.raw<ConnectionView | null>(null);
  importing = $state(false);
  /** Connections to export; `null` within for all of them. */
  exporting = $state.raw<{ connectionIds: readonly string[] | null } | null>(null);
  /** The history is to be exported. */
  exportingHistory = $state(false);
  /** The webhook in the editor is to be deleted. */
  deleting = $state(false);
  /** The tokens of an installation are looked at or changed. */
  tokensOf = $state.raw<ConnectionView | null>(null);
  /** A test of the webhook in the editor is being sent. */
  testing = $state(false);
  /** Which part of the settings is shown; `null` for none. */
  settings = $state<SettingsPlace | null>(null);
  palette = $state(false);
  keys = $state(false);

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  addInstallation(): void {
    this.installation = { connection: null };
  }

  editInstallation(connection: ConnectionView): void {
    this.installation = { connection };
  }

  /** Whether something lies over the frame: keys of the frame do nothing then. */
  get isCovered(): boolean {
    return (
      this.installation !== null ||
      this.removing !== null ||
      this.certificateOf !== null ||
      this.importing ||
      this.exporting !== null ||
      this.exportingHistory ||
      this.deleting ||
      this.tokensOf !== null ||
      this.testing ||
      this.settings !== null ||
      this.#vault.question !== null ||
      this.palette ||
      this.keys
    );
  }

  notePanes(panes: number[]): void {
    this.#panes = panes;
  }

  /** Keeps the widths, once somebody has finished changing them. */
  keepPanes(preferences: Preferences): void {
    if (this.#panes !== null) void preferences.change({ panes: this.#panes });
  }
}
