import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import type { Route } from '#core/ports.ts';
import { Connector, type Way } from './connector.ts';
import { type Environment, proxyFor } from './proxy-address.ts';

/** Connections to one origin that a route keeps at most. */
const mostConnections = 8;

/** The connections of one route, and the way to make them. */
export interface RouteAgent {
  readonly agent: Agent;
  readonly connector: Connector;
}

interface Held extends RouteAgent {
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface RouteAgentsOptions {
  readonly environment: Environment;
  /** How long connections stay after their last use, in milliseconds. */
  readonly idleMilliseconds: number;
}

/**
 * One agent for each distinct route, so that no connection that was made by one trust, certificate or
 * proxy ever carries a request of another. An agent that nobody uses any more is closed.
 */
export class RouteAgents {
  readonly #options: RouteAgentsOptions;
  readonly #held = new Map<string, Held>();
  #closed = false;

  constructor(options: RouteAgentsOptions) {
    this.#options = options;
  }

  /** Where the system's proxy is found. */
  get environment(): Environment {
    return this.#options.environment;
  }

  /** How many there are now. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Works with the connections of a route, as long as the work takes.
   *
   * @throws ExchangeFailure where the address of the proxy is none
   */
  async use<Result>(
    url: URL,
    route: Route,
    work: (agent: RouteAgent) => Promise<Result>,
  ): Promise<Result> {
    const { trust, clientCertificate, limits } = route;
    const proxy = proxyFor(route.proxy, url, this.#options.environment);
    const { connectMilliseconds } = limits;
    const way: Way = { trust, clientCertificate, proxy, connectMilliseconds };
    const key = keyOf(way);
    const held = this.#held.get(key) ?? this.#make(key, way);
    held.users += 1;
    clearTimeout(held.idle);
    try {
      return await work(held);
    } finally {
      held.users -= 1;
      if (held.users === 0) this.#closeWhenIdle(key, held);
    }
  }

  /** Ends what is under way and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#held.keys()].map((key) => this.#end(key)));
  }

  #make(key: string, way: Way): Held {
    const connector = new Connector(way);
    const agent = new Agent({
      allowH2: false,
      pipelining: 1,
      connections: mostConnections,
      // Each exchange has its own clocks, which end on time.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connector.connect,
    });
    const held: Held = { agent, connector, users: 0, idle: undefined };
    this.#held.set(key, held);
    // What is asked for afterwards is told that it is too late, by the agent itself.
    if (this.#closed) void this.#end(key);
    return held;
  }

  #closeWhenIdle(key: string, held: Held): void {
    held.idle = setTimeout(() => void this.#end(key), this.#options.idleMilliseconds);
    held.idle.unref();
  }

  async #end(key: string): Promise<void> {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    clearTimeout(held.idle);
    held.connector.close();
    await held.agent.destroy();
  }
}

/** Tells routes apart without keeping their secrets in one more place. */
const keyOf = (way: Way): string =>
  createHash('sha256').update(JSON.stringify(way)).digest('base64');
