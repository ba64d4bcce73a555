import { z } from 'zod';
import { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { TokenValues } from './practice.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { WireText } from './wire-text.ts';

export const RuleSetChoice = z.enum(['as-observed', 'plain']);

/** `host`: host and port that the user confirmed. `receiver` starts the local receiver. */
const TestSendDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('target'), host: z.string().max(1_000) }),
  z.object({ kind: z.literal('receiver') }),
]);

export const TestSendInput = ConnectionId.extend({
  webhookId: z.int().nullable(),
  definition: WebhookDefinition,
  values: TokenValues,
  rules: RuleSetChoice,
  scenario: z.string().max(60),
  destination: TestSendDestination,
});
export type TestSendInput = z.infer<typeof TestSendInput>;

/** No secrets: only the target's host. */
export const TestSendSummary = z.object({
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
export type TestSendSummary = z.infer<typeof TestSendSummary>;

/** Any status, including redirects, which are not followed. */
export const TestSendAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** At most 64 KiB. */
  body: WireText,
});
export type TestSendAnswer = z.infer<typeof TestSendAnswer>;

export const TestSendResult = z.object({ testSend: TestSendSummary, answer: TestSendAnswer });
export type TestSendResult = z.infer<typeof TestSendResult>;

export const testSendProcedures = {
  /**
   * Limit 15 s. Rejects loopback, link-local and cloud metadata addresses. `PROBLEM` without a
   * response.
   */
  send: procedure.input(TestSendInput).output(TestSendResult),
  /** Newest first, at most 50, this run only. */
  list: procedure.input(ConnectionId).output(z.array(TestSendSummary)),
};
