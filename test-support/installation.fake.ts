import type { CertificateFacts } from '#domain/installation/trust.ts';
import { plainProblem, type PlainProblemCode, ProblemError } from '#domain/problem.ts';
import { listedWebhooks, type ReadWebhook } from '#domain/webhook/listed.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { applyHeaderChangeSet } from './apply-header-change-set.ts';
import {
  definitionOf,
  type Header,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import type { ReadOptions, Target, WebhookService, WebhookWrite } from '#core/ports.ts';

type Operation = 'list' | 'read' | WebhookWrite['action'];

/**
 * An installation in memory that can fail before or after it applies a request, for example by a
 * lost connection. For failures that the real service does not produce on demand.
 */
export class FakeInstallation implements WebhookService {
  webhooks: Webhook[] = [];
  /** Webhooks without an id; the list has them last. */
  withoutId: ReadWebhook[] = [];
  /** All requested operations, in order, with their target. */
  readonly asked: { operation: Operation; target: Target; write?: WebhookWrite }[] = [];
  /** Runs before an operation is applied. */
  before: (operation: Operation, nth: number) => void | Promise<void> = () => undefined;
  /** Runs after an operation is applied, before the response. */
  after: (operation: Operation, nth: number) => void | Promise<void> = () => undefined;
  #nextId = 100;

  get operations(): Operation[] {
    return this.asked.map(({ operation }) => operation);
  }

  async list(target: Target, { onProgress, onFirst }: ReadOptions) {
    return this.#answer('list', { target }, () => {
      onProgress?.({ bytes: 10, webhooks: this.webhooks.length });
      const webhooks = listedWebhooks([...this.webhooks.map(copyOf), ...this.withoutId]);
      onFirst?.(webhooks);
      return { webhooks };
    });
  }

  async read(target: Target, id: number) {
    return this.#answer('read', { target }, () => copyOf(this.#find(id)));
  }

  async send(target: Target, write: WebhookWrite) {
    await this.#answer(write.action, { target, write }, () => {
      this.#apply(write);
    });
  }

  describe({ baseUrl }: Target, write: WebhookWrite) {
    const body = write.action === 'delete' ? null : write.definition.name;
    return { method: methods[write.action], url: baseUrl, headers: [], body };
  }

  /** The stored webhook, with new ids. */
  stored(definition: WebhookDefinition): Webhook {
    return {
      ...definitionOf(definition),
      headers: this.#withIds(definition.headers),
      id: (this.#nextId += 1),
      unreported: [],
      unknown: {},
    };
  }

  #apply(write: WebhookWrite): void {
    switch (write.action) {
      case 'create':
        this.webhooks.push(this.stored(write.definition));
        return;
      case 'update': {
        const held = this.#find(write.live.id);
        const changes = headerChangeSet(write.live.headers, write.definition.headers);
        const headers = applyHeaderChangeSet(changes, held.headers);
        Object.assign(held, definitionOf(write.definition), { headers: this.#withIds(headers) });
        return;
      }
      case 'delete': {
        const held = this.#find(write.id);
        this.webhooks = this.webhooks.filter((webhook) => webhook !== held);
      }
    }
  }

  async #answer<T>(
    operation: Operation,
    how: { target: Target; write?: WebhookWrite },
    apply: () => T,
  ): Promise<T> {
    this.asked.push({ operation, ...how });
    const nth = this.operations.filter((each) => each === operation).length;
    await this.before(operation, nth);
    const result = apply();
    await this.after(operation, nth);
    return result;
  }

  #find(id: number): Webhook {
    const found = this.webhooks.find((webhook) => webhook.id === id);
    if (found === undefined) throw problem('not-found');
    return found;
  }

  #withIds(headers: readonly Header[]): Header[] {
    return headers.map((header) => ({ ...header, id: header.id ?? (this.#nextId += 1) }));
  }
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

const serverError = { status: 500, headers: [], body: '{"error": "It failed."}', truncated: false };

/** A problem of a plain code, or of an unknown certificate, as an adapter throws it. */
export function problem(code: PlainProblemCode | 'certificate-untrusted'): ProblemError {
  if (code !== 'certificate-untrusted') {
    const answer = code === 'server-failed' ? serverError : null;
    return new ProblemError(plainProblem(code, `It is ${code}.`, 'This is a test.', {}, answer));
  }
  const { message, advice } = problem('unreachable').problem;
  return new ProblemError({
    code,
    message,
    advice,
    facts: [],
    answer: null,
    certificate: certificateSample,
    doubts: ['unknown-issuer'],
  });
}

/** A certificate without a server. */
const certificateSample: CertificateFacts = {
  subject: 'monitor.example.com',
  names: ['monitor.example.com'],
  issuer: 'monitor.example.com',
  validFrom: '2030-01-01T00:00:00.000Z',
  validTo: '2031-01-01T00:00:00.000Z',
  algorithm: 'RSA, 2048 bits',
  spkiSha256: 'AAAA',
  fingerprint: '00:11',
};

/** A copy that shares no objects with the webhook. */
const copyOf = (webhook: Webhook): Webhook => ({ ...webhook, ...definitionOf(webhook) });
