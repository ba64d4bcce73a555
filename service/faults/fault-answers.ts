import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendProblem } from '../http/problem-answers.ts';
import { serverFailed, tooManyRequests, unauthorized, unavailable } from '../http/problem.ts';
import type { Fault } from './fault.ts';

type AnswerKind = Exclude<
  Fault['kind'],
  'latency' | 'hang' | 'reset-before' | 'reset-after' | 'truncated'
>;

const practiceNotice = 'This is a fault on purpose, for practice. Nothing has changed.';

/** Answers in the place of the operation. Hang, reset and truncated answers: `fault-gates.ts`. */
export function answerWith(kind: AnswerKind, fault: Fault, reply: FastifyReply): FastifyReply {
  switch (kind) {
    case '401':
      return sendProblem(reply, unauthorized(practiceNotice));
    case '429':
      return sendProblem(reply, tooManyRequests(practiceNotice, fault.retryAfter));
    case '500':
      return sendProblem(reply, serverFailed());
    case '503':
      return sendProblem(reply, unavailable(practiceNotice, fault.retryAfter));
    case 'html':
      return reply.header('content-type', 'text/html; charset=utf-8').send(loginPage);
    case 'wrong-shape':
      return json(reply).send(Buffer.from('{"result":[{"webhook":7}],"status":"ok"}'));
    case 'oversized':
      return json(reply).send(Readable.from(oversizedList(fault.bytes)));
    case 'redirect':
      return reply.code(302).header('location', fault.location).send();
  }
}

const json = (reply: FastifyReply): FastifyReply =>
  reply.header('content-type', 'application/json');

/** What a proxy shows to somebody who is not signed in. */
const loginPage = `<!doctype html>
<html lang="en">
<title>Sign in</title>
<h1>Sign in</h1>
<form method="post"><input name="user"><input name="password" type="password"><button>Sign in</button></form>
</html>
`;

/** A JSON array that is as long as this, made while it is sent. */
function* oversizedList(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  yield Buffer.from('[');
  for (let left = bytes - 2; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield Buffer.from(']');
}
