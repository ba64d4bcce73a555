import type { PracticeId } from '#domain/installation/connection.ts';
import { differingPractice } from '#domain/installation/practice.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';

/** Opens the first one; those that differ are read and shown together. */
export async function startPractice(
  workspace: Workspace,
  ids: readonly PracticeId[],
): Promise<void> {
  const views = await workspace.connections.startPractice([...ids]);
  const [first] = views;
  if (ids === differingPractice) {
    workspace.show('all');
    void workspace.readings.read(views.map(({ id }) => id));
  } else if (first !== undefined) workspace.select(first.id);
}
