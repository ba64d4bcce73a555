import type { PracticeId } from '#domain/installation/connection.ts';
import { differingPractice } from '#domain/installation/practice.ts';
import type { Workspace } from '../../shared/workspace/workspace.svelte.ts';

/** Opens the first one; those that differ are read and shown together. */
export async function startPractice(
  workspace: Workspace,
  ids: readonly PracticeId[],
): Promise<void> {
  const [first] = await workspace.connections.startPractice([...ids]);
  if (ids === differingPractice) {
    workspace.show('all');
    workspace.refreshAll();
  } else if (first !== undefined) workspace.select(first.id);
}
