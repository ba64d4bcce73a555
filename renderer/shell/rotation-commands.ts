import { commandLabels } from '../features/rotate/labels.ts';
import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';

export const rotationCommands = (workspace: Workspace): AppCommand[] =>
  (['find', 'rotate'] as const).map((purpose) => ({
    id: `${purpose}-value`,
    group: 'Webhooks',
    label: commandLabels[purpose],
    run: () => {
      workspace.showRotation(purpose);
    },
  }));
