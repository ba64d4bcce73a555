import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import Download from '@lucide/svelte/icons/download';
import FileDown from '@lucide/svelte/icons/file-down';
import LogOut from '@lucide/svelte/icons/log-out';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { ConnectionView } from '#contract/connections.ts';
import type { SessionState } from '#contract/sessions.ts';
import type { MenuItem } from '../../../ui/menu-item.ts';

export interface RowActions {
  readonly settings: (connection: ConnectionView) => void;
  readonly signOut: (connection: ConnectionView) => void;
  readonly duplicate: (connection: ConnectionView, withSecrets: boolean) => void;
  readonly exportWebhooks: (connection: ConnectionView) => void;
  readonly export: (connection: ConnectionView) => void;
  readonly remove: (connection: ConnectionView) => void;
}

export function rowMenu(
  connection: ConnectionView,
  session: SessionState['kind'] | undefined,
  actions: RowActions,
): MenuItem[] {
  const { has, practice } = connection;
  const signedIn = session === 'signed-in' || session === 'renewing';
  const keepsSecrets = Object.values(has).some(Boolean);
  const item = (
    label: string,
    icon: NonNullable<MenuItem['icon']>,
    choose: () => void,
  ): MenuItem => ({ label, icon, choose });
  const items: (MenuItem | false)[] = [
    item('Settings…', Settings2, () => {
      actions.settings(connection);
    }),
    signedIn &&
      item('Sign out', LogOut, () => {
        actions.signOut(connection);
      }),
    item('Export webhooks…', FileDown, () => {
      actions.exportWebhooks(connection);
    }),
    // Only one practice installation of each variant exists.
    !practice &&
      item(keepsSecrets ? 'Duplicate without secrets' : 'Duplicate', Copy, () => {
        actions.duplicate(connection, false);
      }),
    !practice &&
      keepsSecrets &&
      item('Duplicate with secrets', CopyPlus, () => {
        actions.duplicate(connection, true);
      }),
    !practice &&
      item('Export installation…', Download, () => {
        actions.export(connection);
      }),
    {
      ...item('Remove…', Trash2, () => {
        actions.remove(connection);
      }),
      danger: true,
    },
  ];
  return items.filter((each) => each !== false);
}
