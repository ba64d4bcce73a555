import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Output } from './output/output.ts';

/** What a command works with. */
export interface CommandContext {
  readonly client: HookdeskClient;
  /** By name, else by id. */
  readonly findInstallation: (given: string) => Promise<ConnectionView>;
  readonly output: Output;
  /** Aborted by Ctrl C. */
  readonly signal: AbortSignal;
  /** From the source that the options of the command name. */
  readonly secret: string | null;
  /** Values of the variables that held secrets. */
  readonly ofEnvironment: ReadonlyMap<string, string>;
}

export type Work<Context> = (context: Context) => Promise<ExitCode>;
