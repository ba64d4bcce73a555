import type { Ports, Sealer } from './ports.ts';

/**
 * The sealer for what is kept in the file of drafts: drafts, snapshots, the journal and plans have one
 * key. Rejects with `storage-failed` where the file cannot be opened, with `vault-locked` or
 * `data-key-missing` where there is no key.
 */
export async function openSealer({
  drafts,
  vault,
}: Pick<Ports, 'drafts' | 'vault'>): Promise<Sealer> {
  const { holdsAny } = await drafts.open();
  return vault.dataSealer({ sealedBefore: holdsAny });
}
