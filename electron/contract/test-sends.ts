import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { TokenValues } from './practice.ts';
import { ConnectionId, procedure } from './procedure.ts';

export const WireText = z.object({
  text: z.string(),
  /** `latin-1` when the bytes are not valid UTF-8: one character per byte. */
  encoding: z.enum(['utf-8', 'latin-1']),
  /** Bytes received; if `truncated`, bytes read. */
  bytes: z.int(),
  truncated: z.boolean(),
});
export type WireText = z.infer<typeof WireText>;

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

export const ReceivedSummary = z.object({
  id: z.int(),
  at: z.date(),
  /** Both empty when the data was not HTTP. */
  method: z.string(),
  path: z.string(),
  bytes: z.int(),
  /** Status sent; `null` when the connection ended early. */
  status: z.int().nullable(),
});
export type ReceivedSummary = z.infer<typeof ReceivedSummary>;

export const Received = ReceivedSummary.extend({
  head: WireText,
  /** At most 1 MiB, chunks joined. */
  body: WireText,
});
export type Received = z.infer<typeof Received>;

export const ReceiverState = z.object({
  address: z.string().nullable(),
  status: z.int(),
  /** Newest first, at most 20. */
  received: z.array(ReceivedSummary),
});
export type ReceiverState = z.infer<typeof ReceiverState>;

/** HTTP server for this machine only; stops after 30 idle minutes. */
export const receiverProcedures = {
  watch: procedure.output(eventIterator(ReceiverState)),
  start: procedure.output(ReceiverState),
  stop: procedure.output(ReceiverState),
  /** 1xx statuses are not final (RFC 9110 §15.2). */
  answerWith: procedure
    .input(z.object({ status: z.int().min(200).max(599) }))
    .output(ReceiverState),
  read: procedure.input(z.object({ receivedId: z.int() })).output(Received),
  clear: procedure.output(ReceiverState),
};
