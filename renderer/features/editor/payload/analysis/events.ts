import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { TokenValues } from '#domain/template/render-template.ts';
import { type SampleEdits, sampleValues } from '#domain/template/samples.ts';
import { type ScenarioName, scenarios } from '#domain/template/scenarios.ts';
import { type DeliveryEvent } from '#domain/delivery/receives.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';

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
