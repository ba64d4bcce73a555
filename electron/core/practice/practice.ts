import type { ConnectionView } from '#contract/connections.ts';
import { blankConnection, type PracticeId } from '#domain/installation/connection.ts';
import { practiceInstallations } from '#domain/installation/practice.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';
import { refusedError } from '../problems.ts';

/** Starts a reference service for each id and adds its installation, or takes the one that exists. */
export async function startPractice(
  ports: Pick<Ports, 'practice'>,
  connections: Connections,
  ids: readonly PracticeId[],
): Promise<ConnectionView[]> {
  const views: ConnectionView[] = [];
  for (const id of new Set(ids)) {
    const { baseUrl, apiRoot } = await ports.practice.start(id);
    const { name, variant, environment } = practiceInstallations[id];
    views.push(
      connections.addPractice(id, {
        ...blankConnection,
        name,
        baseUrl,
        apiRoot,
        variant,
        environment,
        proxy: { kind: 'none' },
      }),
    );
  }
  return views;
}

/** @throws ProblemError `refused` for a real installation, on which no alert may be raised */
export async function practiceTarget(
  connections: Connections,
  connectionId: string,
): Promise<Target> {
  const { practice, name } = connections.find(connectionId);
  if (practice) return connections.target(connectionId);
  throw refusedError(
    `This works on practice installations only, and ${name} is a real installation.`,
    'Select a practice installation.',
  );
}
