import type { TestStep } from '#contract/connections.ts';
import { ProblemError, type Problem } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Address, Ports, Target, WebhookList, WebhookService } from '../ports.ts';
import { signOutQuietly } from '../sessions/sign-out-quietly.ts';
import type { Trial } from './unsaved.ts';

type Step = TestStep['step'];
const order: readonly Step[] = ['reach', 'certificate', 'authenticate', 'list', 'variant'];

const step = (name: Step, state: TestStep['state'], message: string): TestStep => ({
  step: name,
  state,
  message,
  problem: null,
});

/**
 * Tries a connection by reading its list once, signing in before that and out after where that is the
 * way, and tells step by step how far that came. Ends after the first step that fails; a problem is told
 * in its step, not thrown.
 */
export async function* testConnection(
  ports: Pick<Ports, 'webhooks' | 'signIn' | 'clock'>,
  { address, access }: Trial,
  signal?: AbortSignal,
): AsyncGenerator<TestStep, void, void> {
  yield step('reach', 'running', `Reaching ${new URL(address.baseUrl).host}…`);
  if (access.kind === 'auth-token') {
    const { authToken } = access;
    const accepted = authToken === null ? noAuthToken : acceptedToken;
    yield* readSteps(ports.webhooks, { ...address, authToken }, accepted, signal);
    return;
  }
  let target: Target;
  try {
    const { authToken } = await ports.signIn.signIn(address, access.credentials, signal);
    target = { ...address, authToken };
  } catch (error) {
    yield* failedSteps(error, address, notAsked, (failed) =>
      failed === 'list' ? 'authenticate' : failed,
    );
    return;
  }
  try {
    const signedIn = step('authenticate', 'passed', `Signed in as ${access.credentials.username}`);
    yield* readSteps(ports.webhooks, target, { known: signedIn, unknown: signedIn }, signal);
  } finally {
    await signOutQuietly(ports.clock, (late) => ports.signIn.signOut(target, late));
  }
}

/** What is said of being let in: once the list was read, and while nothing is known of it. */
interface LetIn {
  readonly known: TestStep;
  readonly unknown: TestStep;
}

async function* readSteps(
  service: WebhookService,
  target: Target,
  letIn: LetIn,
  signal: AbortSignal | undefined,
): AsyncGenerator<TestStep, void, void> {
  let list: WebhookList;
  try {
    list = await service.list(target, { signal });
  } catch (error) {
    yield* failedSteps(error, target, letIn.unknown, (failed) => failed);
    return;
  }
  yield* passedBefore('list', target, letIn.known);
  const count = list.webhooks.length + list.withoutId;
  yield step('list', 'passed', `${count} ${count === 1 ? 'webhook' : 'webhooks'} read`);
  yield variantStep(target.variant, list.webhooks);
}

/** The steps up to the one that failed; anything but a problem is thrown on. */
function* failedSteps(
  error: unknown,
  address: Address,
  letIn: TestStep,
  place: (failed: Step) => Step,
): Generator<TestStep, void, void> {
  if (!(error instanceof ProblemError)) throw error;
  const failed = place(stepOf(error.problem));
  yield* passedBefore(failed, address, letIn);
  yield { ...step(failed, 'failed', failures[failed]), problem: error.problem };
}

/** What a step is called when it failed; why stands in its problem. */
const failures: Readonly<Record<Step, string>> = {
  reach: 'Not reached',
  certificate: 'The certificate is not accepted',
  authenticate: 'Not let in',
  list: 'The list of webhooks could not be read',
  variant: 'The variant could not be told',
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

/** The steps before one. */
function* passedBefore(
  failed: Step,
  { baseUrl }: Address,
  authenticate: TestStep,
): Generator<TestStep, void, void> {
  const passed: Partial<Record<Step, TestStep>> = {
    reach: step('reach', 'passed', `${new URL(baseUrl).host} answers`),
    certificate: baseUrl.startsWith('https:')
      ? step('certificate', 'passed', 'The certificate is trusted')
      : step('certificate', 'skipped', 'Plain HTTP: nothing on the way is encrypted'),
    authenticate,
  };
  for (const name of order.slice(0, order.indexOf(failed))) {
    const done = passed[name];
    if (done !== undefined) yield done;
  }
}

const withoutToken = step('authenticate', 'skipped', 'No auth token is sent');
const notAsked = step('authenticate', 'skipped', 'Nothing is known of the auth token yet');
const noAuthToken: LetIn = { known: withoutToken, unknown: withoutToken };
const acceptedToken: LetIn = {
  known: step('authenticate', 'passed', 'The auth token was accepted'),
  unknown: notAsked,
};

/** Only variant B knows a payload type; that is all that reading can tell. Interface document §9. */
function variantStep(variant: VariantId, webhooks: readonly Webhook[]): TestStep {
  const { release } = variants[variant];
  const name = `variant ${variant} (${release})`;
  if (webhooks.length === 0) {
    return step('variant', 'skipped', `No webhook to tell the variant by; taken as ${name}`);
  }
  const carried = webhooks.some((webhook) => webhook.payloadType !== null);
  const missing = webhooks.every((webhook) => webhook.unreported.includes('payloadType'));
  if (variant === 'A' && carried) {
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
