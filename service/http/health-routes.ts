import type { FastifyInstance } from 'fastify';
import { unavailable } from './refusals.ts';

export interface HealthParts {
  /** Rejects with a Refusal 503 if a request would get one. */
  readonly check: () => Promise<void>;
  readonly isDraining: () => boolean;
}

/** `/health` for a supervisor: the process answers. `/ready` for a proxy: it may send requests. */
export function addHealthRoutes(app: FastifyInstance, { check, isDraining }: HealthParts): void {
  app.get('/health', (_request, reply) => reply.code(204).send());
  app.get('/ready', async (_request, reply) => {
    if (isDraining()) throw unavailable('The service is about to stop. Use another instance.', 1);
    await check();
    return reply.code(204).send();
  });
  // A client on an open connection leaves it before the service closes it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) void reply.header('connection', 'close');
    done();
  });
}
