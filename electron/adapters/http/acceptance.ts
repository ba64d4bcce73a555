import { type Answer, AnswerTooLarge } from './answer.ts';
import { isHtml } from './errors/answer-content.ts';
import { type Context, ExchangeFailure } from './errors/facts.ts';
import { contentProblem, exchangeProblem } from './errors/problems.ts';

/**
 * Takes the answer to a write that has a status of success. The interface gives it no body, and
 * whatever stands in one is not read; but a page for people means that a gateway answered instead.
 */
export async function accept(answer: Answer, context: Context): Promise<void> {
  try {
    await answer.readUpTo(mostBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure) {
      throw exchangeProblem(error, context, answer.raw(context.masker));
    }
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (isHtml(answer)) throw contentProblem('page-after-write', answer, context);
}

/** More than an answer without a body can hold: the status has said all there is. */
const mostBytes = 64 * 1024;
