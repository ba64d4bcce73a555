import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isOfOtherUser } from '#adapters/machine/socket-user.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { answerJson, answerSentence, answerText, commonHeaders } from './answers.ts';
import type { Page } from './page.ts';
import type { BrowserSession } from './browser-session.ts';
import type { OwnAddresses } from './own-addresses.ts';

/** Bytes; a key takes 54. */
const maxSessionBodyBytes = 1024;
const KeyBody = z.object({ key: z.string() });

/** What the answers to a browser need. */
export interface AnswerNeeds {
  readonly addresses: OwnAddresses;
  readonly session: BrowserSession;
  readonly page: Page;
  readonly url: string;
  readonly hasRoom: () => boolean;
}

/** Answers a browser: the page, the exchange of the key, and refusals. */
export async function answerRequest(
  needs: AnswerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { addresses, page } = needs;
  const { host } = request.headers;
  const isOwnHost = addresses.isOwnHost(host);
  response.setHeaders(new Map(Object.entries(commonHeaders(isOwnHost ? host : null))));
  if (!isOwnHost) {
    answerText(
      response,
      403,
      `Wrong host name. Open the address that Hookdesk printed; it starts with ${needs.url}`,
    );
    return;
  }
  if (!addresses.isOfOwnWindow(request.headers, request.method !== 'POST')) {
    answerSentence(response, 403, 'Only the window that Hookdesk served may ask this.');
    return;
  }
  const path = pathOf(request.url);
  if (path === '/session') await answerSession(needs, request, response);
  else if (path === '/rpc') {
    answerSentence(response, 426, 'This address is for web sockets.', { upgrade: 'websocket' });
  } else answerPage(page, path, request, response);
}

/** `null` if the target is no path. Source: RFC 9112 §3.2.1. */
export function pathOf(target: string | undefined): string | null {
  return target?.startsWith('/') === true ? (target.split('?', 1)[0] ?? null) : null;
}

async function answerSession(
  { session, hasRoom }: AnswerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    if (!session.isAuthorized(request.headers.authorization)) {
      answerSentence(response, 401, 'Open Hookdesk with the address that it printed.', {
        'www-authenticate': 'Bearer',
      });
    } else if (hasRoom()) response.writeHead(204).end();
    else {
      answerSentence(response, 503, 'Hookdesk is open in too many tabs. Close one and reload.');
    }
    return;
  }
  if (request.method !== 'POST') {
    answerSentence(response, 405, 'Only GET and POST are possible here.', { allow: 'GET, POST' });
    return;
  }
  if (request.headers['content-type'] !== 'application/json') {
    answerSentence(response, 415, 'The key comes as application/json.');
    return;
  }
  const text = await readBody(request, maxSessionBodyBytes);
  if (text === null) {
    answerSentence(response, 413, 'That is too long for a key.');
    return;
  }
  const body = KeyBody.safeParse(parseJson(text));
  if (!body.success) answerSentence(response, 400, 'The body is not {"key": "…"}.');
  else answerKey(session, body.data.key, request, response);
}

function answerKey(
  session: BrowserSession,
  key: string,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = session.exchangeKey(key, () => isOfOtherUser(socket));
  switch (exchange.kind) {
    case 'granted':
      answerJson(response, 200, { secret: exchange.secret });
      return;
    case 'foreign':
      answerSentence(response, 403, 'Only the user who started Hookdesk can open it.');
      return;
    case 'used':
      answerSentence(
        response,
        403,
        'This address works only once. Use the open window, or start Hookdesk again.',
      );
      return;
    case 'wrong':
      answerSentence(
        response,
        403,
        'This is not the address that Hookdesk printed. Copy the full address again.',
      );
  }
}

function answerPage(
  page: Page,
  path: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    answerSentence(response, 405, 'Only GET is possible here.', { allow: 'GET, HEAD' });
    return;
  }
  const file = path === null ? undefined : page.get(path);
  if (file === undefined) {
    answerSentence(response, 404, 'There is nothing here.');
    return;
  }
  response.writeHead(200, {
    'content-type': file.contentType,
    'content-length': file.body.length,
    'cache-control': file.cacheControl,
  });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

/** `null` if the body exceeds `limit` bytes or breaks off. */
function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      // Not destroyed: the answer needs the same connection.
      if (length <= limit) return;
      request.pause();
      resolve(null);
    });
    request.once('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    request.once('error', () => {
      resolve(null);
    });
  });
}
