import { z } from 'zod';

/** How a command reaches a running Hookdesk. Only its user can read it. */
export const CommandEndpoint = z.object({
  /** Of a Unix domain socket, or of a named pipe on Windows. */
  path: z.string(),
  /** A secret of this run. Others may open a named pipe of Windows for reading. */
  token: z.string(),
  /** Of the running Hookdesk. Both sides need the same contract. */
  version: z.string(),
});
export type CommandEndpoint = z.infer<typeof CommandEndpoint>;
