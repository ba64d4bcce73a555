import { type DeliveryRequest, deliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { eventsOf, valuesOf } from './analysis/events.ts';
import type { SampledWebhook, TemplateMemory } from './template-settings.svelte.ts';

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
