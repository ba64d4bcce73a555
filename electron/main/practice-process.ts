import { utilityProcess } from 'electron';
import type { PracticeChild, SpawnPractice } from '#adapters/practice/practice-child.ts';

/**
 * Runs the service program in Electron's own Node, as a process that ends with this one; the packaged
 * app cannot be run as plain Node.
 * @param program absolute path of the bundled service.
 */
export function practiceProcess(program: string): SpawnPractice {
  return (args, env) => {
    const child = utilityProcess.fork(program, [...args], {
      env: { ...process.env, ...env },
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

/** Electron only asks a process to end; one that does not is ended by the system. */
function killAtOnce(pid: number | undefined): boolean {
  return pid !== undefined && process.kill(pid, 'SIGKILL');
}
