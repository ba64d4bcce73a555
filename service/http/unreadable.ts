import type { Duplex } from 'node:stream';
import { invalidRequest, type Problem, Refusal } from './problem.ts';

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Milliseconds that the client has after the response to close the connection. */
const timeLimit = 500;

/** Responds to bytes that are not an HTTP request, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const { problem } = invalidRequest('This is no HTTP request that can be read.');
  endWith(socket, line, { ...problem, status: Number(line.slice(0, 3)) });
}

/**
 * Responds to a CONNECT request with the Refusal of `refusal`; Node would close the connection
 * without a response.
 * @param refusal throws the Refusal for this method and path
 */
export function answerConnect(socket: Duplex, refusal: () => never): void {
  socket.on('error', () => socket.destroy());
  try {
    refusal();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { problem, headers } = error;
    endWith(socket, `${problem.status} ${problem.title}`, problem, headers);
  }
}

function endWith(
  socket: Duplex,
  line: string,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(problem);
  const all = {
    ...headers,
    connection: 'close',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // Drops further input for a short time, so that the client can read the response.
  const timer = setTimeout(() => socket.destroy(), timeLimit);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.resume();
  socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`);
}
