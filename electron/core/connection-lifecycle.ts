import type { ConnectionView, RemovalPreview } from '#contract/connections.ts';
import { leadsToTheSame } from '#domain/installation/connection.ts';
import { SecretName } from '#domain/installation/secrets.ts';
import { secretsToEnter } from './installations/sessions.ts';
import type { AllHandlers } from './router.ts';
import { memoryOf } from './templates/remembering.ts';
import type { UseCases } from './use-cases.ts';

type Input<Name extends 'add' | 'change'> = Parameters<AllHandlers['connections'][Name]>[0];

export async function addConnection(
  { connections, sessions }: Pick<UseCases, 'connections' | 'sessions'>,
  { settings, secrets }: Input<'add'>,
): Promise<ConnectionView> {
  const view = await connections.add(settings, secrets);
  sessions.changed(view.id, secretsToEnter(secrets));
  return view;
}

/** Deletes the last list and the remembered bundle values when the installation is another one. */
export async function changeConnection(
  useCases: Pick<UseCases, 'connections' | 'sessions' | 'snapshotPersistence' | 'importing'>,
  { connectionId, settings, secrets, forget }: Input<'change'>,
): Promise<ConnectionView> {
  const { connections, sessions, snapshotPersistence, importing } = useCases;
  const before = connections.find(connectionId);
  const view = await connections.change(connectionId, settings, secrets, forget);
  sessions.changed(connectionId, secretsToEnter(secrets, forget));
  if (!leadsToTheSame(before, view)) {
    await snapshotPersistence.forget(connectionId);
    await importing.remembered.forgetAll(connectionId);
  }
  return view;
}

export function previewConnectionRemoval(
  {
    ports,
    connections,
    journal,
    importing,
  }: Pick<UseCases, 'ports' | 'connections' | 'journal' | 'importing'>,
  id: string,
): RemovalPreview {
  const connection = connections.find(id);
  const { name, practice, trust, clientCertificate, notes } = connection;
  const remembered = memoryOf(ports.templates.remembered(), id);
  const kept = connections.secrets.keptFor(connection);
  return {
    name,
    keptInVault: practice ? [] : SecretName.options.filter((secret) => kept[secret]),
    certificates: (trust.kind === 'system' ? 0 : 1) + (clientCertificate === null ? 0 : 1),
    notes: notes !== '',
    samples: Object.keys(remembered.samples).length,
    ownTokens: remembered.ownTokens.length,
    runningPlans: connections.uses
      .of(id)
      .flatMap((use) => (use.kind === 'plan' ? [{ planId: use.planId, title: use.title }] : [])),
    isPublishing: connections.uses.of(id).some(({ kind }) => kind === 'publish'),
    openEntries: journal.state().open.find(({ connectionId }) => connectionId === id)?.count ?? 0,
    bundleValues: importing.remembered.has(id),
  };
}

/** Refused while the installation is in use. */
export async function removeConnection(useCases: UseCases, id: string): Promise<void> {
  const { connections, journal, sessions, snapshotPersistence, importing } = useCases;
  await connections.remove(id);
  journal.reportState();
  sessions.removed(id);
  await snapshotPersistence.forget(id);
  await importing.remembered.forgetAll(id);
  useCases.testSends.forget(id);
  await useCases.drafts.forget(id);
  useCases.templates.forget(id);
}
