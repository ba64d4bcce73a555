import type {
  Received,
  ReceiverState,
  TestSendInput,
  TestSendResult,
  TestSendSummary,
} from '#contract/test-sends.ts';
import { type DeliveryRequest, deliveryRequest } from '#domain/delivery/delivery-request.ts';
import { whyNotSendable } from '#domain/delivery/why-not-sendable.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { parseTemplate } from '#domain/template/parse-template.ts';
import type { TokenValues } from '#domain/template/render-template.ts';
import type { Connections } from '../connections/connections.ts';
import type { LocalReceiver, Ports } from '../ports.ts';
import { invalidField, refusedError, stopIfCancelled } from '../problems.ts';

const maxSendsPerInstallation = 50;

/** Sends tests from this machine to the target of a webhook or to the local receiver, and lists them. */
export class TestSends {
  readonly #ports: Pick<Ports, 'testSends' | 'receiver' | 'clock'>;
  readonly #connections: Pick<Connections, 'find'>;
  /** By installation, newest first; not stored. */
  readonly #sends = new Map<string, readonly TestSendSummary[]>();
  #count = 0;

  constructor(
    ports: Pick<Ports, 'testSends' | 'receiver' | 'clock'>,
    connections: Pick<Connections, 'find'>,
  ) {
    this.#ports = ports;
    this.#connections = connections;
  }

  async send(input: TestSendInput, signal?: AbortSignal): Promise<TestSendResult> {
    const { connectionId, definition, values, rules, destination } = input;
    // Refuses an installation that was removed.
    this.#connections.find(connectionId);
    checkPayloadLength(definition.payloadTemplate, values);
    const request = await this.#requestTo(deliveryRequest(definition, values, rules), destination);
    const reason = whyNotSendable(request);
    if (reason !== null) throw notSendable(reason);
    stopIfCancelled(signal);

    const at = this.#ports.clock.now();
    const outcome = await this.#ports.testSends.send(request, destination.kind, signal);
    const { answer, problem, milliseconds } = outcome;
    this.#count += 1;
    const testSend: TestSendSummary = {
      id: this.#count,
      at,
      webhookId: input.webhookId,
      destination: destination.kind,
      host: new URL(request.url).host,
      scenario: input.scenario,
      status: answer?.status ?? null,
      milliseconds,
      failure: problem?.message ?? null,
    };
    this.#sends.set(
      connectionId,
      [testSend, ...this.list(connectionId)].slice(0, maxSendsPerInstallation),
    );
    if (outcome.problem !== null) throw new ProblemError(outcome.problem);
    return { testSend, answer: outcome.answer };
  }

  list(connectionId: string): TestSendSummary[] {
    return [...(this.#sends.get(connectionId) ?? [])];
  }

  forget(connectionId: string): void {
    this.#sends.delete(connectionId);
  }

  async #requestTo(
    request: DeliveryRequest,
    destination: TestSendInput['destination'],
  ): Promise<DeliveryRequest> {
    if (destination.kind === 'target') return requestForTarget(request, destination.host);
    const { address } = await this.#ports.receiver.start();
    if (address === null) throw receiverStopped();
    return requestForReceiver(request, address);
  }
}

const notSendable = (reason: string): ProblemError =>
  refusedError(`${reason} Nothing was sent.`, 'Correct the webhook, then send the test again.');

const receiverStopped = (): ProblemError =>
  refusedError(
    'The receiver was stopped while the test began. Nothing was sent.',
    'Send the test again.',
  );

/** @throws ProblemError `refused` when the URL leads to another host than the person confirmed */
function requestForTarget(request: DeliveryRequest, host: string): DeliveryRequest {
  if (!URL.canParse(request.url)) {
    throw invalidField('url', 'This is not a complete URL. Start it with https:// or http://.');
  }
  const url = new URL(request.url);
  if (url.username !== '' || url.password !== '') {
    throw invalidField(
      'url',
      'Remove user name and password from the URL. They would not be sent.',
    );
  }
  if (url.host === host) return request;
  throw refusedError(
    `The URL now points to ${url.host === '' ? 'no host' : url.host} instead of ${host}. Nothing was sent.`,
    'Check the URL, then send the test again.',
    { Host: url.host, 'Confirmed host': host },
  );
}

function requestForReceiver(request: DeliveryRequest, address: string): DeliveryRequest {
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: '/', search: '' };
  const path = pathname.startsWith('/') ? pathname : '/';
  return { ...request, url: `${address.replace(/\/$/, '')}${path}${search}` };
}

/** UTF-16 code units, before escaping. */
const longestPayload = 8 * 1024 * 1024;

/** Computed before the payload is built, because repeated tokens can multiply its length. */
function checkPayloadLength(template: string, values: TokenValues): void {
  const valueOf = new Map(Object.entries(values));
  const length = parseTemplate(template).reduce(
    (sum, part) =>
      sum + (part.kind === 'token' ? (valueOf.get(part.name) ?? part.text) : part.text).length,
    0,
  );
  if (length <= longestPayload) return;
  throw plainError(
    'too-large',
    `With these values the payload is longer than the ${longestPayload.toLocaleString('en')} characters allowed in a test. Nothing was sent.`,
    'Shorten the values or the template.',
  );
}

export async function* watchReceiver(
  receiver: LocalReceiver,
  signal?: AbortSignal,
): AsyncGenerator<ReceiverState, void, void> {
  let next = Promise.withResolvers<null>();
  const wake = (): void => {
    next.resolve(null);
  };
  const stopListening = receiver.onChange(wake);
  signal?.addEventListener('abort', wake, { once: true });
  try {
    while (signal?.aborted !== true) {
      yield receiver.state();
      await next.promise;
      next = Promise.withResolvers();
    }
  } finally {
    stopListening();
    signal?.removeEventListener('abort', wake);
  }
}

export function readReceived(receiver: LocalReceiver, id: number): Received {
  const received = receiver.read(id);
  if (received !== null) return received;
  throw plainError(
    'not-found',
    'This request is no longer stored. Newer requests replaced it, or the list was cleared.',
    'Select another request.',
  );
}
