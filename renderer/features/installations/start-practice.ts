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

/**
 * Starts practice installations, and opens the first one. Those that differ are read and shown together. The place
 * stays if a person left it during the start.
 */
export async function startPractice(
  { connections, readings, navigation }: Started,
  ids: readonly PracticeId[],
): Promise<void> {
  const { screen, selectedId } = navigation;
  const views = await connections.startPractice([...ids]);
  const isHere = navigation.screen === screen && navigation.selectedId === selectedId;
  const [first] = views;
  if (ids.some((id) => differingPractice.includes(id))) {
    if (isHere) navigation.show('all');
    void readings.read(views.map(({ id }) => id));
  } else if (first !== undefined && isHere) navigation.select(first.id);
}
