import { implement, ORPCError } from '@orpc/server';
import { contract } from '#contract/index.ts';
import { ProblemError } from '#domain/problem.ts';
import { Connections } from './connections/connections.ts';
import { testConnection } from './connections/test-connection.ts';
import type { Ports } from './ports.ts';
import { startPractice } from './practice/practice.ts';
import { Simulation } from './practice/simulation.ts';
import { previewPublish, previewRemoval } from './publishing/preview.ts';
import { publish, remove } from './publishing/publish.ts';
import { listWebhooks, readWebhook } from './webhooks/reading.ts';
import { Snapshots } from './webhooks/snapshots.ts';

/** What the host says of itself. */
export interface About {
  readonly version: string;
  readonly host: 'desktop' | 'web';
  /** What a person should know of the data that was found, one sentence or two each. */
  readonly notices: readonly string[];
}

/** The contract, carried out on these ports. Both hosts serve this same router. */
export function createRouter(ports: Ports, about: About) {
  const connections = new Connections(ports);
  const snapshots = new Snapshots();
  const simulation = new Simulation(ports, connections);
  const publishing = { ports, connections, snapshots };

  const os = implement(contract).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      throw asRpcError(error);
    }
  });

  return os.router({
    app: {
      about: os.app.about.handler(() => ({
        ...about,
        notices: [...about.notices],
        secretStorage: ports.secrets.describe(),
      })),
      openExternal: os.app.openExternal.handler(({ input }) => ports.openExternal(input.url)),
    },
    settings: {
      read: os.settings.read.handler(() => ports.settings.settings()),
      change: os.settings.change.handler(({ input }) => {
        const next = { ...ports.settings.settings(), ...input };
        ports.settings.saveSettings(next);
        return next;
      }),
    },
    connections: {
      list: os.connections.list.handler(() => connections.list()),
      add: os.connections.add.handler(({ input }) =>
        connections.add(input.settings, input.authToken),
      ),
      change: os.connections.change.handler(async ({ input }) => {
        const { connectionId, settings, authToken } = input;
        const view = await connections.change(connectionId, settings, authToken);
        snapshots.forget(connectionId);
        return view;
      }),
      remove: os.connections.remove.handler(async ({ input }) => {
        await connections.remove(input.connectionId);
        snapshots.forget(input.connectionId);
      }),
      test: os.connections.test.handler(async ({ input, signal }) => {
        const { connectionId, settings, authToken } = input;
        const target = await connections.targetOf(connectionId, settings, authToken);
        return guarded(testConnection(ports.webhooks, target, signal));
      }),
    },
    practice: {
      start: os.practice.start.handler(({ input }) =>
        startPractice(ports, connections, input.variants),
      ),
      overview: os.practice.overview.handler(({ input, signal }) =>
        simulation.overview(input.connectionId, signal),
      ),
      raise: os.practice.raise.handler(({ input }) =>
        simulation.raise(input.connectionId, input.event, input.values),
      ),
      deliveries: os.practice.deliveries.handler(({ input, signal }) =>
        simulation.deliveries(input.connectionId, signal),
      ),
      delivery: os.practice.delivery.handler(({ input, signal }) =>
        simulation.delivery(input.connectionId, input.deliveryId, signal),
      ),
      clearDeliveries: os.practice.clearDeliveries.handler(({ input }) =>
        simulation.clear(input.connectionId),
      ),
    },
    webhooks: {
      list: os.webhooks.list.handler(({ input, signal }) =>
        guarded(listWebhooks(ports, connections, snapshots, input.connectionId, signal)),
      ),
      search: os.webhooks.search.handler(({ input }) =>
        snapshots.search(input.connectionId, input.text),
      ),
      read: os.webhooks.read.handler(({ input, signal }) =>
        readWebhook(ports, connections, snapshots, input, signal),
      ),
    },
    publishing: {
      preview: os.publishing.preview.handler(({ input }) =>
        previewPublish(ports, connections, input),
      ),
      publish: os.publishing.publish.handler(({ input, signal }) =>
        guarded(publish(publishing, input, signal)),
      ),
      previewRemoval: os.publishing.previewRemoval.handler(({ input }) =>
        previewRemoval(ports, connections, input),
      ),
      remove: os.publishing.remove.handler(({ input }) => remove(publishing, input)),
    },
  });
}

export type HookdeskRouter = ReturnType<typeof createRouter>;

/** A problem on its way to the window keeps its data; anything else is told as an internal error. */
function asRpcError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  return new ORPCError('PROBLEM', {
    defined: true,
    status: 422,
    message: error.problem.message,
    data: error.problem,
  });
}

/** Errors inside a stream do not pass through the middleware: they are turned here. */
async function* guarded<T>(events: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  try {
    yield* events;
  } catch (error) {
    throw asRpcError(error);
  }
}
