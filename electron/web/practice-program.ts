import { spawn } from 'node:child_process';
import type { SpawnPractice } from '#adapters/practice/practice-child.ts';

/** Runs the service program on this process's own Node. It ends with this process: its input is a pipe. */
export const practiceProgram =
  (program: string): SpawnPractice =>
  (args, env) =>
    spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      stdio: 'pipe',
      windowsHide: true,
    });
