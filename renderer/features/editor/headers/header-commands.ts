import KeyRound from '@lucide/svelte/icons/key-round';
import Eye from '@lucide/svelte/icons/eye';
import EyeOff from '@lucide/svelte/icons/eye-off';
import Trash2 from '@lucide/svelte/icons/trash-2';
import Undo2 from '@lucide/svelte/icons/undo-2';
import { isSensitiveName } from '#domain/secrets/sensitive-names.ts';
import type { Draft, HeaderRow } from '../../../shared/drafts/draft.svelte.ts';
import type { ThingCommand } from '../../../ui/menu-item.ts';
import type { Navigation } from '../../../workspace/navigation.svelte.ts';

export type HeaderState = 'same' | 'added' | 'changed' | 'deleted';

export function headerState(row: HeaderRow, draft: Draft): HeaderState {
  if (row.deleted) return 'deleted';
  const before = draft.baseHeader(row);
  if (before === undefined) return draft.base === null ? 'same' : 'added';
  return before.name === row.name && before.value === row.value ? 'same' : 'changed';
}

interface Shown {
  readonly readOnly: boolean;
  /** Whether the secret value is shown. */
  readonly shown: boolean;
  readonly ontoggle: () => void;
}

/** `null` for a command that does not apply to the row. */
export function headerCommands(
  row: HeaderRow,
  draft: Draft,
  { readOnly, shown, ontoggle }: Shown,
): Record<'show' | 'revert' | 'remove', ThingCommand | null> {
  const { key, name, deleted } = row;
  const state = headerState(row, draft);
  const showing = shown ? 'Hide the value' : 'Show the value';
  return {
    show:
      isSensitiveName(name) && !deleted
        ? {
            label: showing,
            named: `${showing} of ${name}`,
            icon: shown ? EyeOff : Eye,
            choose: ontoggle,
          }
        : null,
    revert:
      !readOnly && (state === 'changed' || state === 'deleted')
        ? {
            label: 'Revert',
            named: `Revert ${name}`,
            icon: Undo2,
            choose: () => draft.undoHeader(key),
          }
        : null,
    remove:
      readOnly || deleted
        ? null
        : {
            label: 'Remove the header',
            named: `Remove the header ${name}`,
            icon: Trash2,
            danger: true,
            choose: () => draft.removeHeader(key),
          },
  };
}

/** For the value that the installation holds, not an edited one. `null` for a new header. */
export function rotateCommand(
  row: HeaderRow,
  draft: Draft,
  navigation: Navigation,
): ThingCommand | null {
  const header = draft.baseHeader(row);
  const { base, connectionId } = draft;
  if (header === undefined || base === null || header.value === '') return null;
  const { id: headerId, name } = header;
  return {
    label: 'Rotate this secret…',
    named: `Rotate the secret of ${name}…`,
    icon: KeyRound,
    choose: () => {
      const { id: webhookId } = base;
      navigation.showRotation('rotate', {
        kind: 'header',
        connectionId,
        webhookId,
        headerId,
        name,
      });
    },
  };
}
