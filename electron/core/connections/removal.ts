import type { RemovalPreview } from '#contract/connections.ts';
import { SecretName } from '#domain/installation/secrets.ts';
import type { Connections } from './connections.ts';

/** What goes with a connection, so that a person can decide. */
export function previewRemoval(connections: Connections, id: string): RemovalPreview {
  const connection = connections.find(id);
  const { name, practice, trust, clientCertificate, notes } = connection;
  const kept = connections.secrets.keptFor(connection);
  return {
    name,
    keptInVault: practice ? [] : SecretName.options.filter((secret) => kept[secret]),
    certificates: (trust.kind === 'system' ? 0 : 1) + (clientCertificate === null ? 0 : 1),
    notes: notes !== '',
  };
}
