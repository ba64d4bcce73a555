import type { CertificateView, TestStep } from '#contract/connections.ts';
import { ProblemError, type Problem } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type {
  Address,
  Ports,
  SeenCertificate,
  Target,
  WebhookList,
  WebhookService,
} from '../ports.ts';
import { signOutQuietly } from './sign-out-quietly.ts';
import type { ConnectionCandidate } from './connection-candidate.ts';
import { counted } from '#domain/text/wording.ts';

type Step = TestStep['step'];
const order: readonly Step[] = ['reach', 'certificate', 'authenticate', 'list', 'variant'];

/** Ends after the first failed step, and always signs out. Problems are reported in their step. */
export async function* testConnection(
  ports: Pick<Ports, 'webhooks' | 'signIn' | 'probe' | 'clock'>,
  { address, access }: ConnectionCandidate,
  signal?: AbortSignal,
): AsyncGenerator<TestStep, void, void> {
  yield step('reach', 'running', `Reaching ${new URL(address.baseUrl).host}…`);
  let certificate: CertificateView | null = null;
  if (isSecure(address)) {
    try {
      certificate = viewOf(await ports.probe.certificate(address, signal));
    } catch (error) {
      yield* new Steps(address, null).failed(error, 'certificate');
      return;
    }
  }
  const steps = new Steps(address, certificate);
  if (certificate !== null) {
    yield* steps.before(certificate.trusted ? 'authenticate' : 'certificate');
  }
  if (access.kind === 'auth-token') {
    const { authToken } = access;
    const authenticateStep = authToken === null ? noAuthToken : authTokenAccepted;
    yield* readList(ports.webhooks, { ...address, authToken }, { steps, authenticateStep }, signal);
    return;
  }
  if (certificate?.trusted === true) {
    yield step('authenticate', 'running', `Signing in as ${access.credentials.username}…`);
  }
  let target: Target;
  try {
    const { authToken } = await ports.signIn.signIn(address, access.credentials, signal);
    target = { ...address, authToken };
  } catch (error) {
    yield* steps.failed(error, 'authenticate');
    return;
  }
  try {
    const signedIn = `Signed in as ${access.credentials.username}`;
    yield* steps.passed(step('authenticate', 'passed', signedIn));
    yield* readList(ports.webhooks, target, { steps, authenticateStep: null }, signal);
  } finally {
    await signOutQuietly(ports.clock, (late) => ports.signIn.signOut(target, late));
  }
}

/** @param authenticateStep the `authenticate` step to report after the list was read; `null` when already reported */
async function* readList(
  service: WebhookService,
  target: Target,
  { steps, authenticateStep }: { steps: Steps; authenticateStep: TestStep | null },
  signal: AbortSignal | undefined,
): AsyncGenerator<TestStep, void, void> {
  let list: WebhookList;
  try {
    list = await service.list(target, { signal });
  } catch (error) {
    yield* steps.failed(error, 'list');
    return;
  }
  if (authenticateStep !== null) yield* steps.passed(authenticateStep);
  const count = counted(list.webhooks.length, 'webhook');
  yield* steps.passed(step('list', 'passed', `${count} read`));
  yield variantStep(target.variant, list.webhooks);
}

/** Reports the steps in their order, each once. */
class Steps {
  readonly #address: Address;
  readonly #certificate: CertificateView | null;
  readonly #pending: Step[] = [...order];

  constructor(address: Address, certificate: CertificateView | null) {
    this.#address = address;
    this.#certificate = certificate;
  }

  *passed(done: TestStep): Generator<TestStep, void, void> {
    yield* this.before(done.step);
    this.#pending.shift();
    yield done;
  }

  /** Reports pending steps before `name` as passed: a later step implies them. */
  *before(name: Step): Generator<TestStep, void, void> {
    while (this.#pending[0] !== undefined && this.#pending[0] !== name) {
      const done = this.#passedBy(this.#pending[0]);
      this.#pending.shift();
      if (done !== null) yield done;
    }
  }

