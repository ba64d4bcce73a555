export interface PracticeChild {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  kill(signal?: 'SIGTERM' | 'SIGKILL'): boolean;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  once(event: 'error', listener: (...details: unknown[]) => void): unknown;
}

/** `env` is the complete environment. Standard input is a pipe; closing it ends the service. */
export type SpawnPractice = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) => PracticeChild;
