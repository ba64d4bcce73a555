import type { Problem, RawAnswer } from '#domain/problem.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';

type Mask = (text: string) => string;

/**
 * A service may repeat the values of a request in its answer, and a conflict holds the live webhook. The message
 * quotes the answer with masks already.
 */
export const maskedResult = (result: RowResult, mask: Mask): RowResult => ({
  ...result,
  notes: result.notes.map(mask),
  problem: result.problem === null ? null : maskedProblem(result.problem, mask),
});

function maskedProblem(problem: Problem, mask: Mask): Problem {
  const masked = {
    facts: problem.facts.map(({ label, value }) => ({ label, value: mask(value) })),
    answer: problem.answer === null ? null : maskedAnswer(problem.answer, mask),
  };
  if (problem.code !== 'conflict') return { ...problem, ...masked };
  return { ...problem, ...masked, live: problem.live && maskedWebhook(problem.live, mask) };
}

const maskedAnswer = (answer: RawAnswer, mask: Mask): RawAnswer => ({
  ...answer,
  headers: answer.headers.map(({ name, value }) => ({ name, value: mask(value) })),
  body: mask(answer.body),
});

const maskedWebhook = (webhook: Webhook, mask: Mask): Webhook => ({
  ...webhook,
  name: mask(webhook.name),
  url: mask(webhook.url),
  headers: webhook.headers.map((header) => ({ ...header, value: mask(header.value) })),
  payloadTemplate: mask(webhook.payloadTemplate),
  unknown: {},
});
