import type { HeaderBody } from '../webhooks/bodies.ts';
import type { Random } from './random.ts';

/** Creates the fields for one called product. Hosts are reserved or private; secrets are fake. */
export type Target = (random: Random) => {
  /** Product name, used in the webhook's name. */
  readonly product: string;
  readonly url: string;
  readonly http_headers: readonly HeaderBody[];
  readonly payload_template: string;
};

export const header = (http_header_key: string, http_header_value: string): HeaderBody => ({
  http_header_key,
  http_header_value,
});

export const jsonType = header('Content-Type', 'application/json');
