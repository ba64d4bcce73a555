import { expect, it } from 'vitest';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { aPlan } from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const sealer = testSealer();

it('plans are restored as last written, without the deleted ones', async () => {
  const folder = testFolder();
  const ended = aPlan({
    status: 'paused',
    results: [],
    rotates: { old: 'a', next: 'b' },
    readOnly: [{ connectionId: 'initech', webhooks: 4, action: 'update' }],
  });
  const long = aPlan({
    id: 'plan-2',
    rows: Array.from({ length: 200 }, (_, index) =>
      aPlan().rows.map((row) => ({ ...row, key: `${row.key} ${index}` })),
    ).flat(),
  });
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
