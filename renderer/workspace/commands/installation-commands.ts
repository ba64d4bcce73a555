import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import Download from '@lucide/svelte/icons/download';
import ExternalLink from '@lucide/svelte/icons/external-link';
import FileDown from '@lucide/svelte/icons/file-down';
import GitCompare from '@lucide/svelte/icons/git-compare';
import HistoryIcon from '@lucide/svelte/icons/history';
import LogOut from '@lucide/svelte/icons/log-out';
import Pause from '@lucide/svelte/icons/pause';
import Percent from '@lucide/svelte/icons/percent';
import Radar from '@lucide/svelte/icons/radar';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Shuffle from '@lucide/svelte/icons/shuffle';
import Siren from '@lucide/svelte/icons/siren';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { ConnectionView } from '#contract/connections.ts';
import { counted } from '#domain/text/wording.ts';
import type { Host } from '../../platform/host.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import type { OpenDialogs } from '../open-dialogs.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ThingCommand } from '../../ui/menu-item.ts';

export interface CommandContext {
  readonly workspace: Workspace;
  readonly dialogs: OpenDialogs;
  readonly notices: Notices;
  readonly host: Host;
}

/** `null` for a command that does not apply to the installation. */
export function installationCommands(
  connection: ConnectionView,
  { workspace, dialogs, notices, host }: CommandContext,
) {
  const { id, name, practice } = connection;
  const session = workspace.sessions.stateOf(id)?.kind;
  const hasSecrets = Object.values(connection.has).some(Boolean);
  const isCurrent = workspace.navigation.selectedId === id;
  const { list } = workspace.navigation;

  const duplicate = (withSecrets: boolean): Promise<void> =>
    notices.attempt(async () => {
      const copy = await workspace.connections.duplicate(id, withSecrets);
      notices.notify(`${copy.name} added below ${name}`);
      dialogs.open({ kind: 'installation', connection: copy });
    });

  const changeWebhooks = (): Promise<void> =>
    notices.attempt(async () => {
      const count = await host.client.practice.changeWebhooks({ connectionId: id });
      notices.notify(`Another person changed ${counted(count, 'webhook')} on ${name}`, {
        label: 'Refresh',
        run: () => void list?.read(),
      });
    });

  return {
    settings: {
      label: 'Settings…',
      named: `Settings of ${name}…`,
      icon: Settings2,
      choose: () => dialogs.open({ kind: 'installation', connection }),
    },
    placeholders: {
      label: 'Placeholders…',
      named: `Placeholders of ${name}…`,
      icon: Percent,
      choose: () => dialogs.open({ kind: 'placeholders', connection }),
    },
    raise:
      practice && isCurrent
        ? {
            label: 'Simulate an alert…',
            named: `Simulate an alert on ${name}…`,
            icon: Siren,
            choose: () => workspace.navigation.showPractice(),
          }
        : null,
    changeWebhooks:
      practice && isCurrent
        ? {
            label: 'Simulate changes by another person',
            named: `Simulate changes by another person on ${name}`,
            icon: Shuffle,
            choose: () => void changeWebhooks(),
          }
        : null,
    signOut:
      session === 'signed-in' || session === 'renewing'
        ? {
            label: 'Sign out',
            named: `Sign out of ${name}`,
            icon: LogOut,
            choose: () => void notices.attempt(() => workspace.sessions.signOut(id)),
          }
        : null,
    coverage: isCurrent
      ? {
          label: 'Coverage',
          named: `Coverage of ${name}`,
          icon: Radar,
          disabled: list?.isPart !== false || list.readAt === null,
          choose: () => workspace.navigation.showCoverage(),
        }
      : null,
    pause:
      isCurrent && list !== null && !connection.readOnly
        ? {
            label: 'Pause all webhooks until…',
            named: `Pause all webhooks of ${name} until…`,
            icon: Pause,
            disabled:
              list.isPart || list.readAt === null || list.rows.every((row) => row.id === null),
            choose: () => {
              const webhooks = list.rows.flatMap((row) =>
                row.id === null ? [] : [{ id: row.id, digest: row.digest }],
              );
              const selection = [{ connectionId: id, webhooks }];
              workspace.navigation.pausing = { selection, missed: null };
            },
          }
        : null,
    compare: {
      label: 'Compare with…',
      named: `Compare ${name} with…`,
      icon: GitCompare,
      disabled: workspace.connections.all.length < 2,
      choose: () => {
        workspace.compare.question = { referenceId: id, webhook: null };
      },
    },
    history: {
      label: 'History',
      named: `Filter History by ${name}`,
      icon: HistoryIcon,
      choose: () => workspace.navigation.showHistory({ connectionId: id }),
    },
    browse: {
      label: 'Open in browser',
      named: `Open ${name} in browser`,
      icon: ExternalLink,
      choose: () => void notices.attempt(() => host.openLink(connection.baseUrl)),
    },
    exportWebhooks: {
      label: 'Export webhooks…',
      named: `Export all of ${name}…`,
      icon: FileDown,
      choose: () => workspace.navigation.openExport({ webhooks: new Map([[id, null]]) }),
    },
    // Only one practice installation of each variant exists.
    export: practice
      ? null
      : {
          label: 'Export installation…',
          named: `Export installation ${name}…`,
          icon: Download,
          choose: () => dialogs.open({ kind: 'export-installations', connectionIds: [id] }),
        },
    duplicate: practice
      ? null
      : {
          label: hasSecrets ? 'Duplicate without secrets' : 'Duplicate',
          named: `Duplicate ${name}${hasSecrets ? ' without secrets' : ''}`,
          icon: Copy,
          choose: () => void duplicate(false),
        },
    duplicateWithSecrets:
      practice || !hasSecrets
        ? null
        : {
            label: 'Duplicate with secrets',
            named: `Duplicate ${name} with secrets`,
            icon: CopyPlus,
            choose: () => void duplicate(true),
          },
    remove: {
      label: 'Remove from Hookdesk…',
      named: `Remove ${name} from Hookdesk…`,
      icon: Trash2,
      danger: true,
      choose: () => dialogs.open({ kind: 'remove-installation', connection }),
    },
  } satisfies Record<string, ThingCommand | null>;
}
