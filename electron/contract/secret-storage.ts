import { z } from 'zod';

/** Where auth tokens are kept on this machine. */
export const SecretStorage = z.object({
  kind: z.enum(['keychain', 'memory']),
  /** The keychain's name as people of this system know it. */
  label: z.string(),
  /** Why there is no keychain; `null` where there is one. */
  reason: z.string().nullable(),
});
export type SecretStorage = z.infer<typeof SecretStorage>;
