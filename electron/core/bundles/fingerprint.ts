import { apiRootUrl } from '#domain/installation/address.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { Ports } from '../ports.ts';

/** SHA-256 of the API root. The practice service has a new address at each start, so its variant counts. */
export const fingerprintOf = (
  { sha256 }: Pick<Ports, 'sha256'>,
  { practice, variant, baseUrl, apiRoot }: Connection,
): string => sha256(practice ? `practice ${variant}` : apiRootUrl({ baseUrl, apiRoot }));
