import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { TokenValues } from '#domain/template/render-template.ts';
import { type SampleEdits, sampleValues } from '#domain/template/samples.ts';
import { type ScenarioName, scenarios } from '#domain/template/scenarios.ts';
import { type DeliveryEvent } from '#domain/delivery/receives.ts';
import { type DeliveryRequest, deliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { SampledWebhook, TemplateMemory } from '../template-memory.svelte.ts';

export type EventName = ScenarioName | 'job';

export interface PreviewEvent {
  readonly name: EventName;
  readonly title: string;
  readonly description: string;
  readonly event: DeliveryEvent;
}

const alerts: readonly PreviewEvent[] = scenarios.map(({ name, title, description, state }) => ({
  name,
  title,
  description,
  event: { kind: 'alert', state },
}));

const job: PreviewEvent = {
  name: 'job',
  title: 'Job',
  description:
    'A job has run. No placeholders are documented for jobs; only custom placeholders have values.',
  event: { kind: 'job' },
};

export const eventsOf = (definition: WebhookDefinition): readonly PreviewEvent[] =>
  definition.payloadType === 'JOB' ? [job] : alerts;

/** Jobs have no samples of their own. */
export const scenarioOf = (event: EventName): ScenarioName => (event === 'job' ? 'HIGH' : event);

export function valuesOf(
  event: EventName,
  ownTokens: readonly OwnToken[],
  edits: SampleEdits,
): TokenValues {
  const type = event === 'job' ? 'JOB' : 'ALERT';
  return sampleValues(scenarioOf(event), ownTokens, edits, type);
}

/** The request for a high alert, or for a job, with the sample values of the webhook. */
export async function sampleRequest(
  definition: WebhookDefinition,
  webhook: SampledWebhook,
  memory: TemplateMemory,
): Promise<DeliveryRequest> {
  await memory.load();
  const events = eventsOf(definition);
  const event = events.find(({ name }) => name === 'HIGH') ?? events[0];
  const values =
    event === undefined ? {} : valuesOf(event.name, memory.ownTokens, memory.editsOf(webhook));
  return deliveryRequest(definition, values, memory.rules);
}
