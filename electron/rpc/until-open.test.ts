import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { untilOpen } from './until-open.ts';

async function socketTo(answer: 'accepts' | 'refuses' | 'ends' | 'is silent'): Promise<WebSocket> {
  const server = createServer();
  const accepting = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (answer === 'accepts') accepting.handleUpgrade(request, socket, head, () => undefined);
    else if (answer === 'refuses') socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    else if (answer === 'ends') socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => {
    socket.close();
    for (const client of accepting.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  return socket;
}

it('resolves when the host accepts the web socket', async () => {
  const socket = await socketTo('accepts');
  await untilOpen(socket);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

it.each(['refuses', 'ends'] as const)('rejects at once when the host %s it', async (answer) => {
  await expect(untilOpen(await socketTo(answer))).rejects.toThrow('was refused');
});

it('rejects when the signal aborts first', async () => {
  const abort = new AbortController();
  const opened = untilOpen(await socketTo('is silent'), abort.signal);
  abort.abort();
  await expect(opened).rejects.toThrow('aborted');
});
