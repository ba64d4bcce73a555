import type { RemovalPreview } from '#contract/connections.ts';
import { SecretName } from '#domain/installation/secrets.ts';
import type { Ports } from './ports.ts';
import type { Journal } from './journal/journal.ts';
import { memoryOf } from './templates/remembering.ts';
import type { Connections } from './connections/connections.ts';

export function previewConnectionRemoval(
  { templates }: Pick<Ports, 'templates'>,
  connections: Connections,
  journal: Pick<Journal, 'state'>,
  id: string,
): Omit<RemovalPreview, 'bundleValues'> {
  const connection = connections.find(id);
  const { name, practice, trust, clientCertificate, notes } = connection;
  const remembered = memoryOf(templates.remembered(), id);
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
  };
}
