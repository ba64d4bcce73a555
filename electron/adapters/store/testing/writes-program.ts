import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ProblemError } from '#domain/problem.ts';
import { createVaultCrypto } from '../../vault/vault-crypto.ts';
import { createStore } from '../store.ts';
import {
  aChangingSnapshot,
  aLongSnapshot,
  entries,
  storedOf,
} from '#test-support/stored-content-fixture.ts';

/**
 * Writes journal entries in groups of eight, and snapshots at the same time: `KEY FOLDER FIRST`.
 * Closes each group after the next one began. Prints each acknowledged write.
 */
const [dataKey = '', directory = '', first = '0'] = process.argv.slice(2);
const sealer = createVaultCrypto().dataSealer(dataKey);
const store = createStore({ directory });
const group = 8;

const say = (what: string, number: number): void => {
  writeSync(1, `${number} ${what}\n`);
};

async function keepJournal(): Promise<never> {
  for (let from = Number(first); ; from += group) {
    const begun = entries(group, 'Entry', from);
    await store.journal.write(
      begun.map((entry) => ({ ...entry, outcome: 'sent' })),
      sealer,
    );
    say('begun', from);
    if (from > Number(first)) {
      const ended = entries(group, 'Entry', from - group);
      await store.journal.write(
        ended.map((entry) => ({ ...entry, revision: 1 })),
        sealer,
      );
      say('ended', from - group);
    }
    await setImmediate();
  }
}

async function changeLists(): Promise<never> {
  await store.snapshots.read('globex', sealer);
  for (let number = Number(first); ; number += 1) {
    await store.snapshots.write(storedOf(aChangingSnapshot(number)), sealer);
    say('changed', number);
  }
}

async function keepLists(): Promise<never> {
  for (let number = Number(first); ; number += 1) {
    await store.snapshots.write(storedOf(aLongSnapshot(`List ${number}:`, 300)), sealer);
    say('read', number);
  }
}

try {
  await Promise.all([keepJournal(), keepLists(), changeLists()]);
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  say(`failed ${error.problem.message}`, 0);
  process.exit();
}
