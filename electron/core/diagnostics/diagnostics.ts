import type { HostName } from '#contract/app.ts';
import type { ConnectionView } from '#contract/connections.ts';
import type { VaultState } from '#contract/vault.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import { requiredSecretNames } from '#domain/installation/secret-owner.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { Problem, ProblemError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import type { CrashReport, MachineFacts, Ports } from '../ports.ts';

/** The diagnostics of this host, for a support ticket. */
export function diagnosticsOf(
  { clock, machine, vault, secretsInUse, managed }: Ports,
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
    log: machine.log.slice(dataFolder.length + 1),
    crashReports: machine.crashReports(),
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
  readonly problems: readonly RecentProblem[];
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

/** Contains only the address's origin, and no text by a person (name, group, notes, user names). */
function connectionLine(connection: ConnectionView): string {
  const { practice, variant, apiRoot, authentication, environment, readOnly, has } = connection;
  const secrets = practice ? [] : requiredSecretNames(connection);
  const storedSecrets = secrets.map((secret) => `${secret} ${has[secret] ? 'kept' : 'missing'}`);
  return [
    practice ? 'practice' : originOf(connection.baseUrl),
    `variant ${variant} at ${apiRoot}`,
    authentication.kind,
    environment ?? 'no environment',
    ...(readOnly ? ['read-only'] : []),
    trustOf(connection),
    ...(connection.clientCertificate === null ? [] : ['client certificate']),
    proxyOf(connection),
    limitsOf(connection.limits),
    ...(storedSecrets.length === 0 ? [] : [storedSecrets.join(', ')]),
  ].join('; ');
}

function trustOf({ trust }: Connection): string {
  switch (trust.kind) {
    case 'system':
      return 'trusts what the machine trusts';
    case 'ca-file':
      return 'trusts a CA file besides';
    case 'pinned':
      return `trusts the key ${trust.certificate.spkiSha256} alone, valid until ${trust.certificate.validTo}`;
  }
}

function proxyOf({ proxy }: Connection): string {
  if (proxy.kind !== 'own') return `proxy: ${proxy.kind}`;
  return `proxy: ${originOf(proxy.url)}${proxy.username === '' ? '' : ', with a user'}`;
}

function limitsOf(limits: Limits): string {
  const usual = new Map(Object.entries(defaultLimits));
  const changed = Object.entries(limits).filter(([name, value]) => usual.get(name) !== value);
  if (changed.length === 0) return 'usual limits';
  return `limits: ${changed.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}

/** Drops user name, password, path and query. */
function originOf(address: string): string {
  const typed = address.trim();
  return URL.canParse(typed) ? new URL(typed).origin : 'an address that is none';
}

/** Codes whose messages contain no name of an installation, and no text from a service before `quote`. */
const codesWithOwnMessages: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'unreachable',
  'timed-out',
  'certificate-untrusted',
  'certificate-invalid',
  'certificate-changed',
  'forbidden',
  'not-found',
  'too-large',
  'aborted',
  'host-not-allowed',
  'no-such-connection',
  'vault-failed',
  'vault-locked',
  'data-key-missing',
]);

/** The end of a message that quotes an answer. */
const quote = / (?:It says: |The response was )[^]*$/;

/** Labels of facts without text from a service, a webhook or a person. */
const safeFactLabels: ReadonlySet<string> = new Set([
  'Request',
  'Status',
  'Content type',
  'System code',
  'Time limit',
  'Limit',
  'Retry after',
  'Proxy',
  'Status of the proxy',
  'Where',
  'Expected',
  'Found',
  'Valid from',
  'Valid until',
  'Key',
  'SHA-256 fingerprint',
  'SHA-256 of the key',
  'Trusted fingerprint',
  'Trusted key',
]);

function problemLines({ at, procedure, problem }: RecentProblem): string[] {
  const hasMessage = codesWithOwnMessages.has(problem.code);
  const message = hasMessage ? [`   ${problem.message.replace(quote, '')}`] : [];
  const doubts = 'doubts' in problem ? [`   Doubts: ${problem.doubts.join(', ')}`] : [];
  const facts = problem.facts
    .filter(({ label }) => safeFactLabels.has(label))
    .map(({ label, value }) => `   ${label}: ${value}`);
  return [`${at.toISOString()} ${procedure}: ${problem.code}`, ...message, ...doubts, ...facts];
}

const mostProblems = 20;

interface RecentProblem {
  readonly at: Date;
  readonly procedure: string;
  readonly problem: Problem;
}

/** The latest problems that windows got, for diagnostics. */
export class RecentProblems {
  readonly #now: () => Date;
  #problems: readonly RecentProblem[] = [];

  constructor(now: () => Date) {
    this.#now = now;
  }

  note(procedure: string, problem: Problem): void {
    const newest = { at: this.#now(), procedure, problem };
    this.#problems = [newest, ...this.#problems].slice(0, mostProblems);
  }

  noteError(procedure: string, error: unknown): void {
    if (error instanceof ProblemError) this.note(procedure, error.problem);
  }

  /** Passes on the events of a procedure, and notes the problems in them. */
  async *noteProblemsOf(
    procedure: string,
    events: AsyncGenerator<unknown, unknown, void>,
  ): AsyncGenerator<unknown, unknown, void> {
    try {
      for (;;) {
        const next = await events.next();
        if (next.done === true) return next.value;
        this.noteEvent(procedure, next.value);
        yield next.value;
      }
    } catch (error) {
      this.noteError(procedure, error);
      throw error;
    } finally {
      await events.return(undefined);
    }
  }

  noteEvent(procedure: string, event: unknown): void {
    if (typeof event !== 'object' || event === null || !('problem' in event)) return;
    const withProblem = Problem.safeParse(event.problem);
    if (withProblem.success) this.note(procedure, withProblem.data);
  }

  latest(): readonly RecentProblem[] {
    return this.#problems;
  }
}
