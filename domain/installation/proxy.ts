import { z } from 'zod';

/**
 * The proxy of a connection: what the machine's environment says (`HTTPS_PROXY`, `HTTP_PROXY`,
 * `NO_PROXY`), none, or one of its own. The password of its user is in the vault.
 */
export const Proxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('own'), url: z.string(), username: z.string() }),
]);
export type Proxy = z.infer<typeof Proxy>;
