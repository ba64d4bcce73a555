import type { DraftNote } from '#contract/bundle-import.ts';
import type { Drafts } from '../../drafts/drafts.ts';
import type { Ports } from '../../ports.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Installations } from '../../installations/client.ts';
import { BundlePlans } from './bundle-plans.ts';
import type { CopyNeeds } from './copied-rows.ts';
import { OpenedFiles } from './opened-files.ts';
import { RememberedSecrets } from './remembered-secrets.ts';
import { toDrafts } from './to-drafts.ts';

interface Needs {
  readonly snapshotPersistence: CopyNeeds['snapshotPersistence'];
  readonly ports: Ports;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly drafts: Drafts;
}

export class Importing {
  readonly files: OpenedFiles;
  readonly plans: BundlePlans;
  readonly remembered: RememberedSecrets;
  readonly toDrafts: (
    fileId: string,
    connectionId: string,
    keys: readonly string[] | null,
  ) => Promise<{ draftIds: string[]; notes: DraftNote[] }>;

  constructor(needs: Needs) {
    const { ports, connections, drafts } = needs;
    const files = new OpenedFiles(ports, connections);
    this.files = files;
    this.remembered = new RememberedSecrets(ports.secrets);
    this.plans = new BundlePlans({
      ...needs,
      files,
      remembered: this.remembered,
    });
    this.toDrafts = (...asked) => toDrafts({ ports, connections, drafts, files }, ...asked);
  }
}
