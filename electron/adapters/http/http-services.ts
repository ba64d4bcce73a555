import type { Probe, SignInService, WebhookService } from '#core/ports.ts';
import { SecretsInUse } from '../masking/secrets-in-use.ts';
import { type FixedLimits, fixedLimits } from './limits.ts';
import { createProbe } from './probe.ts';
import { RouteAgents } from './routes/route-agents.ts';
import type { Environment } from './routes/proxy-address.ts';
import { createSignInService } from './sign-in.ts';
import { createWebhookService } from './webhook-service.ts';
import { Wire } from './wire.ts';
import { WireRequests } from './wire-request.ts';

export interface HttpOptions {
  /** Hookdesk's version, for `User-Agent`. */
  readonly version?: string;
  /** Where the proxy of the system is found; that of this process if left out. */
  readonly environment?: Environment;
  /** Where the secrets of requests are noted, so that nothing else tells them. */
  readonly secretsInUse?: SecretsInUse;
  readonly limits?: Partial<FixedLimits>;
}

/** Everything that speaks to installations, and the way to give its connections up. */
export interface HttpServices {
  readonly webhooks: WebhookService;
  readonly signIn: SignInService;
  readonly probe: Probe;
  /** How many routes have connections now. */
  readonly routes: () => number;
  /** Ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/** The services that speak HTTP. They share their connections, and how those are made. */
export function createHttpServices(options: HttpOptions = {}): HttpServices {
  const {
    version = '0.0.0',
    environment = process.env,
    secretsInUse = new SecretsInUse(),
    limits,
  } = options;
  const bounds: FixedLimits = { ...fixedLimits, ...limits };
  const agents = new RouteAgents({ environment, idleMilliseconds: bounds.idle });
  const wire = new Wire(agents, bounds, secretsInUse);
  const requests = new WireRequests(version);
  return {
    webhooks: createWebhookService(wire, requests),
    signIn: createSignInService(wire, requests, secretsInUse),
    probe: createProbe(wire, requests),
    routes: () => agents.size,
    close: () => agents.close(),
  };
}
