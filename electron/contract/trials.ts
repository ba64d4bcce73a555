import { z } from 'zod';
import { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { TokenValues } from './practice.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { WireText } from './wire-text.ts';

export const RuleSetChoice = z.enum(['as-observed', 'plain']);

/** `host`: host and port that the user confirmed. `receiver` starts the local receiver. */
const TrialDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('target'), host: z.string().max(1_000) }),
  z.object({ kind: z.literal('receiver') }),
]);

export const TrialInput = ConnectionId.extend({
  webhookId: z.int().nullable(),
  definition: WebhookDefinition,
  values: TokenValues,
  rules: RuleSetChoice,
  scenario: z.string().max(60),
  destination: TrialDestination,
});
export type TrialInput = z.infer<typeof TrialInput>;

/** No secrets: only the target's host. */
export const TrialSummary = z.object({
  id: z.int(),
  at: z.date(),
  webhookId: z.int().nullable(),
  destination: z.enum(['target', 'receiver']),
  host: z.string(),
  scenario: z.string(),
  status: z.int().nullable(),
  milliseconds: z.number(),
  failure: z.string().nullable(),
});
export type TrialSummary = z.infer<typeof TrialSummary>;

/** Any status, including redirects, which are not followed. */
export const TrialAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** At most 64 KiB. */
  body: WireText,
});
export type TrialAnswer = z.infer<typeof TrialAnswer>;

export const TrialResult = z.object({ trial: TrialSummary, answer: TrialAnswer });
export type TrialResult = z.infer<typeof TrialResult>;

export const trialProcedures = {
  /** Limit 15 s. A target is never a loopback, link-local or cloud metadata address. `PROBLEM` without answer. */
  send: procedure.input(TrialInput).output(TrialResult),
  /** Newest first, at most 50, this run only. */
  list: procedure.input(ConnectionId).output(z.array(TrialSummary)),
};
