import { join } from 'node:path';
import { fetch, type RequestInit } from 'undici';
import { z } from 'zod';
import {
  type AlertState,
  Delivery,
  DeliverySummary,
  type PracticeEvent,
  PracticeOverview,
} from '#contract/practice.ts';
import type { PracticeControl, PracticeServices, Target } from '#core/ports.ts';
import type { PracticeId } from '#domain/installation/connection.ts';
import { practiceInstallations } from '#domain/installation/practice.ts';
import { plainError, plainProblem, ProblemError } from '#domain/problem.ts';
import { variants } from '#domain/webhook/variant.ts';
import { makeFolder } from '../data-folder/usual-data-folder.ts';

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
  async function relaunch(id: PracticeId): Promise<Running> {
    const previousPort = ports.get(id);
    if (previousPort === undefined) return launch(id, 0);
    ports.delete(id);
    return launch(id, previousPort).catch(() => launch(id, 0));
  }

  async function start(id: PracticeId): Promise<Address> {
    const latest = starts.get(id);
    if (latest !== undefined) {
      const { child, address } = await latest;
      if (!child.hasEnded) return address;
      // The process has ended; another caller may have restarted it.
      if (starts.get(id) !== latest) return start(id);
    }
    const next = relaunch(id);
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
  delete env.WEBHOOK_SERVICE_DATABASE_URL;
  return env;
}

const closing = (): ProblemError =>
  plainError(
    'practice-failed',
    'The practice service does not start, because Hookdesk is closing.',
    'Start Hookdesk again.',
  );

const requestMilliseconds = 10_000;

/** Source: the service's `/practice/openapi.json`. */
const Raised = z.object({
  event: z.object({ id: z.int() }),
  deliveries: z.array(z.unknown()),
  passedOver: z.array(z.object({ reason: z.enum(['disabled', 'other-type', 'switched-off']) })),
});
const Changes = z.object({ changed: z.array(z.int()) });
const Time = z.iso.datetime().transform((text) => new Date(text));
const Summary = DeliverySummary.extend({ createdAt: Time });
const Whole = Summary.extend({
  request: Delivery.shape.request,
  attempts: z.array(
    Delivery.shape.log.element.extend({
      startedAt: Time,
      error: z.object({ message: z.string() }).nullable(),
    }),
  ),
});

const practiceControl: PracticeControl = {
  overview: async (target, signal) => ask(target, '', PracticeOverview, { signal: signal ?? null }),
  raise: async (target, event, values) => {
    const path = event.kind === 'job' ? 'jobs' : 'alerts';
    const raised = await ask(target, path, Raised, {
      method: 'POST',
      body: JSON.stringify({ ...stateOf(event), values }),
    });
    const count = (reason: string): number =>
      raised.passedOver.filter((webhook) => webhook.reason === reason).length;
    return {
      eventId: raised.event.id,
      deliveries: raised.deliveries.length,
      passedOver: {
        disabled: count('disabled'),
        otherType: count('other-type'),
        switchedOff: count('switched-off'),
      },
    };
  },
  changeWebhooks: async (target) => {
    const { changed } = await ask(target, 'changes', Changes, { method: 'POST' });
    return changed.length;
  },
  deliveries: async (target, signal): Promise<DeliverySummary[]> => {
    const list = z.object({ deliveries: z.array(Summary) });
    return (await ask(target, 'deliveries', list, { signal: signal ?? null })).deliveries;
  },
  delivery: async (target, id, signal): Promise<Delivery> => {
    const path = `deliveries/${id}`;
    const { attempts, ...rest } = await ask(target, path, Whole, { signal: signal ?? null });
    const log = attempts.map(({ error, ...attempt }) => ({
      ...attempt,
      error: error?.message ?? null,
    }));
    return { ...rest, attempts: attempts.length, log };
  },
  clear: async (target) => {
    await ask(target, 'deliveries', z.undefined(), { method: 'DELETE' });
  },
};

