import { expect } from 'vitest';
import type { z } from 'zod';
import { Delivery, Raised } from '../practice/practice-bodies.ts';
import { type RunningService, startService } from './start-tested.ts';
import type { StorageLocation } from '../store/open-storage.ts';
import type { CreateBody, Variant } from '../webhooks/body-types.ts';
import type { PracticeOptions } from '../practice/practice-routes.ts';

/** A service with practice routes, and the HTTP requests of its tests. */
export class Practising {
  readonly service: RunningService;
  constructor(service: RunningService) {
    this.service = service;
  }

  static async start(
    variant: Variant = 'B',
    practice: Partial<PracticeOptions> = {},
    location: StorageLocation = {},
    onFailure?: (error: unknown) => void,
  ): Promise<Practising> {
    const options: PracticeOptions = { deliversTo: 'loopback', firstPause: 1, ...practice };
    const service = await startService({
      ...location,
      variant,
      authToken: null,
      practice: options,
      onFailure,
    });
    return new Practising(service);
  }

  async create(body: Partial<CreateBody>): Promise<void> {
    const { url, root } = this.service;
    await this.#send('POST', `${url}${root}/webhook/`, { name: 'n', url: 'http://x/', ...body });
  }

  async raise(
    what: 'alerts' | 'jobs',
    body: Readonly<Record<string, unknown>>,
  ): Promise<z.infer<typeof Raised>> {
    return Raised.parse(JSON.parse(await this.post(what, body)));
  }

  post(what: string, body: unknown): Promise<string> {
    return this.#send('POST', `${this.service.url}/practice/${what}`, body);
  }

  async get(what: string): Promise<unknown> {
    return JSON.parse(await this.#send('GET', `${this.service.url}/practice/${what}`));
  }

  async delivery(id: number): Promise<Delivery> {
    return Delivery.parse(await this.get(`deliveries/${id}`));
  }

  /** Waits until the delivery is delivered or failed. */
  async finished(id: number): Promise<Delivery> {
    await expect
      .poll(async () => (await this.delivery(id)).state, { timeout: 10_000, interval: 10 })
      .toMatch(/^(delivered|failed)$/);
    return this.delivery(id);
  }

  /** Raises an alert for the only webhook and waits until its delivery is finished. */
  async deliverOne(body: Readonly<Record<string, unknown>> = { state: 'HIGH' }): Promise<Delivery> {
    const { deliveries } = await this.raise('alerts', body);
    const [first] = deliveries;
    if (first === undefined) throw new Error('Nothing is delivered');
    return this.finished(first.id);
  }

  async #send(method: string, url: string, body?: unknown): Promise<string> {
    const answer = await fetch(url, {
      method,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    expect([200, 202, 204], text).toContain(answer.status);
    return text;
  }
}
