import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { securityHeaders } from '#contract/content-security-policy.ts';

/** What every answer carries; `host` is the checked name under which this host was asked. */
export function commonHeaders(host: string | null): Record<string, string> {
  return {
    ...securityHeaders({ connect: host === null ? [] : [`ws://${host}`] }),
    'cache-control': 'no-store',
  };
}

/** Answers with one sentence for whoever reads it, as JSON. */
export function answerSentence(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // Whatever the request still carries is not read.
    connection: 'close',
  });
  response.end(body);
}

/** Answers an upgrade that is not granted, and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (const [name, value] of Object.entries(commonHeaders(null))) head.push(`${name}: ${value}`);
  head.push('content-length: 0', 'connection: close', '', '');
  socket.once('finish', () => socket.destroy());
  socket.end(head.join('\r\n'));
}
