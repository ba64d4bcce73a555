import type { HostName } from '#contract/app.ts';
import type { ConnectionView } from '#contract/connections.ts';
import type { VaultState } from '#contract/vault.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import type { Connections } from '../connections/connections.ts';
import type { CrashReport, MachineFacts, Ports } from '../ports.ts';
import type { NotedProblem, RecentProblems } from './recent-problems.ts';
import { connectionLine } from './safe-connection.ts';
import { problemLines } from './safe-problem.ts';

type Needs = Pick<
  Ports,
  'clock' | 'machine' | 'vault' | 'secretsInUse' | 'supportFiles' | 'managed'
>;

export function diagnosticsOf(
  { clock, machine, vault, secretsInUse, supportFiles, managed }: Needs,
  connections: Pick<Connections, 'list'>,
  { version, host, dataFolder }: Pick<DiagnosticFacts, 'version' | 'host'> & { dataFolder: string },
  recent: RecentProblems,
): string {
  const text = diagnosticsText({
    at: clock.now(),
    version,
    host,
    machine,
    managed,
    vault: vault.state(),
    // The path of the data folder may contain a person's name.
    log: supportFiles.log.slice(dataFolder.length + 1),
    crashReports: supportFiles.crashReports(),
    connections: connections.list(),
    problems: recent.latest(),
  });
  // A second safeguard: the text should contain no secrets.
  return secretsInUse.mask(text);
}

export interface DiagnosticFacts {
  readonly at: Date;
  readonly version: string;
  readonly host: HostName;
  readonly machine: MachineFacts;
  readonly managed: Managed;
  readonly vault: VaultState;
  readonly log: string;
  readonly crashReports: readonly CrashReport[];
  readonly connections: readonly ConnectionView[];
  readonly problems: readonly NotedProblem[];
}

/** Text for a support ticket. It never contains content from people, webhooks or installations. */
export function diagnosticsText(facts: DiagnosticFacts): string {
  const { at, version, host, machine, managed, vault, log } = facts;
  const { crashReports, connections, problems } = facts;
  return [
    `Hookdesk ${version}, ${host}`,
    `Time: ${at.toISOString()}`,
    `System: ${machine.system}`,
    `Runtime: ${machine.runtime}`,
    ...(host === 'desktop' && machine.withoutSandbox ? ['Sandbox: off'] : []),
    `Variables for a proxy: ${machine.proxyVariables.join(', ') || 'none'}`,
    `Managed settings: ${managedMembers(managed)}`,
    `Vault: ${vault.status}, ${vault.kind}, ${vault.kept} kept`,
    `Log: ${log} in the data folder`,
    `Crash reports in the data folder: ${crashReports.length}`,
    ...crashReports.slice(0, reportsListed).map(crashLine),
    '',
    `Installations: ${connections.length}`,
    ...connections.map((connection, index) => `${index + 1}. ${connectionLine(connection)}`),
    '',
    `Problems, the latest first: ${problems.length}`,
    ...problems.flatMap(problemLines),
    '',
  ].join('\n');
}

/** Only names: values name hosts of the organisation. */
function managedMembers(managed: Managed): string {
  if (managed.kind === 'set') return Object.keys(managed.settings).join(', ') || 'none';
  return managed.kind === 'refused' ? 'cannot be used' : 'none';
}

const reportsListed = 10;

const crashLine = ({ file, at, bytes }: CrashReport): string =>
  `${at.toISOString()} ${file}, ${Math.ceil(bytes / 1024)} KB`;
