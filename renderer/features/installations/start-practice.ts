import type { PracticeId } from '#domain/installation/connection.ts';
import { differingPractice } from '#domain/installation/practice.ts';
import type { Connections } from '../../shared/installations/connections.svelte.ts';
import type { InstallationReadings } from '../../shared/installations/installation-readings.svelte.ts';
import type { Navigation } from '../../workspace/navigation.svelte.ts';

interface Started {
  readonly connections: Connections;
  readonly readings: InstallationReadings;
  readonly navigation: Navigation;
}

/** Opens the first one; those that differ are read and shown together. */
export async function startPractice(
  { connections, readings, navigation }: Started,
  ids: readonly PracticeId[],
): Promise<void> {
  const views = await connections.startPractice([...ids]);
  const [first] = views;
  if (ids === differingPractice) {
    navigation.show('all');
    void readings.read(views.map(({ id }) => id));
  } else if (first !== undefined) navigation.select(first.id);
}
