import { z } from 'zod';
import { defaultRuleSet } from '#domain/template/render-template.ts';
import { Fault } from '../faults/fault.ts';

/**
 * Request and response bodies of `/practice/`: JSON, times in ISO 8601. The interface document does
 * not define them; they are this project's own.
 */

export const AlertState = z
  .enum(['LOW', 'MEDIUM', 'HIGH', 'CLEARED'])
  .describe('The state that the alert is in after it was raised or cleared.');
export type AlertState = z.infer<typeof AlertState>;

const Values = z.record(z.string().regex(/^[A-Za-z0-9_]{1,200}$/), z.string().max(65_536));

const RuleSet = z
  .enum(['as-observed', 'plain'])
  .describe('How placeholders are replaced; see the rule sets of the overview.');

const Time = z.iso.datetime();

/** Request of POST /practice/alerts. The response is {@link Raised}, status 202. */
export const AlertBody = z.strictObject({
  state: AlertState,
  values: Values.default({}).describe(
    'Values by placeholder name; they replace the sample values of the state.',
  ),
  rules: RuleSet.default(defaultRuleSet),
});

/** Request of POST /practice/jobs, variant B only. The response is {@link Raised}, status 202. */
export const JobBody = z.strictObject({
  values: Values.default({}).describe(
    'Values by placeholder name. No placeholders are documented for jobs.',
  ),
  rules: RuleSet.default(defaultRuleSet),
});

/** Response of POST /practice/changes, which has no body. */
export const Changes = z.strictObject({
  changed: z.array(z.int()).describe('Ids of the webhooks that have changed, at most three.'),
});
export type Changes = z.infer<typeof Changes>;

const Reason = z
  .enum(['disabled', 'other-type', 'switched-off'])
  .describe(
    'The webhook is disabled; it is for jobs and this is an alert, or the other way round; its ' +
      'switch for the state is off.',
  );
export type Reason = z.infer<typeof Reason>;

const Event = z
  .strictObject({
    id: z.int(),
    kind: z.enum(['alert', 'job']),
    state: AlertState.nullable().describe('Of an alert.'),
    raisedAt: Time,
    rules: RuleSet,
  })
  .describe('What happened.');

export const Raised = z.strictObject({
  event: Event,
  deliveries: z
    .array(z.strictObject({ id: z.int(), webhookId: z.int() }))
    .describe('One for each webhook that fits, in the order of their ids.'),
  passedOver: z
    .array(z.strictObject({ webhookId: z.int(), reason: Reason }))
    .describe('The webhooks that get nothing, and why.'),
});
export type Raised = z.infer<typeof Raised>;

export const DeliveryState = z
  .enum(['waiting', 'sending', 'waiting-to-retry', 'delivered', 'failed'])
  .describe('Delivered is what was answered with status 200 to 299; failed is given up.');
export type DeliveryState = z.infer<typeof DeliveryState>;

const Headers = z.array(z.strictObject({ name: z.string(), value: z.string() }));

const LoggedBody = z.strictObject({
  text: z.string().describe('The beginning, as text.'),
  bytes: z.int().describe('How long it is; of an answer, as far as it was read.'),
  truncated: z.boolean().describe('Whether there is more than the text.'),
});

const Attempt = z.strictObject({
  number: z.int().describe('1 to 4.'),
  startedAt: Time,
  milliseconds: z.number(),
  answer: z
    .strictObject({ status: z.int(), headers: Headers, body: LoggedBody })
    .nullable()
    .describe('null where none came.'),
  error: z
    .strictObject({
      code: z
        .enum(['refused-target', 'not-sendable', 'timed-out', 'failed'])
        .describe(
          'The target is not on this machine; the URL, the method or a header is nothing that HTTP ' +
            'can carry; no answer in time; the connection failed.',
        ),
      message: z.string(),
    })
    .nullable()
    .describe('Why no answer came; null where one came.'),
});
export type Attempt = z.infer<typeof Attempt>;

export const DeliverySummary = z.strictObject({
  id: z.int(),
  eventId: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  state: DeliveryState,
  method: z.string(),
  url: z.string().describe('Dots stand for a password and for the values of the query.'),
  attempts: z.int().describe('How many there were.'),
  status: z.int().nullable().describe('Of the last attempt; null where no answer came.'),
  createdAt: Time,
  nextAttemptAt: Time.nullable().describe('null unless the state is waiting-to-retry.'),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

/** Response of GET /practice/deliveries/{id}. */
export const Delivery = z.strictObject({
  ...DeliverySummary.shape,
  attempts: z.array(Attempt),
  event: Event,
  request: z
    .strictObject({ method: z.string(), url: z.string(), headers: Headers, body: LoggedBody })
    .describe(
      'As it is sent. Dots stand for the values of headers, but for a few names that hold no secrets.',
    ),
});
export type Delivery = z.infer<typeof Delivery>;

/** Response of GET /practice/deliveries?limit=N&state=S: newest first; default limit 100. */
export const DeliveryList = z.strictObject({
  deliveries: z.array(DeliverySummary),
  total: z.int().describe('How many there are; the oldest finished ones are dropped.'),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/** Request of PUT /practice/faults: replaces all faults. */
export const FaultsBody = z.strictObject({
  faults: z.array(Fault).max(50),
  seed: z
    .int()
    .min(0)
    .max(4_294_967_295)
    .default(1)
    .describe('The same seed, faults and requests in the same order: the same ones go wrong.'),
});

/** Response of GET, PUT and DELETE /practice/faults. */
export const Faults = z.strictObject({
  seed: z.int(),
  faults: z.array(
    z.strictObject({
      ...Fault.shape,
      happened: z.int().describe('To how many requests.'),
      left: z.int().nullable().describe('To how many it is still to happen; null if it stays.'),
    }),
  ),
});
export type Faults = z.infer<typeof Faults>;

/** Response of GET /practice/. */
export const Overview = z.strictObject({
  variant: z.enum(['A', 'B']),
  deliversTo: z
    .enum(['loopback', 'anywhere', 'stand-in'])
    .describe(
      'What webhooks may be delivered to; a stand-in on this machine takes the place of every target.',
    ),
  samples: z
    .record(AlertState, Values)
    .describe('The values of an alert in each state, unless others are given.'),
  ruleSets: z.array(z.strictObject({ name: RuleSet, title: z.string(), description: z.string() })),
  webhooks: z.int().describe('How many there are.'),
});
export type Overview = z.infer<typeof Overview>;
