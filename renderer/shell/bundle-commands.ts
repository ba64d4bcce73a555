import { chooseFile } from '../features/bundles/importing/open-incoming-file.ts';
import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';
import { modifier } from './shortcuts.ts';

export function bundleCommands(workspace: Workspace): AppCommand[] {
  return [
    {
      id: 'bundles',
      group: 'Go to',
      label: 'Bundles',
      run: () => {
        workspace.show('bundles');
      },
    },
    {
      id: 'open-bundle',
      group: 'Bundles',
      label: 'Import webhooks…',
      shortcut: `${modifier} O`,
      run: chooseFile,
    },
  ];
}
