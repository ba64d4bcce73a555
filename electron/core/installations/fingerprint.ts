import { apiRootUrl } from '#domain/installation/address.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { practiceIdOf } from '#domain/installation/practice.ts';
import type { Ports } from '../ports.ts';

/** SHA-256 of the API root. The practice service has a new address at each start, so its id counts. */
export const fingerprintOf = ({ sha256 }: Pick<Ports, 'sha256'>, connection: Connection): string =>
  sha256(connection.practice ? `practice ${practiceIdOf(connection)}` : apiRootUrl(connection));
