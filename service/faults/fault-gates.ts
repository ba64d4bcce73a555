import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Gates } from '../http/gates.ts';
import { sendProblem } from '../http/problem-answers.ts';
import { serverFailed, tooManyRequests, unauthorized, unavailable } from '../http/refusals.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import type { Fault } from './fault.ts';

/**
 * Applies faults to authenticated requests: before the operation, or to the response after the
 * operation.
 */
export function faultGates(
  app: FastifyInstance,
  schedule: FaultSchedule,
): Required<Pick<Gates, 'preHandler' | 'onSend'>> {
  const faultByRequest = new WeakMap<FastifyRequest, Fault>();
  const hangingReplies = new Set<FastifyReply>();
  const ending = new AbortController();
  app.addHook('preClose', (done) => {
    ending.abort();
    for (const reply of hangingReplies) reply.raw.destroy();
    done();
  });

  return {
    async preHandler(request, reply) {
      const { delay, fault } = schedule.next({ isRead: request.method === 'GET' });
      // A fault may last longer than the idle timeout of the connection.
      if (delay > 0 || fault?.kind === 'hang') request.raw.socket.setTimeout(0);
      if (delay > 0 && !(await waitUnlessAborted(delay, ending.signal))) {
        dropConnection(reply);
        return;
      }
      if (fault === null) return;
      const { kind } = fault;
      switch (kind) {
        case 'latency':
          // It is in the delay above.
          return;
        case 'reset-after':
        case 'truncated':
          faultByRequest.set(request, fault);
          return;
        case 'hang':
          hangingReplies.add(reply);
          reply.raw.once('close', () => hangingReplies.delete(reply));
          reply.hijack();
          return;
        case 'reset-before':
          request.raw.socket.resetAndDestroy();
          dropConnection(reply);
          return;
        default:
          return answerWith(kind, fault, reply);
      }
    },
    onSend: (request, reply, payload, done) => {
      const fault = faultByRequest.get(request);
      if (fault?.kind === 'reset-after') request.raw.socket.resetAndDestroy();
      done(null, fault?.kind === 'truncated' ? truncatePayload(reply, payload) : payload);
    },
  };
}

/** Returns `true` after the time, or `false` after an abort. */
async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(milliseconds, undefined, { signal });
    return true;
  } catch {
    // Only the signal rejects the timer.
    return false;
  }
}

function dropConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Announces the full body, or 64 bytes if it is shorter, sends half and ends the connection. */
function truncatePayload(reply: FastifyReply, payload: Parameters<onSendHookHandler>[2]): Readable {
  const whole =
    payload instanceof Uint8Array || typeof payload === 'string'
      ? Buffer.from(payload)
      : Buffer.alloc(0);
  // Only a long list is a stream. Half of it is sent as nothing.
  if (payload instanceof Readable) payload.destroy();
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  // A 204 response allows no body, so half of one needs another status.
  if (reply.statusCode === 204) void reply.code(200);
  void reply.header('content-length', Math.max(whole.length, 64));
  let sent = false;
  return new Readable({
    read() {
      if (!sent && half.length > 0) {
        sent = true;
        this.push(half);
        return;
      }
      // Deferred, because the next `read` runs before the pushed half is forwarded.
      setImmediate(() => {
        const { socket } = reply.raw;
        if (half.length === 0) reply.raw.flushHeaders();
        // A graceful end, so that the sent bytes arrive.
        socket?.end();
        socket?.once('close', () => this.destroy());
      });
    },
  });
}

type AnswerKind = Exclude<
  Fault['kind'],
  'latency' | 'hang' | 'reset-before' | 'reset-after' | 'truncated'
>;

const practiceNotice = 'This is a fault on purpose, for practice. Nothing has changed.';

/** Responds instead of the operation. `faultGates` produces the other faults. */
function answerWith(kind: AnswerKind, fault: Fault, reply: FastifyReply): FastifyReply {
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

/** A sign-in page, as a proxy sends it. */
const loginPage = `<!doctype html>
<html lang="en">
<title>Sign in</title>
<h1>Sign in</h1>
<form method="post"><input name="user"><input name="password" type="password"><button>Sign in</button></form>
</html>
`;

/** Generates an empty JSON array of this length while it is sent. */
function* oversizedList(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  yield Buffer.from('[');
  for (let left = bytes - 2; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield Buffer.from(']');
}
