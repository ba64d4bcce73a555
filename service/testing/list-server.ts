import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook in a list response; `id` is its JSON text, such as `7` or `-0`, or `null` for none. */
export interface WireEntry {
  readonly id: string | null;
  readonly name: string;
  readonly url?: string;
  /** Members in place of the usual ones, such as one of the wrong type. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A fake installation that lists any entries, even those that the reference service cannot. */
export class ListServer implements AsyncDisposable {
  readonly variant: 'A' | 'B';
  readonly apiRoot: string;
  entries: readonly WireEntry[] = [];
  /** JSON text in place of the list. */
  body: string | null = null;
  /** Write requests, such as `PUT /api/v14/webhook/7`; they get 204 and change nothing. */
  readonly writes: string[] = [];
  readonly #server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    request.resume();
    if (method !== 'GET') {
      this.writes.push(`${method} ${url}`);
      response.writeHead(204).end();
      return;
    }
    const [, id = ''] = /\/webhook\/([^/]*)$/.exec(url) ?? [];
    const found = this.entries.find((entry) => entry.id === id);
    const body =
      id === '' ? (this.body ?? `[${this.entries.map((each) => this.#json(each)).join()}]`) : '';
    const json = found === undefined ? body : this.#json(found);
    response
      .writeHead(json === '' ? 404 : 200, { 'Content-Type': 'application/json' })
      .end(json === '' ? '{}' : json);
  });

  constructor(variant: 'A' | 'B') {
    this.variant = variant;
    this.apiRoot = variant === 'A' ? '/api/v6' : '/api/v14';
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get baseUrl(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #json({ id, name, url = `https://hooks.example.com/${name}`, members = {} }: WireEntry): string {
    const fields = JSON.stringify({
      name,
      url,
      enabled: true,
      method: 'POST',
      http_headers: [
        { http_header_id: 1, http_header_key: 'Content-Type', http_header_value: 'text/plain' },
      ],
      payload_template: '{}',
      low_alert: false,
      med_alert: true,
      high_alert: true,
      cleared_alert: true,
      ...(this.variant === 'B' ? { payload_type: 'ALERT' } : {}),
      ...members,
    });
    return id === null ? fields : `{"id":${id},${fields.slice(1)}`;
  }
}
