import type { HeaderBody } from '../webhooks/bodies.ts';
import type { Random } from './random.ts';

/** Makes the part of a webhook that depends on what it calls. Hosts are reserved names; secrets are fakes. */
export type Target = (random: Random) => {
  /** How people call it in the webhook's name. */
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
