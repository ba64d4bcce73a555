import type { Composition } from '#compose/compose.ts';
import { composeWeb } from '../electron/web/composition.ts';

/** The passphrase of a sealed folder. */
export const passphrase = 'four words without sense';

/**
 * Creates the real adapters on a data folder, without a keychain and with a fast passphrase check.
 * Secrets are in memory, or with `sealed` in a passphrase vault, so that a later start can read them.
 */
export async function composeTestFolder(
  dataFolder: string,
  secrets: 'memory' | 'sealed' = 'memory',
): Promise<Composition> {
  const composition = composeWeb({
    dataFolder,
    version: '1.2.3',
    vault: {
      load: () => Promise.reject(new Error('There is no keychain in this test.')),
      cost: { N: 2, r: 1, p: 1 },
    },
  });
  const { vault } = composition.ports;
  await vault.retry();
  const { status, choices } = vault.state();
  if (secrets === 'sealed') {
    if (status === 'locked') await vault.unlock(passphrase);
    else await vault.choose({ kind: 'passphrase', passphrase });
    // An earlier data folder may have a passphrase.
  } else if (choices.includes('memory')) await vault.choose({ kind: 'memory' });
  return composition;
}
