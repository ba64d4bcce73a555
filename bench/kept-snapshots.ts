import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#adapters/clock/clock.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import type { Sealer } from '#core/ports.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { SnapshotKeeping } from '#core/webhooks/snapshot-keeping.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';

/** A vault that is open, with a real data key. */
class OpenVault extends FakeVault {
  readonly #sealer: Sealer;
  constructor(key: string) {
    super();
    this.#sealer = createVaultCrypto().dataSealer(key);
  }
  override dataSealer(): Promise<Sealer> {
    return Promise.resolve(this.#sealer);
  }
}

/** Snapshots on a real disk, sealed for real. */
export interface KeptSnapshots {
  readonly snapshots: Snapshots;
  readonly keeping: SnapshotKeeping;
  /** Resolves once everything that was read is on disk. */
  written: (connectionId: string) => Promise<void>;
  /** What another start finds on disk. */
  readBack: (connectionId: string) => Promise<number>;
  close: () => Promise<void>;
}

export function keptSnapshots(): KeptSnapshots {
  const directory = mkdtempSync(join(tmpdir(), 'hookdesk-bench-'));
  const store = createStore({ directory });
  const vault = new OpenVault(createVaultCrypto().newDataKey());
  const needs = { vault, clock: systemClock, drafts: store.drafts, snapshots: store.snapshots };
  const snapshots = new Snapshots();
  const keeping = new SnapshotKeeping(needs, snapshots);
  return {
    snapshots,
    keeping,
    written: async (connectionId) => {
      const readAt = snapshots.get(connectionId)?.readAt.getTime();
      const onDisk = async () => (await store.snapshots.times()).get(connectionId)?.getTime();
      while ((await onDisk()) !== readAt) await systemClock.sleep(5);
    },
    readBack: async (connectionId) => {
      const again = new Snapshots();
      const other = new SnapshotKeeping(needs, again);
      await other.load(connectionId);
      await other.close();
      return again.get(connectionId)?.webhooks.size ?? 0;
    },
    close: async () => {
      await keeping.close();
      await store.close();
      rmSync(directory, { recursive: true });
    },
  };
}
