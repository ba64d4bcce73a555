import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { inParts } from '#domain/in-parts.ts';
import { ProblemError } from '#domain/problem.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { addressable, type ListedWebhook } from '#domain/webhook/listed.ts';
import { SegmentBuilder } from '#domain/webhook/segment/segment-builder.ts';
import type { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Clock, Ports, ReadOptions, Target, WebhookList, WebhookWrite } from '../ports.ts';
import { isUnauthorized, retryOnceAfter401, type TokenNeed } from './retry-once-after-401.ts';
import type { Sessions } from './sessions.ts';
import type { Snapshots } from './snapshots.ts';
import { untilAborted } from './until-aborted.ts';

interface Needs {
  readonly ports: Pick<Ports, 'webhooks' | 'clock'>;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
}

export interface InstallationList extends WebhookList {
  readonly readAt: Date;
}

interface ListOptions extends ReadOptions {
  /** Runs before the snapshot is updated, to note Hookdesk's own writes first. */
  readonly beforeSnapshot?: (list: WebhookList) => Promise<void> | void;
}

export class Installations {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** `waitForSignIn`: reads wait for a new auth token. `letInAgain`: `true` repeats a read after a 401. */
  async open(
    connectionId: string,
    { waitForSignIn = true, letInAgain = () => Promise.resolve(false), signal }: OpenOptions = {},
  ): Promise<InstallationClient> {
    const { connections } = this.#needs;
    const connection = connections.find(connectionId);
    const target = await untilAborted(connections.target(connectionId), signal);
    return new InstallationClient(this.#needs, { connection, target, waitForSignIn, letInAgain });
  }

  isLockedOut(connectionId: string): boolean {
    return this.#needs.sessions.isLockedOut(connectionId);
  }

  /** @returns `false` when the signal aborted */
  waitUntilLetIn(connectionId: string, signal: AbortSignal): Promise<boolean> {
    return this.#needs.sessions.waitUntilLetIn(connectionId, signal);
  }

  /** The request of a write with a masked auth token. Reads no secret. */
  async describe(connectionId: string, write: WebhookWrite): Promise<OutboundRequest> {
    const { connections, ports } = this.#needs;
    const { authentication } = connections.find(connectionId);
    const address = await connections.place(connectionId);
    const authToken = authentication.kind === 'none' ? null : '•';
    return ports.webhooks.describe({ ...address, authToken }, write);
  }
}

interface OpenOptions {
  readonly waitForSignIn?: boolean;
  readonly letInAgain?: () => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

interface ClientOptions {
  readonly connection: Connection;
  readonly target: Target;
  readonly waitForSignIn: boolean;
  readonly letInAgain: () => Promise<boolean>;
}

export class InstallationClient {
  readonly connection: Connection;
  readonly target: Target;
  readonly #needs: Needs;
  readonly #waitForSignIn: boolean;
  readonly #letInAgain: () => Promise<boolean>;

  constructor(needs: Needs, { connection, target, waitForSignIn, letInAgain }: ClientOptions) {
    this.connection = connection;
    this.target = target;
    this.#needs = needs;
    this.#waitForSignIn = waitForSignIn;
    this.#letInAgain = letInAgain;
  }

  async list({ beforeSnapshot, ...options }: ListOptions = {}): Promise<InstallationList> {
    const { ports, snapshots } = this.#needs;
    const since = snapshots.beginReading();
    const list = await this.#read(options, (target) => ports.webhooks.list(target, options));
    await beforeSnapshot?.(list);
    const { webhooks } = list;
    const segment = await packWebhooks(webhooks, ports.clock);
    const readAt = ports.clock.now();
    snapshots.replaceList(this.connection.id, readAt, segment, { since });
    return { webhooks, readAt };
  }

  async read(id: number, options: ReadOptions = {}): Promise<{ webhook: Webhook; readAt: Date }> {
    const { ports, snapshots } = this.#needs;
    this.#requireAddressable(id);
    const webhook = await this.#read(options, (target) => ports.webhooks.read(target, id, options));
    const readAt = ports.clock.now();
    snapshots.recordRead(this.connection.id, id, webhook, readAt);
    return { webhook, readAt };
  }

  /** Returns `null` only when the list lacks the webhook: a wrong API root gives 404 too. */
  async find(id: number, options: ReadOptions = {}): Promise<Webhook | null> {
    try {
      return (await this.read(id, options)).webhook;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const { webhooks } = await this.list(options);
    this.#requireAddressable(id);
    return addressable(webhooks).find((webhook) => webhook.id === id) ?? null;
  }

  #requireAddressable(id: number): void {
    const defect = this.#needs.snapshots.get(this.connection.id)?.idDefects.get(id);
    if (defect !== undefined) throw new ProblemError(unaddressableProblem(defect));
  }

  async readBack(id: number): Promise<Webhook> {
    const { webhooks } = this.#needs.ports;
    const webhook = await this.#read({}, (target) => webhooks.read(target, id, {}));
    this.noteWritten(id, webhook);
    return webhook;
  }

  noteWritten(id: number, webhook: Webhook | null): void {
    this.#needs.snapshots.recordWrite(this.connection.id, id, webhook);
  }

  send(write: WebhookWrite): Promise<void> {
    const { webhooks } = this.#needs.ports;
    return this.#inSession({ waitForSignIn: false }, (target) => webhooks.send(target, write));
  }

  describe(write: WebhookWrite): OutboundRequest {
    return this.#needs.ports.webhooks.describe(this.target, write);
  }

  async #read<Result>(
    { signal }: ReadOptions,
    request: (target: Target) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await this.#inSession({ signal, waitForSignIn: this.#waitForSignIn }, request);
      } catch (error) {
        if (!isUnauthorized(error) || !(await this.#letInAgain())) throw error;
      }
    }
  }

  #inSession<Result>(
    need: TokenNeed,
    request: (target: Target) => Promise<Result>,
  ): Promise<Result> {
    const { target } = this;
    return retryOnceAfter401(
      () => this.#needs.sessions.of(this.connection.id, target),
      need,
      (authToken) => request(authToken === null ? target : { ...target, authToken }),
    );
  }
}

/** True for a missing webhook and for a wrong API root. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'not-found';

const webhooksAtOnce = 500;

/** In turns, so that a long list does not block the host. */
async function packWebhooks(
  webhooks: readonly ListedWebhook[],
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<WebhookSegment> {
  const builder = new SegmentBuilder();
  for (const part of inParts(webhooks, webhooksAtOnce)) {
    for (const webhook of part) builder.add(webhook);
    await clock.yieldToEventLoop();
  }
  return builder.finish();
}
