import { z } from 'zod';

/** The states of an alert, as the token CurrentState has them. */
export const AlertState = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CLEARED']);
export type AlertState = z.infer<typeof AlertState>;

/** Something that happens on the practice installation: an alert in a state, or a job. */
export const PracticeEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert'), state: AlertState }),
  z.object({ kind: z.literal('job') }),
]);
export type PracticeEvent = z.infer<typeof PracticeEvent>;

/** Values by the names of tokens. */
export const TokenValues = z.record(z.string(), z.string());
export type TokenValues = z.infer<typeof TokenValues>;

/** What there is to practise with. */
export const PracticeOverview = z.object({
  /** The values of an alert in each state, unless others are given. */
  samples: z.record(AlertState, TokenValues),
});
export type PracticeOverview = z.infer<typeof PracticeOverview>;

/** What an event set off. */
export const PracticeRaised = z.object({
  eventId: z.int(),
  /** How many webhooks are called. */
  deliveries: z.int(),
  /** How many get nothing, by the reason. */
  passedOver: z.object({ disabled: z.int(), otherType: z.int(), switchedOff: z.int() }),
});
export type PracticeRaised = z.infer<typeof PracticeRaised>;

export const DeliverySummary = z.object({
  id: z.int(),
  eventId: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  /** `delivered` is what was answered with status 200 to 299; `failed` is given up. */
  state: z.enum(['waiting', 'sending', 'waiting-to-retry', 'delivered', 'failed']),
  /** How many attempts there were. */
  attempts: z.int(),
  /** Of the last attempt; `null` where no answer came. */
  status: z.int().nullable(),
  createdAt: z.date(),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

const Headers = z.array(z.object({ name: z.string(), value: z.string() }));
const LoggedBody = z.object({ text: z.string(), bytes: z.int(), truncated: z.boolean() });

/** One delivery with the request as it left and every attempt. Header values are masked at the source. */
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
      /** Why no answer came; `null` where one came. */
      error: z.string().nullable(),
    }),
  ),
});
export type Delivery = z.infer<typeof Delivery>;
