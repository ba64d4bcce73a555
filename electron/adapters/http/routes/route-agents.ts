import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import type { Route } from '#core/ports.ts';
import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../../clock/clock.ts';
import { ExchangeFailure } from '../errors/exchange-failure.ts';
import type { ReadCredentials } from '../tls/credentials.ts';
import { Connector, dial, type RouteSettings } from './connector.ts';
import { isLoopback } from './no-proxy.ts';
import {
  type AskSystemProxy,
  type Environment,
  namesProxy,
  type ProxyAddress,
  proxyFor,
  proxyOfPac,
} from './proxy-address.ts';

const connectionsPerRoute = 10;

/** The connections of one route. */
export interface RouteAgent {
  readonly agent: Agent;
  readonly connector: Connector;
}

/** An agent, the number of requests that use it, and the timer that closes it when idle. */
interface AgentEntry extends RouteAgent {
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface RouteAgentsOptions {
  readonly environment: Environment;
  /** `null` where only the environment names a proxy. */
  readonly askSystemProxy: AskSystemProxy | null;
  readonly readCredentials: ReadCredentials;
  readonly idleMilliseconds: number;
}

/** One agent per route: no connection is shared across trust settings, client certificates or proxies. */
export class RouteAgents {
  readonly #options: RouteAgentsOptions;
  readonly #entries = new Map<string, AgentEntry>();
  #closed = false;

  constructor(options: RouteAgentsOptions) {
    this.#options = options;
  }

  get environment(): Environment {
    return this.#options.environment;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Runs work with the agent of the route, which stays open until the work ends. */
  async use<Result>(
    url: URL,
    route: Route,
    work: (agent: RouteAgent) => Promise<Result>,
  ): Promise<Result> {
    const { trust, clientCertificate, limits } = route;
    const { connectMilliseconds } = limits;
    const { environment, askSystemProxy } = this.#options;
    const asksSystem =
      route.proxy.kind === 'system' && !namesProxy(environment) && !isLoopback(url);
    const proxy =
      asksSystem && askSystemProxy !== null
        ? await systemProxy(askSystemProxy, url, connectMilliseconds)
        : proxyFor(route.proxy, url, environment);
    const settings: RouteSettings = { trust, clientCertificate, proxy, connectMilliseconds };
    const key = keyOf(settings);
    const entry = this.#entries.get(key) ?? this.#create(key, settings);
    entry.users += 1;
    clearTimeout(entry.idle);
    try {
      return await work(entry);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#closeWhenIdle(key, entry);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#entries.keys()].map((key) => this.#end(key)));
  }

  #create(key: string, settings: RouteSettings): AgentEntry {
    const connector = new Connector(settings, dial, this.#options.readCredentials);
    const agent = new Agent({
      allowH2: false,
      pipelining: 1,
      connections: connectionsPerRoute,
      // `Answer` and `exchange` have their own timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connector.connect,
    });
    const entry: AgentEntry = { agent, connector, users: 0, idle: undefined };
    this.#entries.set(key, entry);
    // A closed agent rejects new requests.
    if (this.#closed) void this.#end(key);
    return entry;
  }

  #closeWhenIdle(key: string, entry: AgentEntry): void {
    entry.idle = setTimeout(() => void this.#end(key), this.#options.idleMilliseconds);
    entry.idle.unref();
  }

  async #end(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    clearTimeout(entry.idle);
    entry.connector.close();
    await entry.agent.destroy();
  }
}

/** Asks only for the origin: a path or query may be secret. */
async function systemProxy(
  ask: AskSystemProxy,
  { origin }: URL,
  limit: number,
): Promise<ProxyAddress | null> {
  const result = await withTimeout(systemClock, ask(origin), limit);
  if (result === timedOut) throw new ExchangeFailure('timeout-system-proxy', 'connecting');
  return proxyOfPac(result);
}

/** Hashed, so that the map does not store the route's secrets. */
const keyOf = (settings: RouteSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64');

/** The secrets of a route that no problem may contain: proxy passwords, and lines of the client's key. */
export function secretsOfRoute(route: Route, url: URL, environment: Environment): string[] {
  const { clientCertificate } = route;
  return [
    ...passwordsOf(route, url, environment),
    ...(clientCertificate === null ? [] : linesOfKey(clientCertificate.key)),
  ];
}

function passwordsOf(route: Route, url: URL, environment: Environment): string[] {
  try {
    const credentials = proxyFor(route.proxy, url, environment)?.credentials ?? null;
    return credentials === null ? [] : [credentials.password];
  } catch (error) {
    // An unusable proxy address is reported when connecting.
    if (error instanceof ExchangeFailure) return [];
    throw error;
  }
}

/** Each line alone, because a response may quote one. */
const linesOfKey = (pem: string): string[] =>
  pem
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('-----'));
