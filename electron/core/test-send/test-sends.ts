import type { TestSendInput, TestSendResult, TestSendSummary } from '#contract/test-sends.ts';
import { type DeliveryRequest, deliveryRequest } from '#domain/delivery/delivery-request.ts';
import { notSendable } from '#domain/delivery/not-sendable.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports } from '../ports.ts';
import { refusedError, stopIfCancelled } from '../problems.ts';
import { checkPayloadLength } from './payload-length.ts';
import { requestForReceiver, requestForTarget } from './destinations.ts';

const most = 50;

/** Tests are sent from this machine and change nothing on an installation. */
export class TestSends {
  readonly #ports: Pick<Ports, 'testSends' | 'receiver' | 'clock'>;
  readonly #connections: Pick<Connections, 'find'>;
  /** By installation, newest first; not stored. */
  readonly #last = new Map<string, readonly TestSendSummary[]>();
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
    this.#connections.find(connectionId);
    checkPayloadLength(definition.payloadTemplate, values);
    const request = await this.#directed(deliveryRequest(definition, values, rules), destination);
    const reason = notSendable(request);
    if (reason !== null) throw notSent(reason);
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
    this.#last.set(connectionId, [testSend, ...this.list(connectionId)].slice(0, most));
    if (problem !== null) throw new ProblemError(problem);
    return { testSend, answer: outcome.answer };
  }

  list(connectionId: string): TestSendSummary[] {
    return [...(this.#last.get(connectionId) ?? [])];
  }

  forget(connectionId: string): void {
    this.#last.delete(connectionId);
  }

  async #directed(
    request: DeliveryRequest,
    destination: TestSendInput['destination'],
  ): Promise<DeliveryRequest> {
    if (destination.kind === 'target') return requestForTarget(request, destination.host);
    const { address } = await this.#ports.receiver.start();
    if (address === null) throw notSent('The receiver was stopped immediately.');
    return requestForReceiver(request, address);
  }
}

const notSent = (message: string): ProblemError =>
  refusedError(`${message} Nothing was sent.`, 'Correct the webhook, then send the test again.');
