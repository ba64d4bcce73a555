import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { SecretsInUse } from '../masking/secrets-in-use.ts';
import { type FixedLimits, fixedLimits } from './limits.ts';
import { createProbe } from './probe.ts';
import { RouteAgents } from './routes/route-agents.ts';
import type { AskSystemProxy, Environment } from './routes/proxy-address.ts';
import { type ReadCredentials, tlsCredentials } from './tls/credentials.ts';
import { createSignInService } from './sign-in.ts';
import { createWebhookService } from './webhook-service.ts';
import { Wire } from './wire.ts';
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
  const bounds: FixedLimits = { ...fixedLimits, ...limits };
  const agents = new RouteAgents({
    environment,
    askSystemProxy,
    readCredentials,
    idleMilliseconds: bounds.idle,
  });
  const wire = new Wire(agents, bounds, secretsInUse, managed);
  const requests = new WireRequests(version);
  return {
    webhooks: createWebhookService(wire, requests),
    signIn: createSignInService(wire, requests, secretsInUse),
    probe: createProbe(wire, requests),
    routes: () => agents.size,
    close: () => agents.close(),
  };
}
