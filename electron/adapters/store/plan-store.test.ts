import { expect, it } from 'vitest';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { aPlan } from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const sealer = testSealer();

const longPlan = () =>
  aPlan({
    id: 'plan-2',
    rows: Array.from({ length: 200 }, (_, index) =>
      aPlan().rows.map((row) => ({ ...row, key: `${row.key} ${index}` })),
    ).flat(),
  });

it('plans are restored as last written, without the deleted ones', async () => {
  const folder = testFolder();
  const ended = aPlan({
    status: 'paused',
    results: [],
    rotates: { old: 'a', next: 'b' },
    readOnly: [{ connectionId: 'initech', webhooks: 4, action: 'update' }],
  });
  const long = longPlan();
  await withStore(folder, async ({ plans }) => {
    await plans.write(aPlan(), sealer);
    await plans.write(long, sealer);
    await plans.write(ended, sealer);
    await plans.write(aPlan({ id: 'plan-3' }), sealer);
    await plans.remove('plan-3');
  });
  await withStore(folder, async ({ plans }) => {
    const found = await plans.all(sealer);
    expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([ended, long]);
    const crypto = createVaultCrypto();
    expect(await plans.all(crypto.dataSealer(crypto.newDataKey()))).toEqual([]);
  });
});

it('a plan is complete after its next write if the file was set aside during a write', async () => {
  const long = longPlan();
  await withStore(testFolder(), async ({ drafts, plans }) => {
    const settingAside: Promise<void>[] = [];
    const interrupting = {
      ...sealer,
      seal: (plain: Uint8Array, associated: string) => {
        if (settingAside.length === 0) settingAside.push(drafts.setAside());
        return sealer.seal(plain, associated);
      },
    };
    await plans.write(long, interrupting);
    await Promise.all(settingAside);
    await plans.write(long, sealer);
    expect(await plans.all(sealer)).toEqual([long]);
  });
});
