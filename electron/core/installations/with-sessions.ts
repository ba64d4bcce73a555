import { ProblemError } from '#domain/problem.ts';
import type { ReadOptions, Target, WebhookService } from '../ports.ts';
import type { Session } from './session.ts';

/** Finds the session that a target's requests get their auth token from; `null` where it has its own. */
export type SessionOf = (target: Target) => Session | null;

/**
 * The same service, each request with the auth token that its connection's session has at that moment.
 * A request that is refused for its auth token is sent once more with the next one: nothing of it was
 * applied, so that holds for writes as well. A second refusal is the problem that is told.
 */
export function withSessions(service: WebhookService, sessionOf: SessionOf): WebhookService {
  const read = <Result>(
    target: Target,
    { signal, patient = true }: ReadOptions,
    send: (target: Target) => Promise<Result>,
  ): Promise<Result> => inSession(sessionOf, target, { signal, patient }, send);
  const write = (
    target: Target,
    signal: AbortSignal | undefined,
    send: (target: Target) => Promise<void>,
  ): Promise<void> => inSession(sessionOf, target, { signal, patient: false }, send);

  return {
    list: (target, options) => read(target, options, (now) => service.list(now, options)),
    read: (target, id, options) => read(target, options, (now) => service.read(now, id, options)),
    create: (target, definition, signal) =>
      write(target, signal, (now) => service.create(now, definition, signal)),
    update: (target, update, signal) =>
      write(target, signal, (now) => service.update(now, update, signal)),
    remove: (target, id, signal) => write(target, signal, (now) => service.remove(now, id, signal)),
    describeCreate: (target, definition) => service.describeCreate(target, definition),
    describeUpdate: (target, update) => service.describeUpdate(target, update),
    describeRemove: (target, id) => service.describeRemove(target, id),
  };
}

async function inSession<Result>(
  sessionOf: SessionOf,
  target: Target,
  need: Parameters<Session['authToken']>[0],
  send: (target: Target) => Promise<Result>,
): Promise<Result> {
  const session = sessionOf(target);
  if (session === null) return send(target);
  for (let attempt = 1; ; attempt += 1) {
    const authToken = await session.authToken(need);
    try {
      const result = await send({ ...target, authToken });
      session.accepted(authToken);
      return result;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const told = session.refused(authToken, error.problem);
      if (attempt === 2) throw new ProblemError(told);
    }
  }
}

const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.code === 'unauthorized';
