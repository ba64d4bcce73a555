import { z } from 'zod';

/** How a command reaches a running Hookdesk. Only the user who runs it can read this. */
export const CommandEndpoint = z.object({
  /** Path of a Unix domain socket, or of a named pipe on Windows. */
  path: z.string(),
  /** A secret of this run, which a command sends first: other users can open a named pipe of Windows. */
  token: z.string(),
  /** Version of the running Hookdesk. A command of another version is refused, because contracts differ. */
  version: z.string(),
});
export type CommandEndpoint = z.infer<typeof CommandEndpoint>;
