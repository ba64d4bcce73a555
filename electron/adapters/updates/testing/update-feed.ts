import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path/posix';

type Answer = (response: ServerResponse) => void;

export interface PublishedVersion {
  readonly version: string;
  readonly content: Buffer;
  readonly notes?: string;
  readonly fileName?: string;
  /** Replaces the correct checksum. */
  readonly sha512?: string;
}

/** An update server on this computer, with one published version. */
export class UpdateFeed {
  readonly asked: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://feed').pathname).slice(1);
    this.asked.push(path);
    this.headers.push(request.headers);
    const answer = this.#answers.get(path);
    if (answer === undefined) response.writeHead(404).end('no such file');
    else answer(response);
  });

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  on(path: string, answer: Answer | string | Buffer): void {
    const whole = (response: ServerResponse): void => {
      if (typeof answer === 'function') return;
      response.writeHead(200, { 'Content-Length': Buffer.byteLength(answer) }).end(answer);
    };
    this.#answers.set(path, typeof answer === 'function' ? answer : whole);
  }

  /** Publishes as electron-builder does, and returns the name of the file. */
  publish(channelFile: string, published: PublishedVersion): string {
    const { version, content, notes, fileName = `Hookdesk-${version}.AppImage` } = published;
    const sha512 = published.sha512 ?? createHash('sha512').update(content).digest('base64');
    const info = {
      version,
      files: [{ url: fileName, sha512, size: content.length }],
      path: fileName,
      sha512,
      releaseNotes: notes,
      releaseDate: '2030-01-02T03:04:05.000Z',
    };
    // JSON is valid YAML.
    this.on(channelFile, JSON.stringify(info));
    this.on(join(dirname(channelFile), fileName), content);
    return fileName;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
