import { z } from 'zod';
import { Fault } from '../faults/fault.ts';

/**
 * What is sent to `/practice/` and what comes back: JSON throughout, times in ISO 8601. All of it is
 * this project's own; the interface document knows nothing of it.
 */

/** The state that an alert is in after it was raised or cleared. */
export const AlertState = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CLEARED']);
export type AlertState = z.infer<typeof AlertState>;

/** Values by the names of tokens, without percent signs. */
const Values = z.record(z.string().regex(/^[A-Za-z0-9_]{1,200}$/), z.string().max(65_536));

/** How tokens are replaced; see the rule sets of the template engine. */
export const RuleSet = z.enum(['as-observed', 'plain']);

/** POST /practice/alerts. Answered with {@link Raised}, status 202. */
export const AlertBody = z.strictObject({
  state: AlertState,
  /** In the place of the sample values of the state, one by one. */
  values: Values.default({}),
  rules: RuleSet.default('as-observed'),
});

/** POST /practice/jobs, in variant B alone. Answered with {@link Raised}, status 202. */
export const JobBody = z.strictObject({
  /** No tokens are documented for jobs: there are these, and no others. */
  values: Values.default({}),
  rules: RuleSet.default('as-observed'),
});

/** Why a webhook got nothing. */
export const Reason = z.enum([
  /** The webhook is switched off. */
  'disabled',
  /** It is for jobs and this is an alert, or the other way round. */
  'other-type',
  /** Its switch for the state is off. */
  'switched-off',
]);
export type Reason = z.infer<typeof Reason>;

export const Raised = z.strictObject({
  event: z.strictObject({
    id: z.int(),
    kind: z.enum(['alert', 'job']),
    /** Of an alert. */
    state: AlertState.nullable(),
    raisedAt: z.iso.datetime(),
    rules: RuleSet,
  }),
  /** One for each webhook that fits, in the order of their ids. */
  deliveries: z.array(z.strictObject({ id: z.int(), webhookId: z.int() })),
  passedOver: z.array(z.strictObject({ webhookId: z.int(), reason: Reason })),
});
export type Raised = z.infer<typeof Raised>;

export const DeliveryState = z.enum([
  /** For its turn. */
  'waiting',
  'sending',
  /** For the time of the next attempt. */
  'waiting-to-retry',
  /** Answered with status 200 to 299. */
  'delivered',
  /** Given up. */
  'failed',
]);

const Header = z.strictObject({ name: z.string(), value: z.string() });

/** A body in the log: its beginning, as text. */
const LoggedBody = z.strictObject({
  text: z.string(),
  /** How long all of it is, in bytes; of an answer, as far as it was read. */
  bytes: z.int(),
  /** Whether there is more than `text`. */
  truncated: z.boolean(),
});

export const Attempt = z.strictObject({
  /** 1 to 4. */
  number: z.int(),
  startedAt: z.iso.datetime(),
  milliseconds: z.number(),
  /** `null` where none came. */
  answer: z
    .strictObject({ status: z.int(), headers: z.array(Header), body: LoggedBody })
    .nullable(),
  /** Why no answer came; `null` where one came. */
  error: z
    .strictObject({
      code: z.enum([
        /** The target is not on this machine, and the service was not told to deliver anywhere. */
        'refused-target',
        /** The URL, the method or a header is nothing that HTTP can carry. */
        'not-sendable',
        'timed-out',
        'failed',
      ]),
      message: z.string(),
    })
    .nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

/** A delivery in the list: without bodies and attempts. */
export const DeliverySummary = z.strictObject({
  id: z.int(),
  eventId: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  state: DeliveryState,
  method: z.string(),
  /** With values in it that could be secrets replaced by dots. */
  url: z.string(),
  attempts: z.int(),
  /** Of the last attempt; `null` where no answer came. */
  status: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /** `null` unless the state is `waiting-to-retry`. */
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

/** GET /practice/deliveries/{id}. */
export const Delivery = z.strictObject({
  ...DeliverySummary.shape,
  event: Raised.shape.event,
  /** As it is sent; values of headers are replaced by dots, but for a few names that hold no secrets. */
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(Header),
    body: LoggedBody,
  }),
  attempts: z.array(Attempt),
});
export type Delivery = z.infer<typeof Delivery>;

/** GET /practice/deliveries?limit=N: the newest first, 100 unless told otherwise. */
export const DeliveryList = z.strictObject({
  deliveries: z.array(DeliverySummary),
  /** How many there are in the log; the oldest ones fall out of it. */
  total: z.int(),
});

/** PUT /practice/faults: these in the place of all that were set. */
export const FaultsBody = z.strictObject({
  faults: z.array(Fault).max(50),
  /** The same seed, faults and sequence of requests make the same requests go wrong. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
});

/** GET, PUT and DELETE /practice/faults. */
export const Faults = z.strictObject({
  seed: z.int(),
  faults: z.array(z.strictObject({ ...Fault.shape, happened: z.int(), left: z.int().nullable() })),
});

/** GET /practice/: what there is to practise with. */
export const Overview = z.strictObject({
  variant: z.enum(['A', 'B']),
  /** What webhooks may be delivered to. */
  deliversTo: z.enum(['loopback', 'anywhere']),
  /** The values of an alert in each state, unless others are given. */
  samples: z.record(AlertState, Values),
  ruleSets: z.array(z.strictObject({ name: RuleSet, title: z.string(), description: z.string() })),
  webhooks: z.int(),
});
export type Overview = z.infer<typeof Overview>;
