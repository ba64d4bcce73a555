import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect, type Socket } from 'node:net';
import { serve, type TestServer } from './servers.ts';

export interface ConnectProxy extends TestServer {
  /** The received CONNECT requests and credentials. */
  readonly asked: { readonly request: string; readonly credentials: string | null }[];
  /** All data that clients sent through the tunnels. */
  readonly passed: () => string;
}

interface ConnectProxyOptions {
  /** Options for TLS to the proxy itself. */
  readonly tls?: ServerOptions;
  /** The required value of `Proxy-Authorization`. */
  readonly credentials?: string;
  /** Handles the connection instead of a tunnel. */
  readonly instead?: (socket: Socket) => void;
}

/**
 * A proxy that opens tunnels to any host. It resolves names that end in `.test` to this computer.
 */
export async function connectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const passed: string[] = [];
  const server: Server =
    options.tls === undefined ? createServer() : createHttpsServer(options.tls);
  server.on('request', (request, response) => {
    asked.push(noteOf(request));
    response.writeHead(400).end('Ask for a way.');
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(noteOf(request));
    socket.on('error', () => undefined);
    if (options.instead !== undefined) {
      options.instead(socket);
      return;
    }
    const { credentials } = options;
    if (credentials !== undefined && request.headers['proxy-authorization'] !== credentials) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    const { hostname, port } = new URL(`tcp://${request.url ?? ''}`);
    const behind = connect(Number(port), hostname.endsWith('.test') ? '127.0.0.1' : hostname);
    behind.on('error', () => {
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    });
    behind.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.on('data', (data: Buffer) => passed.push(data.toString('latin1')));
      socket.pipe(behind).pipe(socket);
    });
    socket.once('close', () => behind.destroy());
    behind.once('close', () => socket.destroy());
  });
  const running = await serve(server, options.tls === undefined ? 'http' : 'https');
  return { ...running, asked, passed: () => passed.join('') };
}

const noteOf = ({ method, url, headers }: IncomingMessage): ConnectProxy['asked'][number] => ({
  request: `${method ?? ''} ${url ?? ''}`,
  credentials: headers['proxy-authorization'] ?? null,
});
