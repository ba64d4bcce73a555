import type { HookdeskClient } from '#contract/index.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Output } from './output/output.ts';

/** What a command works with. */
export interface CommandContext {
  readonly client: HookdeskClient;
  readonly output: Output;
  /** Aborted by Ctrl C. */
  readonly signal: AbortSignal;
  /** From the source that the options of the command name. */
  readonly secret: string | null;
}

export type Work<Context> = (context: Context) => Promise<ExitCode>;
