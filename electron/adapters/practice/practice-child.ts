/** A running service program, as both `child_process` and Electron's `utilityProcess` give it. */
export interface PracticeChild {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  kill(signal?: 'SIGTERM' | 'SIGKILL'): boolean;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  once(event: 'error', listener: (...details: unknown[]) => void): unknown;
}

/**
 * Starts the service program with these arguments. `env` comes on top of the environment that the
 * program needs anyway. Standard input is a pipe that nobody writes to, so that the service ends
 * when this process does.
 */
export type SpawnPractice = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => PracticeChild;
