import type { OutboundRequest } from '#contract/publishing.ts';
import { type Connection, reachesSameWebhooks } from '#domain/installation/connection.ts';
import { inParts } from '#domain/in-parts.ts';
import { ProblemError } from '#domain/problem.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { addressable, type ListedWebhook } from '#domain/webhook/listed.ts';
import { SegmentBuilder } from '#domain/webhook/segment/segment-builder.ts';
import type { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Clock, Ports, ReadOptions, Target, WebhookList, WebhookWrite } from '../ports.ts';
import { isUnauthorized, retryOnceAfter401 } from '../sessions/retry-once-after-401.ts';
import type { TokenNeed } from '../sessions/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Snapshots } from './snapshots.ts';
import { untilAborted } from '../until-aborted.ts';

interface ClientContext {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
}

/** All webhooks of an installation at the end of reading them. */
export interface InstallationList extends WebhookList {
  readonly readAt: Date;
}

interface ListOptions extends ReadOptions {
  /** Whether the time of an unchanged list is written to the disk, as by default. */
  readonly storesTime?: boolean;
  /** Runs before the snapshot is updated, to note Hookdesk's own writes first. */
  readonly beforeSnapshot?: (list: WebhookList) => Promise<void> | void;
}

/** Opens the client of an installation. */
export class Installations {
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** `waitForSignIn`: reads wait for a new auth token. `signedInAgain`: `true` repeats a read after a 401. */
  async open(
    connectionId: string,
    {
      waitForSignIn = true,
      signedInAgain = () => Promise.resolve(false),
      signal,
    }: OpenOptions = {},
  ): Promise<InstallationClient> {
    const { connections } = this.#context;
    const connection = connections.find(connectionId);
    const target = await untilAborted(connections.target(connectionId), signal);
    return new InstallationClient(this.#context, {
      connection,
      target,
      waitForSignIn,
      signedInAgain,
    });
  }

  /** Whether a person must enter an auth token or a password; `Sessions` decides. */
  isSignInNeeded(connectionId: string): boolean {
    return this.#context.sessions.isSignInNeeded(connectionId);
  }

  /** @returns `false` when the signal aborted */
  waitUntilSignedIn(connectionId: string, signal: AbortSignal): Promise<boolean> {
    return this.#context.sessions.waitUntilSignedIn(connectionId, signal);
  }

  /** The request of a write with a masked auth token. Reads no secret. */
  async describe(connectionId: string, write: WebhookWrite): Promise<OutboundRequest> {
    const { connections, ports } = this.#context;
    const { authentication } = connections.find(connectionId);
    const address = await connections.place(connectionId);
    const authToken = authentication.kind === 'none' ? null : '•';
    return ports.webhooks.describe({ ...address, authToken }, write);
  }
}

interface OpenOptions {
  readonly waitForSignIn?: boolean;
  readonly signedInAgain?: () => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

interface ClientOptions {
  readonly connection: Connection;
  readonly target: Target;
  readonly waitForSignIn: boolean;
  readonly signedInAgain: () => Promise<boolean>;
}

/** All requests to one installation: token, 401, snapshot. */
export class InstallationClient {
  readonly connection: Connection;
  readonly target: Target;
  readonly #context: ClientContext;
  readonly #waitForSignIn: boolean;
  readonly #signedInAgain: () => Promise<boolean>;

  constructor(
    context: ClientContext,
    { connection, target, waitForSignIn, signedInAgain }: ClientOptions,
  ) {
    this.connection = connection;
    this.target = target;
    this.#context = context;
    this.#waitForSignIn = waitForSignIn;
    this.#signedInAgain = signedInAgain;
  }

  async list({
    beforeSnapshot,
    storesTime = true,
    ...options
  }: ListOptions = {}): Promise<InstallationList> {
    const { ports, snapshots } = this.#context;
    const since = snapshots.beginReading();
    const list = await this.#read(options, (target) => ports.webhooks.list(target, options));
    await beforeSnapshot?.(list);
    const { webhooks } = list;
    const segment = await packWebhooks(webhooks, ports.clock);
    const readAt = ports.clock.now();
    if (this.#isCurrent)
      snapshots.replaceList(this.connection.id, readAt, segment, { since, storesTime });
    return { webhooks, readAt };
  }

  async read(id: number, options: ReadOptions = {}): Promise<{ webhook: Webhook; readAt: Date }> {
    const { ports } = this.#context;
    this.#requireAddressable(id);
    const webhook = await this.#read(options, (target) => ports.webhooks.read(target, id, options));
    const readAt = ports.clock.now();
    this.#noteRead(webhook, readAt);
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
    const defect = this.#context.snapshots.get(this.connection.id)?.idDefects.get(id);
    if (defect !== undefined) throw new ProblemError(unaddressableProblem(defect));
  }

  /**
   * Reads a webhook after Hookdesk wrote it.
   * @param isOwn whether that write left the webhook so; otherwise, others changed it
   */
  async readBack(id: number, isOwn: (webhook: Webhook) => boolean): Promise<Webhook> {
    const { ports } = this.#context;
    const webhook = await this.#read({}, (target) => ports.webhooks.read(target, id, {}));
    if (isOwn(webhook)) this.noteWritten(id, webhook);
    else this.#noteRead(webhook, ports.clock.now());
    return webhook;
  }

  /** Records Hookdesk's own write, so that it is not marked as a remote change; `null` for a delete. */
  noteWritten(id: number, webhook: Webhook | null): void {
    if (this.#isCurrent) this.#context.snapshots.recordWrite(this.connection.id, id, webhook);
  }

  #noteRead(webhook: Webhook, readAt: Date): void {
    if (this.#isCurrent)
      this.#context.snapshots.recordRead(this.connection.id, webhook.id, webhook, readAt);
  }

  /** Whether the settings still lead to the webhooks of this client: the last list has those only. */
  get #isCurrent(): boolean {
    const saved = this.#context.connections.saved();
    const current = saved.find(({ id }) => id === this.connection.id);
    return current !== undefined && reachesSameWebhooks(this.connection, current);
  }

  /** @throws ProblemError `read-only`: reading before it may have waited long for a sign-in */
  async send(write: WebhookWrite): Promise<void> {
    const { connections, ports } = this.#context;
    const { webhooks } = ports;
    connections.findWritable(this.connection.id);
    await this.#inSession({ waitForSignIn: false }, (target) => webhooks.send(target, write));
  }

  describe(write: WebhookWrite): OutboundRequest {
    return this.#context.ports.webhooks.describe(this.target, write);
  }

  async #read<Result>(
    { signal }: ReadOptions,
    request: (target: Target) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await this.#inSession({ signal, waitForSignIn: this.#waitForSignIn }, request);
      } catch (error) {
        if (!isUnauthorized(error) || !(await this.#signedInAgain())) throw error;
      }
    }
  }

  #inSession<Result>(
    need: TokenNeed,
    request: (target: Target) => Promise<Result>,
  ): Promise<Result> {
    const { target } = this;
    return retryOnceAfter401(
      () => this.#context.sessions.of(this.connection.id, target),
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
