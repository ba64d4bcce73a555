import { AlreadyRunning, whereOf } from '#adapters/data-folder/instance-lock.ts';
import { version } from '#compose/node-paths.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { connectCommand } from '#rpc/command-client.ts';
import type { Session } from './session.ts';

/** Milliseconds for a busy Hookdesk to accept a command. */
const answerMilliseconds = 5_000;

/** A running Hookdesk that a command cannot use. Its message is for a person. */
export class NoWayBeside extends AlreadyRunning {
  constructor({ dataFolder, holder }: AlreadyRunning, why: string, advice: string) {
    super(dataFolder, holder);
    this.message = `Hookdesk runs${whereOf(holder)} with the data in ${dataFolder}, ${why} ${advice}`;
  }
}

/**
 * Works through the Hookdesk that has the data folder.
 * @param timeLimit milliseconds
 * @throws AlreadyRunning
 */
export async function openBeside(running: AlreadyRunning, timeLimit: number): Promise<Session> {
  const { holder } = running;
  if (holder === null || holder.host === 'command-line') throw running;
  const ours = version();
  const { endpoint } = holder;
  if (endpoint === undefined) {
    throw new NoWayBeside(
      running,
      'and accepts no commands.',
      'Close it, or restart it with the version of this command.',
    );
  }
  if (endpoint.version !== ours) {
    throw new NoWayBeside(
      running,
      `but has version ${endpoint.version}, and this command has version ${ours}.`,
      'Use the command of that version, or close that Hookdesk.',
    );
  }
  const connected = await connectCommand(endpoint, Math.max(answerMilliseconds, timeLimit));
  if (connected === null) {
    throw new NoWayBeside(
      running,
      'but does not answer.',
      'It may be starting, closing, or serving too many commands. Try again, or close it.',
    );
  }
  const { client, ended, close } = connected;
  let isClosed = false;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A command that ends at the same time does not wait for it.
  broken.catch(() => undefined);
  void ended.then(() => {
    if (!isClosed) reject(connectionEnded());
  });
  return {
    client,
    broken,
    close: () => {
      isClosed = true;
      close();
      return Promise.resolve();
    },
  };
}

const connectionEnded = (): ProblemError =>
  plainError(
    'answer-lost',
    'The running Hookdesk ended the connection before the command was done.',
    'What the command sent may have arrived. Look at the history, then run the command again.',
  );
