import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  invalidRequest,
  Refusal,
  serverFailed,
  tooLarge,
  unsupportedMediaType,
} from './problem.ts';

export function answerProblems(
  app: FastifyInstance,
  options: { bodyLimit: number; onFailure: (error: unknown) => void },
): void {
  app.setErrorHandler((error, _request, reply: FastifyReply) => {
    return sendProblem(reply, refusalOf(error, options));
  });
}

/** Sends bytes: for a string, Fastify adds a charset to the content type, and JSON has none. */
export const sendProblem = (reply: FastifyReply, { problem, headers }: Refusal): FastifyReply =>
  reply
    .code(problem.status)
    .headers(headers)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problem)));

function refusalOf(
  error: unknown,
  { bodyLimit, onFailure }: { bodyLimit: number; onFailure: (error: unknown) => void },
): Refusal {
  if (error instanceof Refusal) return error;
  switch (statusOf(error)) {
    case 413:
      return tooLarge(bodyLimit);
    case 415:
      return unsupportedMediaType();
    case 400:
      return invalidRequest('The body did not arrive as its headers say.');
    default:
      onFailure(error);
      return serverFailed();
  }
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;
