import type { ConnectionView } from '#contract/index.ts';
import type { Preferences } from '../model/preferences.svelte.ts';

/** How long the panes must stand still before their widths are kept, in milliseconds. */
const settling = 400;

/** What lies over the frame at the moment, and the widths of its panes. */
export class Surface {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The installation dialog; its connection is `null` when one is added. */
  installation = $state.raw<{ connection: ConnectionView | null } | null>(null);
  removing = $state.raw<ConnectionView | null>(null);
  /** The webhook in the editor is to be deleted. */
  deleting = $state(false);
  palette = $state(false);
  keys = $state(false);

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
      this.deleting ||
      this.palette ||
      this.keys
    );
  }

  rememberPanes(panes: number[], preferences: Preferences): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void preferences.change({ panes }), settling);
  }
}
