import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { WebSocket } from 'ws';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request exactly as written: neither the path nor a header is normalized. */
export function rawRequest(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (answer) => {
        const parts: string[] = [];
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => parts.push(part));
        answer.on('end', () => {
          const { statusCode: status = 0, headers: received } = answer;
          resolve({ status, headers: received, body: parts.join('') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The subprotocols that a page offers. */
export const offering = (secret: string): readonly string[] => ['hookdesk', `hookdesk.${secret}`];

/** Opens a web socket. Returns the status of a refusal. */
export function rawSocket(
  port: number,
  protocols: readonly string[],
  headers: Record<string, string>,
  path = '/rpc',
): Promise<number | WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], { headers });
    socket.on('unexpected-response', (_, answer) => {
      resolve(answer.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', reject);
    socket.on('open', () => {
      resolve(socket);
    });
  });
}

/** Opens a web socket as the page of a host does. */
export async function openSocket(port: number, secret: string): Promise<WebSocket> {
  const headers = { origin: `http://127.0.0.1:${port}` };
  const socket = await rawSocket(port, offering(secret), headers);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}
