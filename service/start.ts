import type { FastifyBaseLogger } from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type AppOptions, createApp } from './http/app.ts';
import type { Fault } from './faults/fault.ts';
import { FaultSchedule } from './faults/fault-schedule.ts';
import { fixedToken, noAuthentication } from './http/authentication.ts';
import { Refusal } from './http/refusals.ts';
import { releases } from './openapi/openapi-document.ts';
import { createPractice, type PracticeOptions } from './practice/practice-routes.ts';
import { differingInstallations, type DifferingName } from './seeds/differing-installations.ts';
import { seedWebhooks } from './seeds/seed-webhooks.ts';
import { createSignIn, type SignInOptions } from './sign-in/sign-in.ts';
import { openStorage, type StorageLocation } from './store/open-storage.ts';
import { StorageRefused } from './store/storage.ts';
import { UsersFileRefused } from './users/users-file.ts';

export interface ServiceOptions extends AppOptions, StorageLocation {
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default: 0, a free port. */
  readonly port?: number | undefined;
  /** The API root, such as `/api/v6`; empty, or with a leading and no trailing slash. */
  readonly root?: string | undefined;
  /** Required value of X-Auth-Token; `null` accepts all requests. */
  readonly authToken: string | null;
  /** Users who sign in; `authToken` is then ignored. */
  readonly signIn?: SignInOptions | undefined;
  /** Faults that are active from the start. */
  readonly faults?: readonly Fault[] | undefined;
  /** Alerts and faults below `/practice/`; off if omitted. */
  readonly practice?: PracticeOptions | undefined;
  /** How long `close` goes on to accept requests, in milliseconds; default: 0. */
  readonly drain?: number | undefined;
  /** Number of realistic webhooks to create in an empty store. */
  readonly seed?: number | undefined;
  /** One of three installations that differ; its webhooks are created in an empty store. */
  readonly sample?: DifferingName | undefined;
}

export interface RunningService {
  /** Origin, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly root: string;
  /**
   * Answers `/ready` with 503 for the drain time, stops listening, waits at most as long again, or a
   * second, for requests in flight, and closes the store.
   */
  readonly close: () => Promise<void>;
}

/** How long `close` waits at least for requests in flight, in milliseconds. */
const closeTimeout = 1_000;

/**
 * Starts the service; resolves when it listens.
 * @throws StorageRefused or Refusal 503 as `openStorage`; UsersFileRefused if the users file cannot
 * be used; the error of `listen` (with its `code`, such as EADDRINUSE). See `explainStart`.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { variant, host = '127.0.0.1', port = 0, root = releases[variant].root } = options;
  const storage = await openStorage(variant, options);
  const { webhooks } = storage;
  try {
    if (options.sample !== undefined) {
      await webhooks.fill(differingInstallations[options.sample].webhooks);
    }
    if (options.seed !== undefined) await webhooks.fill(seedWebhooks(variant, options.seed));
    const { authToken, signIn, onFailure = () => undefined } = options;
    let isDraining = false;
    let log: FastifyBaseLogger | null = null;
    const report = (error: unknown): void => {
      log?.error(error);
      onFailure(error);
    };
    const faults = new FaultSchedule();
    faults.set(options.faults ?? []);
    const practice =
      options.practice === undefined
        ? undefined
        : await createPractice(options.practice, { variant, storage, faults, onFailure: report });
    const app = createApp({
      ...options,
      variant,
      root,
      store: webhooks,
      health: { check: () => storage.check(), isDraining: () => isDraining },
      authentication: authToken === null ? noAuthentication : fixedToken(authToken),
      signIn: signIn === undefined ? undefined : createSignIn(signIn, onFailure, storage.signIns),
      faults,
      onFailure,
      extend: practice,
    });
    log = app.log;
    await app.listen({ host, port });
    const close = async (): Promise<void> => {
      isDraining = true;
      if (options.drain !== undefined) await wait(options.drain);
      const timer = setTimeout(
        () => {
          app.server.closeAllConnections();
        },
        Math.max(closeTimeout, options.drain ?? 0),
      );
      await app.close();
      clearTimeout(timer);
      await storage.close();
    };
    let closed: Promise<void> | null = null;
    return {
      url: originOf(host, app.server.address()),
      root,
      close: () => (closed ??= close()),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function originOf(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('No address to listen on');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

const databaseAway = 'The database cannot be reached. Check that it runs, and its address.';

/** Returns why the data cannot be used; `null` if the user cannot correct it. */
export function explainStorage(error: unknown): string | null {
  if (error instanceof StorageRefused) return error.message;
  return error instanceof Refusal ? databaseAway : null;
}

/** Returns the reason for a failed start; `null` if the user cannot correct it. */
export function explainStart(
  error: unknown,
  { host, port }: { host: string; port: number },
): string | null {
  const stored = explainStorage(error);
  if (stored !== null) return stored;
  if (error instanceof UsersFileRefused) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Select another port with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not permitted for this account. Select a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine. Select another address with --host.`;
    default:
      return null;
  }
}
