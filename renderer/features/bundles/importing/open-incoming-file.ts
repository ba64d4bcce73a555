import type { FileOpenEvent } from '#contract/bundle-import.ts';
import type { Problem } from '#domain/problem.ts';
import type { FileImport } from './file-import.svelte.ts';
import type { IncomingFile } from './incoming-file.ts';
import type { Notices } from '../../../shared/notices.svelte.ts';
import type { Workspace } from '../../../workspace/workspace.svelte.ts';

export const fileEndings = '.json,.age,.txt';

export const fileFieldId = 'bundle-file';
export const folderFieldId = 'bundle-folder';

/** Browsers allow this only during a user action. */
export function chooseFile(): void {
  document.getElementById(fileFieldId)?.click();
}

/** Browsers allow this only during a user action. */
export function chooseFolder(): void {
  document.getElementById(folderFieldId)?.click();
}

/** The notice can restore the previously open file. */
export function openIncomingFile(
  workspace: Workspace,
  notices: Notices,
  taken: IncomingFile,
  ignoredCount = 0,
): void {
  const before = workspace.imports.open(taken);
  workspace.navigation.show('bundles');
  if (ignoredCount > 0) notices.notify(`Only ${taken.name} was opened: one file at a time`);
  offerReopen(before, workspace, notices);
}

/** Opens a file that the operating system passed to Hookdesk. Of several, each refused one is named. */
export function openFileFromSystem(
  workspace: Workspace,
  notices: Notices,
  event: FileOpenEvent,
): void {
  const { current } = workspace.imports;
  if (event.kind === 'refused' && current !== null && current.status !== 'refused') {
    notifyRefused(event.name, event.problem, notices);
    return;
  }
  if (current?.problem != null && current.status === 'refused') {
    notifyRefused(current.name, current.problem, notices);
  }
  const before = workspace.imports.see(event);
  workspace.navigation.show('bundles');
  offerReopen(before, workspace, notices);
}

/** The notice can restore the file with its decisions. */
export function closeFile(workspace: Workspace, notices: Notices): void {
  offerReopen(workspace.imports.close(), workspace, notices);
}

function notifyRefused(name: string, problem: Problem, notices: Notices): void {
  notices.notify(`“${name}” was not opened: ${problem.message}`);
}

function offerReopen(before: FileImport | null, workspace: Workspace, notices: Notices): void {
  if (before === null) return;
  notices.notify(`“${before.name}” closed`, {
    label: 'Reopen',
    run: () => {
      workspace.imports.putBack(before);
      workspace.navigation.show('bundles');
    },
  });
}
