// Opens the vault of a data folder with the real keychain library, uses it without a choice by a
// person, and prints the results. Exits even if calls are pending.
import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { Vault } from '#core/vault/vault.ts';
import { ProblemError } from '#domain/problem.ts';
import { systemClock } from '../../clock/clock.ts';
import { noSuspendEvents } from '../../suspend/no-suspend-events.ts';
import { createVaultCrypto } from '../../vault/vault-crypto.ts';
import { vaultFile } from '../../vault/vault-file.ts';
import { SystemKeychain } from '../system-keychain.ts';

const [directory = ''] = process.argv.slice(2);
const begun = performance.now();
const vault = new Vault({
  keychain: new SystemKeychain({ directory }),
  file: vaultFile(directory),
  crypto: createVaultCrypto(),
  clock: systemClock,
  suspendEvents: noSuspendEvents,
  namesBefore: [],
});
/** Time until the vault was constructed, in any state. */
const opened = performance.now() - begun;
let state = vault.state();
for await (state of vault.watch()) if (state.status !== 'opening') break;
const settled = performance.now() - begun;

// More calls than Node has threads: only requests for secrets may wait, not other work.
if (state.status === 'waiting') {
  for (let nth = 0; nth < 8; nth += 1) vault.secrets.get('try').catch(() => undefined);
}
await Promise.all([stat(directory), stat('/'), lookup('localhost'), lookup('127.0.0.1')]);

const kept =
  state.status === 'waiting'
    ? 'not tried'
    : await vault.secrets.set('try', 'canary-of-the-try').then(
        () => 'kept',
        (error: unknown) => (error instanceof ProblemError ? error.problem.code : 'unforeseen'),
      );
await vault.choose({ kind: 'memory' });
await vault.secrets.set('try', 'canary-of-the-try');
const got = await vault.secrets.get('try');
process.stdout.write(JSON.stringify({ state, opened, settled, kept, got }));
process.exit(0);
