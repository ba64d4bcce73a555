import { join } from 'node:path';
import type { PracticeServices } from '#core/ports.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import type { PracticeId } from '#domain/installation/connection.ts';
import { practiceInstallations } from '#domain/installation/practice.ts';
import { variants } from '#domain/webhook/variant.ts';
import { makeFolder } from '../data-folder/make-folder.ts';
import { practiceControl } from './control.ts';
import type { SpawnPractice } from './practice-child.ts';
import { RunningChild } from './starting.ts';

export interface PracticeOptions {
  readonly directory: string;
  readonly spawn: SpawnPractice;
  /** Ends the service when this process crashes. Not for `utilityProcess`, which has no standard input. */
  readonly endWithStdin?: boolean;
  /** Milliseconds until the first output line. */
  readonly startLimit?: number;
  /** Milliseconds until SIGKILL; less than the limits of a whole shutdown. */
  readonly endTimeLimit?: number;
}

const seed = '40';

type Address = Awaited<ReturnType<PracticeServices['start']>>;

interface Running {
  readonly child: RunningChild;
  readonly address: Address;
}

export function createPracticeServices(options: PracticeOptions): PracticeServices {
  const { directory, spawn, endWithStdin = true } = options;
  const { startLimit = 30_000, endTimeLimit = 2_000 } = options;
  const starts = new Map<PracticeId, Promise<Running>>();
  const children = new Set<RunningChild>();
  const ports = new Map<PracticeId, number>();
  let stopped = false;

  async function launch(id: PracticeId, port: number): Promise<Running> {
    if (stopped) throw closing();
    makeFolder(directory);
    const { variant } = practiceInstallations[id];
    const args = [
      '--variant',
      variant,
      '--port',
      String(port),
      '--data',
      join(directory, `practice-${id}.sqlite`),
      ...(id === variant ? ['--seed', seed] : ['--sample', id]),
      '--practice',
      '--stand-in',
      ...(endWithStdin ? ['--end-with-stdin'] : []),
    ];
    const child = new RunningChild(spawn(args, environment()), startLimit);
    children.add(child);
    void child.ended.then(() => children.delete(child));
    const { url, authToken } = await child.announced;
    ports.set(id, Number(url.port));
    const path = url.pathname.replace(/\/+$/, '');
    const apiRoot = path === '' ? variants[variant].proposedRoot : path;
    return { child, address: { baseUrl: url.origin, apiRoot, authToken } };
  }

  /** Reuses the previous port if possible, so that addresses in windows stay valid. */
  async function launchAgain(id: PracticeId): Promise<Running> {
    const known = ports.get(id);
    if (known === undefined) return launch(id, 0);
    ports.delete(id);
    return launch(id, known).catch(() => launch(id, 0));
  }

  async function start(id: PracticeId): Promise<Address> {
    const latest = starts.get(id);
    if (latest !== undefined) {
      const { child, address } = await latest;
      if (!child.isOver) return address;
      // The process has ended; another caller may have restarted it.
      if (starts.get(id) !== latest) return start(id);
    }
    const next = launchAgain(id);
    starts.set(id, next);
    try {
      return (await next).address;
    } catch (error) {
      starts.delete(id);
      throw error;
    }
  }

  return {
    ...practiceControl,
    start,
    stop: async () => {
      stopped = true;
      await Promise.all([...children].map((child) => child.end(endTimeLimit)));
    },
  };
}

/** Without a token of the user's own service: this service makes one and prints it into a pipe. */
function environment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  delete env.WEBHOOK_SERVICE_AUTH_TOKEN;
  return env;
}

const closing = (): ProblemError =>
  plainError(
    'practice-failed',
    'The practice service does not start, because Hookdesk is closing.',
    'Start Hookdesk again.',
  );
