import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { ruleSets } from '#domain/template/render-template.ts';
import { systemClock } from '../clock.ts';
import { Attempts } from '../deliveries/attempts.ts';
import { createSender, type SenderOptions } from '../deliveries/sender.ts';
import { addDocsPage } from '../docs-page/docs-page.ts';
import type { FaultSchedule } from '../faults/fault-schedule.ts';
import type { Authentication } from '../http/authentication.ts';
import { authenticated } from '../http/gates.ts';
import { invalidRequest, notFound } from '../http/refusals.ts';
import { jsonBody, noBody } from '../http/request-bodies.ts';
import type { Storage } from '../store/storage.ts';
import type { Variant } from '../webhooks/body-types.ts';
import { changeAsAnotherPerson, raise, sampleValues } from './simulation.ts';
import { practiceDocument } from './practice-document.ts';
import { AlertBody, DeliveryState, FaultsBody, JobBody, type Overview } from './practice-bodies.ts';

export interface PracticeOptions {
  readonly deliversTo: SenderOptions['deliversTo'];
  /** Pause before the first retry of a delivery in milliseconds; default 1,000. */
  readonly firstPause?: number | undefined;
  /** Timeout of one delivery attempt in milliseconds; default 10,000. */
  readonly timeLimit?: SenderOptions['timeLimit'];
  readonly resolve?: SenderOptions['resolve'];
}

/** Starts the deliveries. Returns a function that adds all routes below `/practice/` to an app. */
export async function createPractice(
  options: PracticeOptions,
  parts: {
    variant: Variant;
    storage: Storage;
    faults: FaultSchedule;
    onFailure: (error: unknown) => void;
  },
): Promise<(app: FastifyInstance, authentication: Authentication) => void> {
  const { deliversTo, firstPause = 1_000, timeLimit, resolve } = options;
  const { variant, storage, faults, onFailure } = parts;
  const { webhooks } = storage;
  const deliveries = await storage.openDeliveries(
    new Attempts({
      sender: createSender({ deliversTo, timeLimit, resolve }),
      clock: systemClock,
      random: () => randomInt(1_000_000) / 1_000_000,
      firstPause,
      onFailure,
    }),
  );
  const simulated = { webhooks, deliveries, clock: systemClock };

  const overview = async (): Promise<Overview> => ({
    variant,
    deliversTo,
    samples: sampleValues,
    ruleSets: [...ruleSets],
    webhooks: (await webhooks.all()).length,
  });
  const setFaults = () => ({
    seed: faults.seed,
    faults: faults.list().map(({ fault, happened, left }) => ({ ...fault, happened, left })),
  });

  return (app, authentication) => {
    const gates = { onRequest: authenticated(authentication) };
    const document = practiceDocument(variant);
    const text = Buffer.from(JSON.stringify(document, null, 2));
    app.get('/practice/openapi.json', (_request, reply) => json(reply, text));
    addDocsPage(app, '/practice/docs', document);

    app.get('/practice/', gates, async (_request, reply) => answer(reply, await overview()));
    app.post('/practice/alerts', gates, async (request, reply) => {
      const { state, values, rules } = practiceBody(AlertBody, request.body);
      const raised = await raise(simulated, { kind: 'alert', state }, values, rules);
      return answer(reply.code(202), raised);
    });
    app.post('/practice/jobs', gates, async (request, reply) => {
      const { values, rules } = practiceBody(JobBody, request.body);
      if (variant === 'A') throw noJobs();
      const event = { kind: 'job', state: null } as const;
      return answer(reply.code(202), await raise(simulated, event, values, rules));
    });
    app.post('/practice/changes', gates, async (request, reply) => {
      noBody(request.body);
      return answer(reply, await changeAsAnotherPerson(webhooks, randomInt));
    });
    app.get<{ Querystring: Query }>('/practice/deliveries', gates, async ({ query }, reply) =>
      answer(reply, await deliveries.list(limitIn(query), stateIn(query))),
    );
    app.delete('/practice/deliveries', gates, async (request, reply) => {
      noBody(request.body);
      await deliveries.clear();
      return reply.code(204).send();
    });
    app.get<{ Params: { id: string } }>(
      '/practice/deliveries/:id',
      gates,
      async (request, reply) => {
        const id = Number(request.params.id);
        const delivery = Number.isSafeInteger(id) ? await deliveries.read(id) : null;
        if (delivery === null) throw notFound('There is no such delivery in the log.');
        return answer(reply, delivery);
      },
    );
    app.get('/practice/faults', gates, (_request, reply) => answer(reply, setFaults()));
    app.put('/practice/faults', gates, (request, reply) => {
      const body = practiceBody(FaultsBody, request.body);
      faults.set(body.faults, body.seed);
      return answer(reply, setFaults());
    });
    app.delete('/practice/faults', gates, (request, reply) => {
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

type Query = Readonly<Record<string, unknown>>;

/** Reads the query parameter `limit`, 1 to 500, default 100. @throws Refusal 400 */
function limitIn(query: Query): number {
  const text = 'limit' in query ? String(query.limit) : '100';
  const limit = Number(text);
  if (!/^[1-9][0-9]{0,2}$/.test(text) || limit > 500) {
    throw invalidRequest('limit is a whole number from 1 to 500.');
  }
  return limit;
}

/** Reads the query parameter `state`; `null` without one. @throws Refusal 400 */
function stateIn(query: Query): DeliveryState | null {
  if (!('state' in query)) return null;
  const state = DeliveryState.safeParse(query.state);
  if (state.success) return state.data;
  throw invalidRequest(`state is one of ${DeliveryState.options.join(', ')}.`);
}

/** Validates a body of `/practice/`. @throws Refusal that lists all violations. */
function practiceBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(jsonBody(body).value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    'The body is not as /practice/openapi.json has it. Nothing has changed.',
    parsed.error.issues.map(({ path, message }) => ({
      pointer: path.map((part) => `/${escaped(String(part))}`).join(''),
      // Zod's messages name the expected type or format and never repeat a value.
      detail: `${message}.`,
    })),
  );
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
