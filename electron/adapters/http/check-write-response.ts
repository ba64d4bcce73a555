import { type Answer, AnswerTooLarge } from './answer.ts';
import { isHtml } from './errors/answer-content.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';

/** For a write with status 2xx: ignores its body, but an HTML page means that a gateway answered instead. */
export async function checkWriteResponse(answer: Answer, context: Context): Promise<void> {
  try {
    await answer.readUpTo(mostBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure) {
      throw exchangeProblem(error, context, answer.raw(context.masker));
    }
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (isHtml(answer)) throw contentProblem('page-after-write', answer, context);
  // RFC 9110 §15.3.3: the installation may apply it later, or not at all.
  if (answer.status === 202) throw contentProblem('accepted-for-later', answer, context);
}

const mostBytes = 64 * 1024;
