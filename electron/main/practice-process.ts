import { utilityProcess } from 'electron';
import { errorCode } from '#adapters/error-code.ts';
import type { PracticeChild, SpawnPractice } from '#adapters/practice/practice-services.ts';

/** Uses `utilityProcess`, because the packaged app cannot run as plain Node. */
export function practiceProcess(program: string): SpawnPractice {
  return (args, env) => {
    const child = utilityProcess.fork(program, [...args], {
      env: { ...env },
      stdio: 'pipe',
      serviceName: 'Hookdesk practice service',
    });
    return {
      stdout: child.stdout,
      stderr: child.stderr,
      kill: (signal) => (signal === 'SIGKILL' ? killAtOnce(child.pid) : child.kill()),
      once: (event: 'exit' | 'error', listener: (code: number) => void) =>
        event === 'exit'
          ? child.once('exit', listener)
          : child.once('error', () => {
              listener(1);
            }),
    } satisfies PracticeChild;
  };
}

/** Electron's `kill` only asks a process to end; SIGKILL forces it. `false` when it has ended. */
function killAtOnce(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}
