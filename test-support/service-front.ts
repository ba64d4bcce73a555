import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

export interface FrontWrite {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface FrontAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What happens to a write; nothing of it is required. */
export interface FrontHandling {
  /** In place of its body; `null` keeps the write from the service. */
  readonly body?: string | null;
  /** In place of the service's answer. */
  readonly answer?: FrontAnswer | 'lost';
}

/** A proxy in front of a service, which can change writes and their answers. */
export interface ServiceFront {
  readonly url: string;
  /** In the order of their arrival. */
  readonly writes: readonly FrontWrite[];
  /** Runs before the proxy forwards each write. */
  onWrite: (write: FrontWrite) => FrontHandling | Promise<FrontHandling>;
  close(): Promise<void>;
}

export async function serveFront(behind: string): Promise<ServiceFront> {
  const writes: FrontWrite[] = [];
  const forward = (
    { method = 'GET', url = '/', headers }: IncomingMessage,
    body: string,
  ): Promise<IncomingMessage> => {
    const others = Object.entries(headers).filter(
      ([name]) => name !== 'content-length' && name !== 'transfer-encoding',
    );
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const answered = Promise.withResolvers<IncomingMessage>();
    request(`${behind}${url}`, { method, headers: { ...Object.fromEntries(others), ...length } })
      .once('response', answered.resolve)
      .once('error', answered.reject)
      .end(body);
    return answered.promise;
  };
  const server = createServer((incoming, outgoing) => {
    const handle = async (): Promise<void> => {
      const { method = 'GET', url: path = '/' } = incoming;
      const body = await text(incoming);
      const isRead = method === 'GET';
      const write = { method, path, body };
      if (!isRead) writes.push(write);
      const handling = isRead ? {} : await front.onWrite(write);
      const passed = handling.body === null ? null : await forward(incoming, handling.body ?? body);
      if (handling.answer === 'lost') {
        passed?.resume();
        outgoing.destroy();
      } else if (handling.answer !== undefined) {
        passed?.resume();
        const { status, headers = {}, body: said = '' } = handling.answer;
        outgoing.writeHead(status, headers).end(said);
      } else if (passed === null) outgoing.destroy();
      else {
        outgoing.writeHead(passed.statusCode ?? 502, passed.headers);
        // Also ends the request to the service when the client goes.
        await pipeline(passed, outgoing);
      }
    };
    handle().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const front: ServiceFront = {
    url: `http://127.0.0.1:${address.port}`,
    writes,
    onWrite: () => ({}),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return front;
}
