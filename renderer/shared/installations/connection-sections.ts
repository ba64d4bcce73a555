import type { ConnectionView } from '#contract/connections.ts';
import { Environment } from '#domain/installation/connection.ts';
import { textFilter } from '#domain/text/fold-text.ts';

export interface ConnectionSection {
  readonly key: string;
  readonly title: string;
  readonly connections: readonly ConnectionView[];
}

const titles: Readonly<Record<Environment, string>> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  development: 'Development',
};

/** Environments come before groups. Production comes first: a mistake there costs most. */
export function sectionsOf(connections: readonly ConnectionView[]): ConnectionSection[] {
  const loose = connections.filter(({ group }) => group === '');
  const groups = Map.groupBy(
    connections.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  const byEnvironment = [...Environment.options, null].map((environment) => ({
    key: `environment ${environment ?? ''}`,
    title: environment === null ? 'Other' : titles[environment],
    connections: loose.filter((each) => each.environment === environment),
  }));
  return [
    ...byEnvironment.filter((section) => section.connections.length > 0),
    ...[...groups].map(([group, members]) => ({
      key: `group ${group}`,
      title: group,
      connections: members,
    })),
  ];
}

export function filterConnections(
  connections: readonly ConnectionView[],
  filter: string,
): readonly ConnectionView[] {
  const passes = textFilter(filter);
  if (passes === null) return connections;
  return connections.filter(({ name, group, environment, baseUrl }) =>
    passes([name, group, environment ?? '', baseUrl].join('\n')),
  );
}

/** Returns `null` if nothing changes. */
export function movedBy(ids: readonly string[], id: string, by: number): string[] | null {
  const from = ids.indexOf(id);
  const to = Math.max(0, Math.min(ids.length - 1, from + by));
  if (from === -1 || to === from) return null;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
