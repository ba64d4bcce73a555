import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { ruleSets } from '#domain/template/render.ts';
import { systemClock } from '../clock.ts';
import { DeliveryLog } from '../deliveries/delivery-log.ts';
import { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { createSender, type SenderOptions } from '../deliveries/sender.ts';
import { addDocsPage } from '../docs-page/route.ts';
import type { FaultSchedule } from '../faults/fault-schedule.ts';
import type { Authentication } from '../http/authentication.ts';
import { authenticated } from '../http/gates.ts';
import { invalidRequest, notFound } from '../http/problem.ts';
import { jsonBody, noBody } from '../http/request-bodies.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { Variant } from '../webhooks/bodies.ts';
import { practiceDocument } from './practice-document.ts';
import { AlertBody, FaultsBody, JobBody, type Overview } from './shapes.ts';
import { sampleValues, Simulation } from './simulation.ts';

export interface PracticeOptions {
  readonly deliversTo: SenderOptions['deliversTo'];
  /** Pause before the first retry of a delivery in milliseconds; default 1,000. */
  readonly firstPause?: number | undefined;
  /** Timeout of one delivery attempt in milliseconds; default 10,000. */
  readonly timeLimit?: SenderOptions['timeLimit'];
  readonly resolve?: SenderOptions['resolve'];
}

/** Returns a function that adds all routes below `/practice/` to an app. */
export function createPractice(
  options: PracticeOptions,
  parts: { variant: Variant; store: WebhookStore; faults: FaultSchedule },
): (app: FastifyInstance, authentication: Authentication) => void {
  const { deliversTo, firstPause = 1_000, timeLimit, resolve } = options;
  const { variant, store, faults } = parts;
  const log = new DeliveryLog();
  const queue = new DeliveryQueue({
    sender: createSender({ deliversTo, timeLimit, resolve }),
    clock: systemClock,
    random: () => randomInt(1_000_000) / 1_000_000,
    firstPause,
  });
  const simulation = new Simulation({ store, queue, log, clock: systemClock });

  const overview = (): Overview => ({
    variant,
    deliversTo,
    samples: sampleValues,
    ruleSets: [...ruleSets],
    webhooks: [...store.each()].length,
  });
  const setFaults = () => ({
    seed: faults.seed,
    faults: faults.list().map(({ fault, happened, left }) => ({ ...fault, happened, left })),
  });

  return (app, authentication) => {
    app.addHook('onClose', () => queue.close());
    const closed = { onRequest: authenticated(authentication) };
    const document = practiceDocument(variant);
    const text = Buffer.from(JSON.stringify(document, null, 2));
    app.get('/practice/openapi.json', (_request, reply) => json(reply, text));
    addDocsPage(app, '/practice/docs', document);

    app.get('/practice/', closed, (_request, reply) => answer(reply, overview()));
    app.post('/practice/alerts', closed, (request, reply) => {
      const { state, values, rules } = practiceBody(AlertBody, request.body);
      return answer(reply.code(202), simulation.raise({ kind: 'alert', state }, values, rules));
    });
    app.post('/practice/jobs', closed, (request, reply) => {
      const { values, rules } = practiceBody(JobBody, request.body);
      if (variant === 'A') throw noJobs();
      const event = { kind: 'job', state: null } as const;
      return answer(reply.code(202), simulation.raise(event, values, rules));
    });
    app.get('/practice/deliveries', closed, (request, reply) =>
      answer(reply, { deliveries: log.list(limitIn(request.query)), total: log.size }),
    );
    app.delete('/practice/deliveries', closed, (request, reply) => {
      noBody(request.body);
      log.clear();
      return reply.code(204).send();
    });
    app.get<{ Params: { id: string } }>('/practice/deliveries/:id', closed, (request, reply) => {
      const delivery = log.read(Number(request.params.id));
      if (delivery === null) throw notFound('There is no such delivery in the log.');
      return answer(reply, delivery);
    });
    app.get('/practice/faults', closed, (_request, reply) => answer(reply, setFaults()));
    app.put('/practice/faults', closed, (request, reply) => {
      const body = practiceBody(FaultsBody, request.body);
      faults.set(body.faults, body.seed);
      return answer(reply, setFaults());
    });
    app.delete('/practice/faults', closed, (request, reply) => {
      noBody(request.body);
      faults.set([]);
      return answer(reply, setFaults());
    });
  };
}

const answer = (reply: FastifyReply, value: object): FastifyReply =>
  json(reply, Buffer.from(JSON.stringify(value)));

const json = (reply: FastifyReply, text: Uint8Array): FastifyReply =>
  reply.header('content-type', 'application/json').send(text);

const noJobs = () =>
  invalidRequest('Webhooks of variant A are for alerts alone: there are no job events.');

/** Reads the query parameter `limit`, 1 to 500, default 100. @throws Refusal 400 */
function limitIn(query: unknown): number {
  const given =
    typeof query === 'object' && query !== null && 'limit' in query ? String(query.limit) : '100';
  const limit = Number(given);
  if (!/^[1-9][0-9]{0,2}$/.test(given) || limit > 500) {
    throw invalidRequest('limit is a whole number from 1 to 500.');
  }
  return limit;
}

/** Validates a body of `/practice/`. @throws Refusal that lists all violations. */
function practiceBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const found = schema.safeParse(jsonBody(body).value);
  if (found.success) return found.data;
  throw invalidRequest(
    'The body is not as /practice/openapi.json has it. Nothing has changed.',
    found.error.issues.map(({ path, message }) => ({
      pointer: path.map((part) => `/${escaped(String(part))}`).join(''),
      // Zod's messages name the expected type or format and never repeat a value.
      detail: `${message}.`,
    })),
  );
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