  /** Reports the step that the problem names, or the one that ran, as failed. */
  *failed(error: unknown, doing: Step): Generator<TestStep, void, void> {
    if (!(error instanceof ProblemError)) throw error;
    const { problem } = error;
    const failed = stepOf(problem);
    const isEarlier =
      this.#pending.includes(failed) && order.indexOf(failed) <= order.indexOf(doing);
    const name = isEarlier ? failed : doing;
    yield* this.before(name);
    const certificate = name === 'certificate' ? this.#certificate : null;
    yield { ...step(name, 'failed', failures[name]), problem, certificate };
  }

  #passedBy(name: Step): TestStep | null {
    const { baseUrl } = this.#address;
    switch (name) {
      case 'reach':
        return step('reach', 'passed', `${new URL(baseUrl).host} answers`);
      case 'certificate':
        return isSecure(this.#address)
          ? {
              ...step('certificate', 'passed', trustedBy(this.#address)),
              certificate: this.#certificate,
            }
          : step(
              'certificate',
              'skipped',
              'Plain HTTP: the connection to the installation is not encrypted',
            );
      case 'authenticate':
        return step('authenticate', 'skipped', 'The auth token was not tested');
      default:
        return null;
    }
  }
}

const step = (name: Step, state: TestStep['state'], message: string): TestStep => ({
  step: name,
  state,
  message,
  problem: null,
  certificate: null,
});

const noAuthToken = step('authenticate', 'skipped', 'No auth token is sent');
const authTokenAccepted = step('authenticate', 'passed', 'The auth token was accepted');

const isSecure = ({ baseUrl }: Address): boolean => new URL(baseUrl).protocol === 'https:';

const viewOf = ({ certificate, trusted, doubts }: SeenCertificate): CertificateView => ({
  certificate,
  trusted,
  doubts: [...doubts],
});

function trustedBy({ route }: Address): string {
  switch (route?.trust.kind) {
    case 'pinned':
      return 'The certificate is trusted for this installation';
    case 'ca-file':
      return 'The certificate is trusted, with the CA file';
    default:
      return 'The certificate is trusted';
  }
}

const failures: Readonly<Record<Step, string>> = {
  reach: 'Unreachable',
  certificate: 'The certificate is not accepted',
  authenticate: 'Unauthorized',
  list: 'The list of webhooks could not be read',
  variant: 'The variant could not be detected',
};

function stepOf(problem: Problem): Step {
  switch (problem.code) {
    case 'unreachable':
    case 'timed-out':
    case 'aborted':
    case 'proxy-failed':
      return 'reach';
    case 'certificate-untrusted':
    case 'certificate-invalid':
    case 'certificate-changed':
    case 'client-certificate':
      return 'certificate';
    case 'unauthorized':
    case 'forbidden':
      return 'authenticate';
    default:
      return 'list';
  }
}

/** Only variant B has a payload type; reading shows no other difference. Source: interface document §9. */
function variantStep(variant: VariantId, webhooks: WebhookList['webhooks']): TestStep {
  const { release } = variants[variant];
  const name = `variant ${variant} (${release})`;
  if (webhooks.length === 0) {
    return step(
      'variant',
      'skipped',
      `No webhooks, so the variant cannot be detected; assuming ${name}`,
    );
  }
  const havePayloadType = webhooks.some((webhook) => webhook.payloadType !== null);
  const missing = webhooks.every((webhook) => webhook.unreported.includes('payloadType'));
  if (variant === 'A' && havePayloadType) {
    return step(
      'variant',
      'noticed',
      'The webhooks have a payload type: this looks like variant B',
    );
  }
  if (variant === 'B' && missing) {
    return step(
      'variant',
      'noticed',
      'The webhooks have no payload type: this looks like variant A',
    );
  }
  return step('variant', 'passed', `The webhooks look like ${name}`);
}
