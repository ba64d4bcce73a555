import { spawn } from 'node:child_process';
import type { SpawnPractice } from './practice-services.ts';

/** The service ends with this process, because its stdin is a pipe. */
export const practiceProgram =
  (program: string): SpawnPractice =>
  (args, env) =>
    spawn(process.execPath, [program, ...args], {
      env: { ...env },
      stdio: 'pipe',
      windowsHide: true,
    });
