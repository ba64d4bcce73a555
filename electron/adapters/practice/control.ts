import { fetch, type RequestInit } from 'undici';
import { z } from 'zod';
import {
  type AlertState,
  Delivery,
  DeliverySummary,
  type PracticeEvent,
  PracticeOverview,
} from '#contract/practice.ts';
import type { PracticeControl, Target } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';

const requestMilliseconds = 10_000;

/** Source: the service's `/practice/openapi.json`. */
const Raised = z.object({
  event: z.object({ id: z.int() }),
  deliveries: z.array(z.unknown()),
  passedOver: z.array(z.object({ reason: z.enum(['disabled', 'other-type', 'switched-off']) })),
});
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

export const practiceControl: PracticeControl = {
  overview: async (target, signal) => ask(target, '', PracticeOverview, { signal: signal ?? null }),
  raise: async (target, event, values) => {
    const path = event.kind === 'job' ? 'jobs' : 'alerts';
    const raised = await ask(target, path, Raised, {
      method: 'POST',
      body: JSON.stringify({ ...stateOf(event), values }),
    });
    const count = (reason: string): number =>
      raised.passedOver.filter((each) => each.reason === reason).length;
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