const stateOf = (event: PracticeEvent): { state?: AlertState } =>
  event.kind === 'alert' ? { state: event.state } : {};

async function ask<Schema extends z.ZodType>(
  target: Target,
  path: string,
  schema: Schema,
  options: RequestInit,
): Promise<z.output<Schema>> {
  const limit = AbortSignal.timeout(requestMilliseconds);
  try {
    const answer = await fetch(`${target.baseUrl}/practice/${path}`, {
      ...options,
      signal: options.signal == null ? limit : AbortSignal.any([options.signal, limit]),
      redirect: 'error',
      headers: {
        ...(options.body == null ? {} : { 'Content-Type': 'application/json' }),
        ...(target.authToken === null ? {} : { 'X-Auth-Token': target.authToken }),
      },
    });
    const text = await answer.text();
    if (answer.ok) return schema.parse(text === '' ? undefined : JSON.parse(text));
    throw practiceFailed(new Error(`status ${answer.status}`));
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw practiceFailed(error);
  }
}

const practiceFailed = (cause: unknown): ProblemError =>
  new ProblemError(
    plainProblem(
      'practice-failed',
      'The practice installation failed.',
      'Try again. If the error persists, refresh its list to restart it.',
      { Error: cause instanceof Error ? cause.message : String(cause) },
    ),
    { cause },
  );

const errorTailLength = 2048;

/** What a practice service prints when it is ready. */
interface Announcement {
  readonly url: URL;
  readonly authToken: string;
}

/** A process of the practice service, from its start to its end. */
class RunningChild {
  /** Rejects with `ProblemError('practice-failed')`. */
  readonly announced: Promise<Announcement>;
  readonly ended: Promise<void>;
  readonly #child: PracticeChild;
  #errorOutput = '';
  #hasEnded = false;

  /** @param limit milliseconds until address and auth token */
  constructor(child: PracticeChild, limit: number) {
    this.#child = child;
    this.ended = new Promise((resolve) => {
      const onEnd = (): void => {
        this.#hasEnded = true;
        resolve();
      };
      child.once('exit', onEnd);
      child.once('error', onEnd);
    });
    child.stderr?.on('data', (part: unknown) => {
      this.#errorOutput = (this.#errorOutput + String(part)).slice(-2 * errorTailLength);
    });
    this.announced = this.#announcement(limit);
    // Prevents an unhandled rejection when the service is stopped before anyone awaits this.
    this.announced.catch(() => undefined);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @param timeLimit milliseconds until SIGKILL */
  async end(timeLimit: number): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.#child.kill('SIGKILL');
    }, timeLimit);
    await this.ended;
    clearTimeout(timer);
  }

  #announcement(limit: number): Promise<Announcement> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.#failed(`did not start within ${limit / 1000} s`));
        void this.end(1_000);
      }, limit);
      let printed = '';
      let isAnnounced = false;
      this.#child.stdout?.on('data', (part: unknown) => {
        // Later output is drained: a full pipe would block the service.
        if (isAnnounced) return;
        printed += String(part);
        const [first = '', ...rest] = printed.split('\n').slice(0, -1);
        const address = /https?:\/\/\S+/.exec(first)?.[0] ?? '';
        const lacksAddress = first !== '' && !URL.canParse(address);
        const authToken = /^Auth token: (\S+)$/m.exec(rest.join('\n'))?.[1];
        isAnnounced = lacksAddress || authToken !== undefined;
        if (!isAnnounced) return;
        clearTimeout(timer);
        if (lacksAddress) reject(this.#failed('did not report its address'));
        else if (authToken !== undefined) resolve({ url: new URL(address), authToken });
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        if (!isAnnounced) reject(this.#failed('ended before it was ready'));
      });
    });
  }

  #failed(how: string): ProblemError {
    const output = this.#errorOutput.trim().slice(-errorTailLength);
    return plainError(
      'practice-failed',
      `The practice service ${how}.`,
      'Start it again. If the error persists, check its output in the details.',
      output === '' ? {} : { Output: output },
    );
  }
}
