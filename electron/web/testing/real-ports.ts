import { compose, type Composition } from '../composition.ts';
import { places } from '../places.ts';

/** The real adapters in a data folder of a test; only the keychain is none, so secrets are in memory. */
export function realPorts(dataFolder: string): Promise<Composition> {
  return compose({
    dataFolder,
    version: '1.2.3',
    service: places.service,
    keychain: () => Promise.reject(new Error('There is no keychain in this test.')),
  });
}
