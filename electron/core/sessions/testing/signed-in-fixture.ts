import type { z } from 'zod';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { Fault } from '../../../../service/faults/fault.ts';
import type { ReceivedRequest } from '../../../../service/http/recorder.ts';
import { type RunningService, startService } from '../../../../service/start.ts';
import { usersFile } from '../../../../service/testing/users.ts';
import { createTestCore } from '#test-support/test-core.ts';
import type { SecretsInput } from '#contract/connections.ts';
import type { Clock, WebhookService } from '../../ports.ts';
import type { InstallationClient } from '../../installations/client.ts';

export const password = 'canary-right';

type FaultGiven = z.input<typeof Fault>;

export interface SignedInOptions {
  readonly clock: Clock;
  /** Lifetime of auth tokens, in seconds. */
  readonly life?: number;
  /** Lead of the service's clock, in milliseconds. */
  readonly ahead?: number;
  readonly faults?: readonly FaultGiven[];
  readonly limits?: Partial<Limits>;
  /** Runs before each request is sent. */
  readonly beforeSending?: () => void;
}

/** The real service on a socket, with a user who signs in, and the sessions of a core. */
export async function openSignedIn(options: SignedInOptions) {
  const { clock, life = 1_200, ahead = 0, beforeSending = () => undefined } = options;
  const users = await usersFile({ anna: password });
  const requests: ReceivedRequest[] = [];
  const start = (port = 0, faults: readonly FaultGiven[] = []): Promise<RunningService> =>
    startService({
      variant: 'B',
      authToken: null,
      port,
      faults: faults.map((fault) => Fault.parse(fault)),
      seed: 3,
      signIn: {
        usersFile: users.file,
        tokenTtl: life,
        clock: { now: () => clock.now().getTime() + ahead },
      },
      onRequest: (request) => requests.push(request),
    });
  let service = await start(0, options.faults);
  const { url, root } = service;

  const http = createHttpServices({ environment: {}, limits: { retryPauses: [20, 20] } });
  const settings: ConnectionSettings = {
    ...blankConnection,
    name: 'acme',
    baseUrl: url,
    apiRoot: root,
    authentication: { kind: 'sign-in', username: 'anna' },
    limits: { ...defaultLimits, ...options.limits },
  };
  const sending: WebhookService = {
    ...http.webhooks,
    list: (target, how) => {
      beforeSending();
      return http.webhooks.list(target, how);
    },
    send: (target, write) => {
      beforeSending();
      return http.webhooks.send(target, write);
    },
  };
  const { signIn } = http;
  const core = createTestCore({ clock, signIn, webhooks: sending });
  const { connections, sessions, installations } = core;

  return {
    url,
    settings,
    connections,
    sessions,
    /** Saves a connection, and opens its client. */
    connect: async (
      how: { readonly settings?: ConnectionSettings; readonly secrets?: SecretsInput } = {},
    ): Promise<InstallationClient> => {
      const { id } = await connections.add(how.settings ?? settings, how.secrets ?? { password });
      sessions.followConnection(id, 'entered');
      return installations.open(id);
    },
    read: async (client: InstallationClient): Promise<number> =>
      (await client.list()).webhooks.length,
    /** Number of sign-in requests that the service received. */
    signIns: () => requests.filter(isSignIn).length,
    /** The distinct auth tokens of all requests. */
    tokens: () => [...new Set(requests.flatMap(({ headers }) => headers['x-auth-token'] ?? []))],
    requests,
    /** Whether the service still accepts an auth token. */
    lets: async (authToken: string): Promise<boolean> =>
      (await fetch(`${url}${root}/webhook/`, { headers: { 'X-Auth-Token': authToken } })).ok,
    /** Restarts the service on the same port. The new one knows no earlier auth token. */
    restart: async (faults: readonly FaultGiven[] = []): Promise<void> => {
      await service.close();
      service = await start(Number(new URL(url).port), faults);
    },
    end: async (): Promise<void> => {
      await http.close();
      await service.close();
      users.remove();
    },
  };
}
export type SignedIn = Awaited<ReturnType<typeof openSignedIn>>;

const isSignIn = ({ method, path }: ReceivedRequest): boolean =>
  method === 'POST' && path.endsWith('/api/token/');
