import type { Composition } from '#compose/compose.ts';
import { composeWeb } from '../electron/web/composition.ts';
import { places } from '../electron/web/places.ts';

/**
 * The real adapters in a data folder of a test; only the keychain is none, so secrets are in memory, and
 * a passphrase costs nothing to guess.
 */
export async function realPorts(dataFolder: string): Promise<Composition> {
  const composition = composeWeb({
    dataFolder,
    version: '1.2.3',
    service: places.service,
    bundleThread: places.bundleThread,
    vault: {
      load: () => Promise.reject(new Error('There is no keychain in this test.')),
      cost: { N: 2, r: 1, p: 1 },
    },
  });
  const { vault } = composition.ports;
  await vault.retry();
  // In a folder from before a passphrase may have been chosen.
  if (vault.state().choices.includes('memory')) await vault.choose({ kind: 'memory' });
  return composition;
}
