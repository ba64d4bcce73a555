import type { Workspace } from '../workspace/workspace.svelte.ts';

export function hasSidePane({
  screen,
  editor,
  history,
  imports,
  plans,
  compare,
}: Workspace): boolean {
  switch (screen) {
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
      const hasDetails = plan !== null && (plan.shown !== null || plan.secretsOf !== null);
      return editor.opened.kind !== 'nothing' || hasDetails;
    }
    case 'edit-many':
      return false;
    case 'all':
    case 'installation':
    case 'drafts':
    case 'rotation':
    case 'coverage':
      return editor.opened.kind !== 'nothing';
  }
}
