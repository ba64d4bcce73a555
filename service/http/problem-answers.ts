import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  invalidRequest,
  type Problem,
  Refusal,
  serverFailed,
  tooLarge,
  unsupportedMediaType,
} from './refusals.ts';

/** Answers what a route or Fastify throws. `onFailure` gets the cause of a status 500. */
export function answerProblems(
  app: FastifyInstance,
  options: { bodyLimit: number; onFailure: (error: unknown) => void },
): void {
  app.setErrorHandler((error, _request, reply: FastifyReply) => {
    keepConnection(reply);
    return sendProblem(reply, refusalOf(error, options));
  });
}

/**
 * Fastify closes the connection after a body that it did not read, and a client that still sends it
 * could lose the response. On a connection that stays open, Node reads off the rest.
 */
function keepConnection(reply: FastifyReply): void {
  const isClosedByFastify = reply.getHeader('connection') === 'close';
  // A removed header would also keep the connection of a client that ended its sending side.
  if (isClosedByFastify && reply.raw.shouldKeepAlive) void reply.header('connection', 'keep-alive');
}

/** Sends bytes: for a string, Fastify adds a charset to the content type, and JSON has none. */
export const sendProblem = (reply: FastifyReply, { problem, headers }: Refusal): FastifyReply =>
  reply
    .code(problem.status)
    .headers(headers)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problem)));

function refusalOf(
  error: unknown,
  { bodyLimit, onFailure }: { bodyLimit: number; onFailure: (error: unknown) => void },
): Refusal {
  if (error instanceof Refusal) return error;
  switch (statusOf(error)) {
    case 413:
      return tooLarge(bodyLimit);
    case 415:
      return unsupportedMediaType();
    case 400:
      return invalidRequest('The body did not arrive as its headers say.');
    default:
      onFailure(error);
      return serverFailed();
  }
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Milliseconds that the client has after the response to close the connection. */
const closingTime = 500;

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
  const timer = setTimeout(() => socket.destroy(), closingTime);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.resume();
  socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`);
}
