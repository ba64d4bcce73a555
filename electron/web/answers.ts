import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { securityHeaders } from '#contract/security-headers.ts';

/** The headers of every answer. @param host of the page's web socket; `null` for none */
export function commonHeaders(host: string | null): Record<string, string> {
  return {
    ...securityHeaders({ connect: host === null ? [] : [`ws://${host}`] }),
    'cache-control': 'no-store',
  };
}

/** Closes the connection, because the rest of the request stays unread. */
export function answerSentence(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  answerJson(response, status, { message }, { ...headers, connection: 'close' });
}

export function answerJson(
  response: ServerResponse,
  status: number,
  value: Record<string, string>,
  headers: Record<string, string> = {},
): void {
  send(response, status, JSON.stringify(value), { ...headers, 'content-type': 'application/json' });
}

export function answerText(response: ServerResponse, status: number, text: string): void {
  send(response, status, text, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

export function refuseUpgrade(socket: Duplex, status: 403 | 503): void {
  socket.on('error', () => socket.destroy());
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (const [name, value] of Object.entries(commonHeaders(null))) head.push(`${name}: ${value}`);
  head.push('content-length: 0', 'connection: close', '', '');
  socket.once('finish', () => socket.destroy());
  socket.end(head.join('\r\n'));
}
