import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import { unaddressableProblem } from '#domain/publishing/problems.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, ReadOptions, Target, WebhookList } from '../ports.ts';
import type { TokenNeed } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Snapshots } from './snapshots.ts';
import { unlessCancelled } from './unless-cancelled.ts';
import { describeWrite, sendWrite, type WebhookWrite } from './webhook-write.ts';

interface Needs {
  readonly ports: Pick<Ports, 'webhooks' | 'clock'>;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
}

/** A list, and when it was there. */
export interface InstallationList extends WebhookList {
  readonly readAt: Date;
}

interface ListOptions extends ReadOptions {
  /** Called with the list before the snapshot takes it: what Hookdesk wrote is noted first. */
  readonly beforeSnapshot?: (list: WebhookList) => Promise<void> | void;
}

/** Opens clients for saved connections. */
export class Installations {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * @param options `waitForSignIn`: whether a read waits until a person has entered a new auth token.
   * Work on several installations does not wait. `letInAgain`: what a read that was not let in waits for;
   * it is sent again when that is `true`.
   * @throws ProblemError `aborted`, `no-such-connection`, or why the connection's secrets cannot be read
   */
  async open(
    connectionId: string,
    { waitForSignIn = true, letInAgain = () => Promise.resolve(false), signal }: OpenOptions = {},
  ): Promise<InstallationClient> {
    const { connections } = this.#needs;
    const connection = connections.find(connectionId);
    const target = await unlessCancelled(connections.target(connectionId), signal);
    return new InstallationClient(this.#needs, { connection, target, waitForSignIn, letInAgain });
  }

  /** Whether requests need something that only a person can enter. */
  isLockedOut(connectionId: string): boolean {
    return this.#needs.sessions.isLockedOut(connectionId);
  }

  /** Waits until requests are let in again. @returns `false` when the signal ended that */
  waitUntilLetIn(connectionId: string, signal: AbortSignal): Promise<boolean> {
    return this.#needs.sessions.waitUntilLetIn(connectionId, signal);
  }

  /** The exact request of a write, with a mask for the auth token. Reads no secret. */
  async describe(connectionId: string, write: WebhookWrite): Promise<OutboundRequest> {
    const { connections, ports } = this.#needs;
    const { authentication } = connections.find(connectionId);
    const address = await connections.place(connectionId);
    const authToken = authentication.kind === 'none' ? null : '•';
    return describeWrite(ports.webhooks, { ...address, authToken }, write);
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

/**
 * The REST operations of one installation. Each request takes the auth token that the session has at
 * that moment; after a 401 it is sent once more with the next token, which holds for writes as well:
 * nothing of a refused request was applied. What is read goes into the installation's snapshot.
 */
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
    const since = snapshots.begin();
    const list = await this.#read(options, (target) => ports.webhooks.list(target, options));
    await beforeSnapshot?.(list);
    const { webhooks } = list;
    const readAt = ports.clock.now();
    snapshots.keep(this.connection.id, readAt, webhooks, { since });
    return { webhooks, readAt };
  }

  /** @throws ProblemError `not-found`; `refused` when the id identifies no webhook of the last list */
  async read(id: number, options: ReadOptions = {}): Promise<{ webhook: Webhook; readAt: Date }> {
    const { ports, snapshots } = this.#needs;
    this.#requireAddressable(id);
    const webhook = await this.#read(options, (target) => ports.webhooks.read(target, id, options));
    const readAt = ports.clock.now();
    snapshots.saw(this.connection.id, id, webhook, readAt);
    return { webhook, readAt };
  }

  /**
   * The webhook; `null` when it is gone. A wrong API root is not found either, so a webhook counts as
   * gone only when the list can be read and lacks it.
   *
   * @throws ProblemError `refused` when the id identifies no webhook of the list
   */
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

  /**
   * Reads a webhook that this Hookdesk has just written.
   *
   * @throws ProblemError `not-found`
   */
  async readBack(id: number): Promise<Webhook> {
    const { webhooks } = this.#needs.ports;
    const webhook = await this.#read({}, (target) => webhooks.read(target, id, {}));
    this.noteWritten(id, webhook);
    return webhook;
  }

  /** A webhook as this Hookdesk has written it; `null` when it has deleted it. */
  noteWritten(id: number, webhook: Webhook | null): void {
    this.#needs.snapshots.note(this.connection.id, id, webhook);
  }

  /** Sends a write. */
  send(write: WebhookWrite): Promise<void> {
    const { webhooks } = this.#needs.ports;
    return this.#inSession({ waitForSignIn: false }, (target) =>
      sendWrite(webhooks, target, write),
    );
  }

  describe(write: WebhookWrite): OutboundRequest {
    return describeWrite(this.#needs.ports.webhooks, this.target, write);
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

  async #inSession<Result>(
    need: TokenNeed,
    request: (target: Target) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      // A password that was entered meanwhile makes another session.
      const session = this.#needs.sessions.of(this.connection.id, this.target);
      if (session === null) return request(this.target);
      const authToken = await session.authToken(need);
      try {
        const result = await request({ ...this.target, authToken });
        session.accepted(authToken);
        return result;
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        const refused = session.refused(authToken, error.problem);
        if (attempt === 2) throw new ProblemError(refused);
      }
    }
  }
}

const isUnauthorized = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.code === 'unauthorized';

/** Whether an installation answered that it has no such webhook, or no such address. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'not-found';
