import type { ConnectionView } from '#contract/index.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { openModals } from '../ui/open-modals.svelte.ts';

export type SettingsPlace =
  'secrets' | 'history' | 'notifications' | 'appearance' | 'diagnostics' | 'about';

export type OpenDialog =
  /** `connection` is `null` for a new one. */
  | { readonly kind: 'installation'; readonly connection: ConnectionView | null }
  | {
      readonly kind: 'remove-installation' | 'certificate' | 'placeholders';
      readonly connection: ConnectionView;
    }
  | { readonly kind: 'import-installations' | 'export-history' | 'palette' | 'shortcuts' }
  /** `connectionIds` is `null` for all connections. */
  | { readonly kind: 'export-installations'; readonly connectionIds: readonly string[] | null }
  | { readonly kind: 'settings'; readonly place: SettingsPlace };

export class OpenDialogs {
  current = $state.raw<OpenDialog | null>(null);
  /** Stays the webhook for which it was opened, also when the editor shows another one by then. */
  deleting = $state.raw<{ readonly webhook: Webhook; readonly connection: ConnectionView } | null>(
    null,
  );
  /** Of the open webhook. */
  testing = $state(false);
  /** Above the panes of a narrow window. */
  sidebar = $state(false);

  open(dialog: OpenDialog): void {
    this.current = dialog;
  }

  readonly addInstallation = (): void => {
    this.open({ kind: 'installation', connection: null });
  };

  readonly close = (): void => {
    this.current = null;
  };

  /** Whether a dialog covers the window, which disables its shortcuts. */
  get isCovered(): boolean {
    return this.current?.kind === 'palette' || this.sidebar || openModals.count > 0;
  }
}
