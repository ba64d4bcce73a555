import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { HttpClient } from './http-client.ts';
import { type FixedLimits, fixedLimits } from './limits.ts';
import { createProbe } from './probe.ts';
import type { AskSystemProxy, Environment } from './routes/proxy-address.ts';
import { RouteAgents } from './routes/route-agents.ts';
import { createSignInService } from './sign-in-service.ts';
import { type ReadCredentials, tlsCredentials } from './tls/credentials.ts';
import { createWebhookService } from './webhook-service.ts';
import { WireRequests } from './wire-request.ts';

export interface HttpOptions {
  readonly version?: string;
  readonly environment?: Environment;
  readonly askSystemProxy?: AskSystemProxy | null;
  readonly secretsInUse?: SecretsInUse;
  readonly managed?: Managed;
  readonly readCredentials?: ReadCredentials;
  readonly limits?: Partial<FixedLimits>;
}

export type HttpServices = ReturnType<typeof createHttpServices>;

/** The REST interface, sign-in and probe of installations, which share the connections of their routes. */
export function createHttpServices(options: HttpOptions = {}) {
  const {
    version = '0.0.0',
    environment = process.env,
    askSystemProxy = null,
    secretsInUse = new SecretsInUse(),
    managed = unmanaged,
    readCredentials = tlsCredentials,
    limits,
  } = options;
  const allLimits: FixedLimits = { ...fixedLimits, ...limits };
  const agents = new RouteAgents({
    environment,
    askSystemProxy,
    readCredentials,
    idleMilliseconds: allLimits.idle,
  });
  const client = new HttpClient(agents, allLimits, secretsInUse, managed);
  const requests = new WireRequests(version);
  return {
    webhooks: createWebhookService(client, requests),
    signIn: createSignInService(client, requests, secretsInUse),
    probe: createProbe(client, requests),
    routes: () => agents.size,
    close: () => agents.close(),
  };
}
