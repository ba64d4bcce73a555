import type { Probe, SignInService } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import {
  type ClosableWebhookService,
  createWebhookService,
  type WebhookServiceOptions,
} from './webhook-service.ts';

/** Everything that speaks to installations, and the way to give its connections up. */
export interface HttpServices {
  readonly webhooks: ClosableWebhookService;
  readonly signIn: SignInService;
  readonly probe: Probe;
  /** Ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/** The services that speak HTTP, on the same connections. */
export function createHttpServices(options: WebhookServiceOptions = {}): HttpServices {
  const webhooks = createWebhookService(options);
  return {
    webhooks,
    signIn: { signIn: notYet, signOut: notYet },
    probe: { certificate: notYet, readList: notYet },
    close: () => webhooks.close(),
  };
}

const notYet = (): Promise<never> =>
  Promise.reject(
    new ProblemError(plainProblem('refused', 'This is still being built.', 'Nothing was sent.')),
  );
