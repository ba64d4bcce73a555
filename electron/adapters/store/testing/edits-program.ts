import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createTestCore } from '#test-support/test-core.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { systemClock } from '../../clock/clock.ts';
import { createVaultCrypto } from '../../vault/vault-crypto.ts';
import { createStore } from '../store.ts';

/**
 * Edits 20 drafts in a data folder, one edit after the other: `KEY FOLDER FIRST COUNT`. Prints the
 * number of each acknowledged edit, and the state of the drafts.
 */
const [dataKey = '', directory = '', first = '0', count = '0'] = process.argv.slice(2);
const vault = new FakeVault();
vault.dataSealer = () => Promise.resolve(createVaultCrypto().dataSealer(dataKey));
const store = createStore({ directory });
const core = createTestCore({ vault, drafts: store.drafts, clock: systemClock, newId: randomUUID });
const { drafts } = core;

const edit = async (number: number): Promise<void> => {
  const draft = aDraft({ id: `acme/${number % 20}`, definition: aDefinition(`edit ${number}`) });
  const basedOn = drafts.get(draft.id)?.revision ?? null;
  const { state } = await drafts.save({ draft, basedOn });
  const message = state.problem?.message ?? state.notices.join(' ');
  writeSync(1, `${number} ${state.status} ${message}\n`);
};

const end = Number(first) + Number(count);
for (let number = Number(first); number < end; number += 2) {
  await Promise.all([edit(number), edit(number + 1)]);
}
await core.close();
await store.close();
