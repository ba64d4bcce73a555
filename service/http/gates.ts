import type { onRequestHookHandler, onSendHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import type { Authentication } from './authentication.ts';

/** What a request of the interface passes before and after its operation, as options of a route. */
export interface Gates {
  readonly onRequest: onRequestHookHandler[];
  readonly preHandler?: preHandlerAsyncHookHandler;
  readonly onSend?: onSendHookHandler;
}

export const gate =
  (check: () => void): onRequestHookHandler =>
  (_request, _reply, done) => {
    check();
    done();
  };

export const authenticated =
  (authentication: Authentication): onRequestHookHandler =>
  ({ headers }, _reply, done) => {
    authentication(sentToken(headers));
    done();
  };

/** What X-Auth-Token holds. Two of them are joined, and so are none that anybody has. */
export function sentToken(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const sent = headers['x-auth-token'];
  return Array.isArray(sent) ? sent.join(', ') : sent;
}
