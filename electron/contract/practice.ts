import { z } from 'zod';
import { PracticeId } from '#domain/installation/connection.ts';
import { ConnectionView } from './connections.ts';
import { ConnectionId, procedure } from './procedure.ts';

export const AlertState = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CLEARED']);
export type AlertState = z.infer<typeof AlertState>;

export const PracticeEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert'), state: AlertState }),
  z.object({ kind: z.literal('job') }),
]);
export type PracticeEvent = z.infer<typeof PracticeEvent>;

export const TokenValues = z.record(z.string(), z.string());
export type TokenValues = z.infer<typeof TokenValues>;

export const PracticeOverview = z.object({
  samples: z.record(AlertState, TokenValues),
});
export type PracticeOverview = z.infer<typeof PracticeOverview>;

export const PracticeRaised = z.object({
  eventId: z.int(),
  deliveries: z.int(),
  passedOver: z.object({ disabled: z.int(), otherType: z.int(), switchedOff: z.int() }),
});
export type PracticeRaised = z.infer<typeof PracticeRaised>;

export const DeliverySummary = z.object({
  id: z.int(),
  eventId: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  /** `delivered`: answered with 2xx. `failed`: no more attempts. */
  state: z.enum(['waiting', 'sending', 'waiting-to-retry', 'delivered', 'failed']),
  attempts: z.int(),
  /** Of the last attempt; `null` without an answer. */
  status: z.int().nullable(),
  createdAt: z.date(),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

const Headers = z.array(z.object({ name: z.string(), value: z.string() }));
const LoggedBody = z.object({ text: z.string(), bytes: z.int(), truncated: z.boolean() });

/** The service masks header values. */
export const Delivery = DeliverySummary.extend({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: Headers,
    body: LoggedBody,
  }),
  log: z.array(
    z.object({
      startedAt: z.date(),
      milliseconds: z.number(),
      answer: z.object({ status: z.int(), headers: Headers, body: LoggedBody }).nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type Delivery = z.infer<typeof Delivery>;

export const practiceProcedures = {
  start: procedure
    .input(z.object({ ids: z.array(PracticeId).min(1) }))
    .output(z.array(ConnectionView)),
  overview: procedure.input(ConnectionId).output(PracticeOverview),
  raise: procedure
    .input(ConnectionId.extend({ event: PracticeEvent, values: TokenValues }))
    .output(PracticeRaised),
  /** Changes webhooks as another person would. The output is how many. */
  changeWebhooks: procedure.input(ConnectionId).output(z.int()),
  deliveries: procedure.input(ConnectionId).output(z.array(DeliverySummary)),
  delivery: procedure.input(ConnectionId.extend({ deliveryId: z.int() })).output(Delivery),
  clearDeliveries: procedure.input(ConnectionId).output(z.void()),
};
