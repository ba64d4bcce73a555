import { MediaQuery } from 'svelte/reactivity';
import type { Workspace } from '../workspace/workspace.svelte.ts';

/** In a narrow window, the sidebar opens above the panes. */
export const isNarrow = new MediaQuery('width < 1040px');

/** In a small window, list and side pane share one place. */
export const isSmall = new MediaQuery('width < 800px');

export const isSidebarDocked = (wished: boolean): boolean => wished && !isNarrow.current;

/**
 * The pane that hides the other one; `null` when list and side pane are beside each other, or there is no side pane.
 * @param areSwitched whether a person switches between the two, with the switch above them
 */
export function paneInFront(workspace: Workspace, areSwitched: boolean): 'list' | 'side' | null {
  const { navigation } = workspace;
  if (hasListToHide(workspace) && navigation.listHidden) return 'side';
  if (!isSmall.current) return null;
  return hasSidePane(workspace) && (!areSwitched || navigation.sideInFront) ? 'side' : 'list';
}

export function hasSidePane({
  navigation,
  editor,
  history,
  imports,
  plans,
  compare,
}: Workspace): boolean {
  switch (navigation.screen) {
    case 'history':
      return history.sidePane.kind !== 'nothing';
    case 'compare':
      return compare.current !== null && compare.current.openedKey !== null;
    case 'export':
      return true;
    case 'bundles':
      return editor.opened.kind !== 'nothing' || imports.current?.status === 'read';
    case 'plan': {
      const plan = plans.current;
      const hasDetails =
        plan !== null && (plan.shown !== null || plan.secretsConnectionId !== null);
      return editor.opened.kind !== 'nothing' || hasDetails;
    }
    case 'edit-many':
      return false;
    case 'all':
    case 'installation':
    case 'drafts':
    case 'rotation':
    case 'coverage':
    case 'pauses':
    case 'changes':
      return editor.opened.kind !== 'nothing';
  }
}

/** Whether an editor and a list share the window. */
export const hasListToHide = (workspace: Workspace): boolean =>
  workspace.navigation.screen !== 'history' &&
  workspace.editor.opened.kind !== 'nothing' &&
  !isSmall.current;

/** The focus of a hidden list goes to the editor. */
export function hideOrShowList(workspace: Workspace): void {
  workspace.navigation.listHidden = !workspace.navigation.listHidden;
  const [list] = document.querySelectorAll('main .pane');
  if (!workspace.navigation.listHidden || list?.contains(document.activeElement) !== true) return;
  document
    .querySelector<HTMLElement>('#editor-title, [aria-label="Editor"] button:enabled')
    ?.focus();
}
