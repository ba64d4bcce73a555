import type { ConnectionView, RemovalPreview } from '#contract/connections.ts';
import type { JournalState } from '#contract/journal.ts';
import { reachesSameWebhooks } from '#domain/installation/connection.ts';
import { SecretName } from '#domain/installation/secret-owner.ts';
import { secretsChangeOf } from './sessions/sessions.ts';
import type { Handlers } from './router.ts';
import { memoryOf } from './templates/templates.ts';
import type { UseCases } from './use-cases.ts';

type Input<Name extends 'add' | 'change'> = Parameters<Handlers['connections'][Name]>[0];

export async function addConnection(
  { connections, sessions }: Pick<UseCases, 'connections' | 'sessions'>,
  { settings, secrets }: Input<'add'>,
): Promise<ConnectionView> {
  const view = await connections.add(settings, secrets);
  sessions.followConnection(view.id, secretsChangeOf(secrets));
  return view;
}

/** Deletes the last list and the remembered bundle values when the installation is another one. */
export async function changeConnection(
  useCases: Pick<UseCases, 'connections' | 'sessions' | 'snapshotPersistence' | 'remembered'>,
  { connectionId, settings, secrets, forget }: Input<'change'>,
): Promise<ConnectionView> {
  const { connections, sessions, snapshotPersistence, remembered } = useCases;
  const before = connections.find(connectionId);
  const view = await connections.change(connectionId, settings, secrets, forget);
  sessions.followConnection(connectionId, secretsChangeOf(secrets, forget));
  if (!reachesSameWebhooks(before, view)) {
    await snapshotPersistence.forget(connectionId);
    await remembered.forgetAll(connectionId);
  }
  return view;
}

export function previewConnectionRemoval(
  {
    ports,
    connections,
    journal,
    remembered,
  }: Pick<UseCases, 'ports' | 'connections' | 'journal' | 'remembered'>,
  id: string,
): RemovalPreview {
  const connection = connections.find(id);
  const { name, practice, trust, clientCertificate, notes } = connection;
  const memory = memoryOf(ports.templates.remembered(), id);
  const kept = connections.secrets.keptFor(connection);
  return {
    name,
    keptInVault: practice ? [] : SecretName.options.filter((secret) => kept[secret]),
    certificates: (trust.kind === 'system' ? 0 : 1) + (clientCertificate === null ? 0 : 1),
    notes: notes !== '',
    samples: Object.keys(memory.samples).length,
    ownTokens: memory.ownTokens.length,
    runningPlans: connections.uses
      .of(id)
      .flatMap((use) => (use.kind === 'plan' ? [{ planId: use.planId, title: use.title }] : [])),
    isPublishing: connections.uses.of(id).some(({ kind }) => kind === 'publish'),
    openEntries: journal.state().open.find(({ connectionId }) => connectionId === id)?.count ?? 0,
    bundleValues: remembered.has(id),
  };
}

/** Refused while the installation is in use. */
export async function removeConnection(useCases: UseCases, id: string): Promise<void> {
  const { connections, journal, sessions, snapshotPersistence, remembered } = useCases;
  await connections.remove(id);
  journal.reportState();
  sessions.forgetConnection(id);
  await snapshotPersistence.forget(id);
  await remembered.forgetAll(id);
  useCases.testSends.forget(id);
  await useCases.drafts.forget(id);
  useCases.templates.forget(id);
}

/**
 * The state of History for windows. It does not count the open entries of a removed installation, which can never
 * be reconciled; pages still list them.
 */
export function withoutRemoved(
  { connections }: Pick<UseCases, 'connections'>,
  state: JournalState,
): JournalState {
  const saved = new Set(connections.saved().map(({ id }) => id));
  return { ...state, open: state.open.filter(({ connectionId }) => saved.has(connectionId)) };
}
