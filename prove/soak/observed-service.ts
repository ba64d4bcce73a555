import type { Fault } from '../../service/faults/fault.ts';
import type { ReceivedRequest } from '../../service/http/recorder.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { serveFront, type ServiceFront } from '#test-support/service-front.ts';
import { setFaults } from '../../service/testing/set-faults.ts';
import type { VariantId } from '#domain/webhook/variant.ts';

/** The auth token of the soak's services. */
export const authToken = 'soak-auth-token';

/** A request to change something, as the service received it. */
export interface ReceivedWrite {
  readonly method: string;
  /** Path without the origin. */
  readonly path: string;
  readonly body: string;
  readonly at: Date;
  /** When the service stored the change; `null` if it did not. */
  appliedAt: Date | null;
}

/** Faults on a fifth of the requests, of all kinds that a person can recover from. */
const faults: readonly (Pick<Fault, 'kind' | 'share'> & Partial<Fault>)[] = [
  { kind: 'latency', share: 0.05, milliseconds: 120 },
  { kind: 'reset-after', share: 0.04 },
  { kind: 'truncated', share: 0.03 },
  { kind: 'reset-before', share: 0.03 },
  { kind: '500', share: 0.02 },
  { kind: '503', share: 0.02 },
  { kind: 'hang', share: 0.01 },
  { kind: 'html', share: 0.01 },
  { kind: 'wrong-shape', share: 0.01, only: 'reads' },
];

/** An installation that records requested and applied changes. */
export class ObservedService {
  readonly variant: VariantId;
  readonly #service: RunningService;
  readonly #front: ServiceFront | null;
  readonly #writes: ReceivedWrite[];

  private constructor(
    variant: VariantId,
    service: RunningService,
    front: ServiceFront | null,
    writes: ReceivedWrite[],
  ) {
    this.variant = variant;
    this.#service = service;
    this.#front = front;
    this.#writes = writes;
  }

  /**
   * @param onFailure gets the error behind an unplanned status 500
   * @param normalises stores the names of new webhooks trimmed and in lower case
   */
  static async start(
    variant: VariantId,
    onFailure: (error: unknown) => void,
    normalises = false,
  ): Promise<ObservedService> {
    const writes: ReceivedWrite[] = [];
    const sentAs = new Map<string, string>();
    const byRequest = new Map<ReceivedRequest, ReceivedWrite>();
    const service = await startService({
      variant,
      authToken,
      seed: 12,
      practice: { deliversTo: 'loopback' },
      onRequest: (request) => {
        const { method, path, body } = request;
        if (method === 'GET' || path.startsWith('/practice')) return;
        const sent = sentAs.get(body) ?? body;
        const write: ReceivedWrite = { method, path, body: sent, at: new Date(), appliedAt: null };
        writes.push(write);
        byRequest.set(request, write);
      },
      onApplied: (request) => {
        const write = byRequest.get(request);
        if (write !== undefined) write.appliedAt = new Date();
      },
      onFailure,
    });
    if (!normalises) return new ObservedService(variant, service, null, writes);
    const front = await serveFront(service.url);
    front.onWrite = ({ method, body }) => {
      if (method !== 'POST') return {};
      const stored = body.replace(/"New soak-(\d+) "/, '"new soak-$1"');
      sentAs.set(stored, body);
      return { body: stored };
    };
    return new ObservedService(variant, service, front, writes);
  }

  get baseUrl(): string {
    return this.#front?.url ?? this.#service.url;
  }

  get apiRoot(): string {
    return this.#service.root;
  }

  /** In the order of arrival. */
  get writes(): readonly ReceivedWrite[] {
    return this.#writes;
  }

  /** @param seed the same seed and requests have the same faults */
  fail(seed: number): Promise<void> {
    return setFaults({ url: this.#service.url, authToken }, { faults, seed });
  }

  /** Removes all faults. */
  recover(): Promise<void> {
    return setFaults({ url: this.#service.url, authToken }, { faults: [] });
  }

  async close(): Promise<void> {
    await this.#front?.close();
    await this.#service.close();
  }
}
