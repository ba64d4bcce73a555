import type {
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { Authentication } from './authentication.ts';

/** Route options: the hooks before and after an operation. */
export interface Gates {
  readonly onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[];
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
  (authentication: Authentication): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    await authentication(sentToken(headers));
  };

/** Returns the value of X-Auth-Token. Repeated headers are joined, so they match no auth token. */
export function sentToken(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const sent = headers['x-auth-token'];
  return Array.isArray(sent) ? sent.join(', ') : sent;
}
