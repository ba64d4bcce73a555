import { z } from 'zod';
import { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { TokenValues } from './practice.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { WireText } from './wire-text.ts';

/** How tokens are replaced; see `domain/template/rule-sets.ts`. */
export const RuleSetChoice = z.enum(['as-observed', 'plain']);

/**
 * Where a test goes: to the webhook's own target, by the host (with its port, where it has one) that
 * the person was shown and agreed to; or to the receiver on this machine, which is started for it.
 */
const TrialDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('target'), host: z.string().max(1_000) }),
  z.object({ kind: z.literal('receiver') }),
]);

/** A delivery of a webhook to be tried: what the preview shows, sent from this machine. */
export const TrialInput = ConnectionId.extend({
  /** `null` for a webhook that the installation does not have yet. */
  webhookId: z.int().nullable(),
  definition: WebhookDefinition,
  values: TokenValues,
  rules: RuleSetChoice,
  /** What the values are of, such as `HIGH`; for the list of the last tests. */
  scenario: z.string().max(60),
  destination: TrialDestination,
});
export type TrialInput = z.infer<typeof TrialInput>;

/** One of the last tests. Nothing in it is secret: of the target there is the host alone. */
export const TrialSummary = z.object({
  id: z.int(),
  at: z.date(),
  webhookId: z.int().nullable(),
  destination: z.enum(['target', 'receiver']),
  /** With its port, where it has one. */
  host: z.string(),
  scenario: z.string(),
  /** Of the answer; `null` where none came. */
  status: z.int().nullable(),
  /** From the beginning of the connection to the end of the answer. */
  milliseconds: z.number(),
  /** Why no answer came, in a sentence; `null` where one came. */
  failure: z.string().nullable(),
});
export type TrialSummary = z.infer<typeof TrialSummary>;

/** What came back. Any status is an answer, a redirect too: it is not followed. */
export const TrialAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** At most 64 KiB of it. */
  body: WireText,
});
export type TrialAnswer = z.infer<typeof TrialAnswer>;

/** A test that was answered. */
export const TrialResult = z.object({ trial: TrialSummary, answer: TrialAnswer });
export type TrialResult = z.infer<typeof TrialResult>;

export const trialProcedures = {
  /**
   * Sends one test from this machine, which is not the installation: within 15 s, with no redirect
   * followed, and never to this machine itself, its link or its cloud's metadata. `PROBLEM` where no
   * answer came.
   */
  send: procedure.input(TrialInput).output(TrialResult),
  /** The last tests of an installation in this run of Hookdesk, the newest first, 50 at most. */
  list: procedure.input(ConnectionId).output(z.array(TrialSummary)),
};
