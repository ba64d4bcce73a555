import { type Answer, AnswerTooLarge } from './answer.ts';
import { ExchangeFailure } from './failure.ts';
import type { Context } from './problems/context.ts';
import { answerLost, exchangeProblem } from './problems/exchange-problem.ts';
import { whereFacts } from './problems/context.ts';
import { isHtml, whatCame } from './problems/what-came.ts';

/**
 * Takes the answer to a write that has a status of success. The interface gives it no body, and
 * whatever stands in one is not read; but a page for people means that a gateway answered instead.
 */
export async function accept(answer: Answer, context: Context): Promise<void> {
  try {
    for await (const part of answer.parts()) {
      // More than an answer without a body can hold: the status has said all there is.
      if (part.length > 0 && answer.bytes > mostBytes) break;
    }
  } catch (error) {
    if (error instanceof ExchangeFailure) {
      throw exchangeProblem(error, context, answer.raw(context.masker));
    }
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (isHtml(answer)) {
    throw answerLost(
      context,
      `${context.request.url.host} answered with ${whatCame(answer, context.masker)} instead of the webhook interface: a sign-in page or a proxy may have answered.`,
      {
        ...whereFacts(context),
        Status: String(answer.status),
        'Content type': answer.header('content-type') ?? 'not said',
      },
      answer.raw(context.masker),
    );
  }
}

const mostBytes = 64 * 1024;
