import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { dataKey } from '#test-support/store-fixture.ts';

/** An acknowledged edit. */
export interface Answered {
  readonly number: number;
  readonly status: string;
  /** The message of the problem, the notices about the file, or an empty text. */
  readonly message: string;
}

export interface EditsOptions {
  readonly program: string;
  readonly directory: string;
  readonly first: number;
  readonly count: number;
  /** Shell commands before the program, such as limits. */
  readonly before?: string;
  readonly uid?: number;
}

/** Runs the program, and calls `each` for every acknowledged edit. `each` may kill it. */
export async function runEdits(
  { program, directory, first, count, before, uid }: EditsOptions,
  each: (answered: Answered, child: ChildProcess) => void = () => undefined,
): Promise<Answered[]> {
  const words = [process.execPath, program, dataKey, directory, String(first), String(count)];
  const [command = '', ...args] =
    before === undefined ? words : ['sh', '-c', `${before}; exec "$@"`, 'sh', ...words];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const answers: Answered[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [number, status = '', ...message] = line.split(' ');
    const answered = { number: Number(number), status, message: message.join(' ') };
    answers.push(answered);
    each(answered, child);
  }
  return answers;
}
