import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The first line that a program prints. */
export async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The program has no output.');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The program ended without a word.');
}
