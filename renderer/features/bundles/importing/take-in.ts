import type { OfferedEvent } from '#contract/bundle-import.ts';
import type { FileImport } from '../../../model/bundles/importing/file-import.svelte.ts';
import type { Taken } from '../../../model/bundles/importing/taken.ts';
import type { Notices } from '../../../model/notices.svelte.ts';
import type { Workspace } from '../../../model/workspace.svelte.ts';

/** Endings of files that are offered first where one is chosen. */
export const fileEndings = '.json,.age,.txt';

/** The field behind every button that chooses a file to open. */
export const fileFieldId = 'bundle-file';

/** Asks for a file to open; only while a person presses something. */
export function chooseFile(): void {
  document.getElementById(fileFieldId)?.click();
}

/** Opens what a person chose, dropped or pasted. What was open can be brought back. */
export function takeIn(workspace: Workspace, notices: Notices, taken: Taken, others = 0): void {
  const before = workspace.imports.open(taken);
  workspace.showBundles();
  if (others > 0) notices.tell(`One file at a time: only ${taken.name} was opened`);
  tellOf(before, workspace, notices);
}

/** Opens what the machine was asked to open. */
export function takeOffered(workspace: Workspace, notices: Notices, event: OfferedEvent): void {
  const before = workspace.imports.see(event);
  workspace.showBundles();
  tellOf(before, workspace, notices);
}

/** Closes the file that is open; what was decided about it can be brought back. */
export function closeFile(workspace: Workspace, notices: Notices): void {
  tellOf(workspace.imports.close(), workspace, notices);
}

function tellOf(before: FileImport | null, workspace: Workspace, notices: Notices): void {
  if (before === null) return;
  notices.tell(`“${before.name}” was put aside`, {
    label: 'Back to it',
    run: () => {
      workspace.imports.putBack(before);
      workspace.showBundles();
    },
  });
}
