import type { Socket } from 'node:net';
import { invalidRequest } from './problem.ts';

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are no HTTP request, and ends their connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const { problem } = invalidRequest('This is no HTTP request that can be read.');
  const body = JSON.stringify({ ...problem, status: Number(line.slice(0, 3)) });
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
