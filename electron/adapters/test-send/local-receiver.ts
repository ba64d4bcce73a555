import pLimit from 'p-limit';
import type { Server } from 'node:http';
import { type Received, ReceivedSummary, type ReceiverState } from '#contract/test-sends.ts';
import type { LocalReceiver } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { closeServer, listenOnLoopback, loopback } from '../http/loopback-server.ts';
import { receivingServer, type ReceivingLimits } from './receiving.ts';
import { systemCode } from '../system-code.ts';

export interface LocalReceiverOptions {
  /** Milliseconds of inactivity until it stops; default 30 minutes. */
  readonly idle?: number;
  readonly limits?: Partial<ReceivingLimits>;
  readonly kept?: number;
}

export interface ClosableLocalReceiver extends LocalReceiver {
  close(): Promise<void>;
}

const usualLimits: ReceivingLimits = { request: 30_000, body: 1024 * 1024 };

/** Listens on 127.0.0.1 only, at a free port. */
export function createLocalReceiver(options: LocalReceiverOptions = {}): ClosableLocalReceiver {
  const { idle = 30 * 60_000, kept = 20 } = options;
  let requests: readonly Received[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  let running: { readonly server: Server; readonly address: string } | null = null;
  let status = 200;
  const oneAtATime = pLimit(1);
  let timer: NodeJS.Timeout | undefined;

  const state = (): ReceiverState => ({
    address: running?.address ?? null,
    status,
    received: requests.map((request) => ReceivedSummary.parse(request)),
  });
  const changed = (): ReceiverState => {
    clearTimeout(timer);
    if (running !== null) timer = setTimeout(() => void stop(), idle).unref();
    for (const listener of listeners) listener();
    return state();
  };
  const inTurn = (work: () => Promise<void>): Promise<ReceiverState> =>
    oneAtATime(async () => {
      await work();
      return changed();
    });
  const start = (): Promise<ReceiverState> =>
    inTurn(async () => {
      if (running !== null) return;
      const server = receivingServer({
        limits: { ...usualLimits, ...options.limits },
        status: () => status,
        received: (request) => {
          count += 1;
          requests = [{ ...request, id: count, at: new Date() }, ...requests].slice(0, kept);
          changed();
        },
      });
      running = { server, address: await listening(server) };
    });
  const stop = (): Promise<ReceiverState> =>
    inTurn(async () => {
      if (running === null) return;
      const { server } = running;
      running = null;
      await closeServer(server);
    });

  return {
    state,
    start,
    stop,
    answerWith: (next) => {
      status = next;
      return changed();
    },
    read: (id) => requests.find((each) => each.id === id) ?? null,
    clear: () => {
      requests = [];
      return changed();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      await stop();
    },
  };
}

async function listening(server: Server): Promise<string> {
  try {
    return `http://${loopback}:${await listenOnLoopback(server)}/`;
  } catch (error) {
    throw new ProblemError(
      plainProblem(
        'refused',
        'The receiver could not be started: this machine does not let Hookdesk listen on 127.0.0.1.',
        'Look for a firewall or another rule of this machine that forbids it.',
        { 'System code': systemCode(error) },
      ),
      { cause: error },
    );
  }
}
