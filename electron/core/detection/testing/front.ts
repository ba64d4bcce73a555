import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpServer, httpsServer, type TestServer } from '#adapters/http/testing/servers.ts';
import { type KeyPair } from '#adapters/http/testing/certificates.ts';
import {
  type RunningService,
  startService,
  type ServiceOptions,
} from '../../../../service/start.ts';

/** What the front received: method, path, and whether an auth token came along. */
export interface Received {
  readonly line: string;
  readonly authToken: string | null;
}

/** Several services behind one origin, like an installation that serves several releases. */
export interface Front {
  readonly url: string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
}

/** Handles requests outside all services; the default answers 404. */
export type Elsewhere = (request: IncomingMessage, response: ServerResponse) => void;

const nothingThere: Elsewhere = (_, response) => {
  response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
};

/** Starts services, each under its own root, behind one origin. */
export async function openFront(
  services: readonly Pick<ServiceOptions, 'variant' | 'root' | 'seed' | 'authToken' | 'signIn'>[],
  { elsewhere = nothingThere, tls = null }: { elsewhere?: Elsewhere; tls?: KeyPair | null } = {},
): Promise<Front> {
  const running: RunningService[] = [];
  for (const options of services) running.push(await startService(options));
  const received: Received[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '', headers } = request;
    const token = headers['x-auth-token'];
    received.push({
      line: `${method} ${url}`,
      authToken: typeof token === 'string' ? token : null,
    });
    const found = running.find(({ root }) => url.startsWith(`${root}/`) || url === tokenPath(root));
    if (found === undefined) elsewhere(request, response);
    else void passOn(found.url, request, response);
  };
  const server: TestServer =
    tls === null ? await httpServer(listener) : await httpsServer(tls, listener);
  return {
    url: server.baseUrl,
    received,
    close: async () => {
      await server[Symbol.asyncDispose]();
      for (const service of running) await service.close();
    },
  };
}

/** The token path of `/pem/api/v14` is `/pem/api/token/`. */
const tokenPath = (root: string): string => root.replace(/\/v\d+$/, '/token/');

async function passOn(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  const kept = ['content-type', 'x-auth-token', 'accept'];
  const headers = kept.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const answer = await fetch(origin + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers,
    ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
  });
  const type = answer.headers.get('content-type');
  const token = answer.headers.get('x-subject-token');
  response.writeHead(answer.status, {
    ...(type === null ? {} : { 'content-type': type }),
    ...(token === null ? {} : { 'x-subject-token': token }),
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
