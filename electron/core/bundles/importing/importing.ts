import type { DraftNote } from '#contract/bundle-import.ts';
import { BundlePlans } from './bundle-plans.ts';
import { OpenedFiles } from './opened-files.ts';
import { RememberedSecrets } from './remembered-secrets.ts';
import { toDrafts } from './to-drafts.ts';
import type { Parts } from '../../parts.ts';

export class Importing {
  readonly files: OpenedFiles;
  readonly plans: BundlePlans;
  readonly remembered: RememberedSecrets;
  readonly toDrafts: (
    fileId: string,
    connectionId: string,
    keys: readonly string[] | null,
  ) => Promise<{ draftIds: string[]; notes: DraftNote[] }>;

  constructor(needs: Parts) {
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
