import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Gates } from '../http/gates.ts';
import { answerWith } from './fault-answers.ts';
import type { Fault } from './fault.ts';
import type { FaultSchedule } from './fault-schedule.ts';

/**
 * Lets faults happen to the requests that pass: once a request has arrived and is authenticated,
 * before its operation; or after it, in the place of the answer.
 */
export function faultGates(
  app: FastifyInstance,
  schedule: FaultSchedule,
): Required<Pick<Gates, 'preHandler' | 'onSend'>> {
  const after = new WeakMap<FastifyRequest, Fault>();
  const held = new Set<FastifyReply>();
  const ending = new AbortController();
  app.addHook('preClose', (done) => {
    ending.abort();
    for (const reply of held) reply.raw.destroy();
    done();
  });

  return {
    async preHandler(request, reply) {
      const { delay, fault } = schedule.next({ reads: request.method === 'GET' });
      // A fault may take longer than a connection may be without a byte.
      if (delay > 0 || fault?.kind === 'hang') request.raw.socket.setTimeout(0);
      if (delay > 0 && !(await waitUnlessAborted(delay, ending.signal))) {
        abandon(reply);
        return;
      }
      if (fault === null) return;
      const { kind } = fault;
      switch (kind) {
        case 'latency':
          return;
        case 'reset-after':
        case 'truncated':
          after.set(request, fault);
          return;
        case 'hang':
          held.add(reply);
          reply.raw.once('close', () => held.delete(reply));
          reply.hijack();
          return;
        case 'reset-before':
          request.raw.socket.resetAndDestroy();
          abandon(reply);
          return;
        default:
          return answerWith(kind, fault, reply);
      }
    },
    onSend: (request, reply, payload, done) => {
      const fault = after.get(request);
      if (fault?.kind === 'reset-after') request.raw.socket.resetAndDestroy();
      done(null, fault?.kind === 'truncated' ? truncatePayload(reply, payload) : payload);
    },
  };
}

/** Whether the time has passed; not if the service ended meanwhile. */
async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(milliseconds, undefined, { signal });
    return true;
  } catch {
    // Nothing but the signal makes it fail.
    return false;
  }
}

/** Nothing more is done for this request, and nothing is answered. */
function abandon(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Announces all of a body (or some, where there is none), sends half of it, and ends the connection. */
function truncatePayload(reply: FastifyReply, payload: Parameters<onSendHookHandler>[2]): Readable {
  const whole =
    payload instanceof Uint8Array || typeof payload === 'string'
      ? Buffer.from(payload)
      : Buffer.alloc(0);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  // An answer without content cannot be cut short.
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
      // Later, because this is asked for more before it has handed on what it gave.
      setImmediate(() => {
        const { socket } = reply.raw;
        if (half.length === 0) reply.raw.flushHeaders();
        // Ends in order, so that what was sent does arrive.
        socket?.end();
        socket?.once('close', () => this.destroy());
      });
    },
  });
}
