import type { TestStep } from '#contract/index.ts';
import { ProblemError, type Problem } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Target, WebhookList, WebhookService } from '../ports.ts';

type Step = TestStep['step'];
const order: readonly Step[] = ['reach', 'certificate', 'authenticate', 'list', 'variant'];

/**
 * Tries a connection by reading its list once, and tells step by step how far that came.
 * Ends after the first step that fails; a problem is told in its step, not thrown.
 */
export async function* testConnection(
  service: WebhookService,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<TestStep, void, void> {
  yield step('reach', 'running', `Reaching ${new URL(target.baseUrl).host}…`);
  let list: WebhookList;
  try {
    list = await service.list(target, { signal });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const failed = stepOf(error.problem);
    yield* passedBefore(failed, target, 'Nothing is known of the auth token yet');
    yield { ...step(failed, 'failed', failures[failed]), problem: error.problem };
    return;
  }
  yield* passedBefore('list', target, null);
  const count = list.webhooks.length + list.withoutId;
  yield step('list', 'passed', `${count} ${count === 1 ? 'webhook' : 'webhooks'} read`);
  yield variantStep(target.variant, list.webhooks);
}

/** What a step is called when it failed; why stands in its problem. */
const failures: Readonly<Record<Step, string>> = {
  reach: 'Not reached',
  certificate: 'The certificate is not accepted',
  authenticate: 'Not let in',
  list: 'The list of webhooks could not be read',
  variant: 'The variant could not be told',
};

const step = (name: Step, state: TestStep['state'], message: string): TestStep => ({
  step: name,
  state,
  message,
  problem: null,
});

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

/** The steps before one; `silent` is why nothing is known of the auth token, `null` if it was taken. */
function* passedBefore(
  failed: Step,
  target: Target,
  silent: string | null,
): Generator<TestStep, void, void> {
  const secure = target.baseUrl.startsWith('https:');
  const passed: Partial<Record<Step, TestStep>> = {
    reach: step('reach', 'passed', `${new URL(target.baseUrl).host} answers`),
    certificate: secure
      ? step('certificate', 'passed', 'The certificate is trusted')
      : step('certificate', 'skipped', 'Plain HTTP: nothing on the way is encrypted'),
    authenticate:
      target.authToken === null
        ? step('authenticate', 'skipped', 'No auth token is sent')
        : silent === null
          ? step('authenticate', 'passed', 'The auth token was accepted')
          : step('authenticate', 'skipped', silent),
  };
  for (const name of order.slice(0, order.indexOf(failed))) {
    const done = passed[name];
    if (done !== undefined) yield done;
  }
}

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
