import { draftToPublish } from './draft-fixture.ts';
import type { Clock } from '#core/ports.ts';
import type { PublishEvent, PublishOutcome } from '#contract/publishing.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import { FakeJournalStore } from './journal-store.fake.ts';
import { stoppedClock } from './clock.fake.ts';
import { publish } from '#core/publishing/publish.ts';
import { createTestCore, type TestCore } from './test-core.ts';

export const chat: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Chat',
  url: 'https://chat.example.com/hook',
};

export interface Published {
  readonly events: PublishEvent[];
  readonly outcome: PublishOutcome | null;
  readonly problem: Problem | null;
}

/** A core with one connection to an installation in memory. */
export interface PublishFixture extends TestCore<{ clock: Clock; journal: FakeJournalStore }> {
  readonly connectionId: string;
  /** The only webhook of the installation. */
  readonly held: Webhook;
}

/** An installation of variant B in memory with one webhook, and a connection to it. */
export async function openPublishFixture(
  clock: Clock = stoppedClock,
  journal = new FakeJournalStore(),
): Promise<PublishFixture> {
  const core = createTestCore({ clock, journal });
  const settings = {
    ...blankConnection,
    name: 'acme-prod',
    baseUrl: 'https://monitor.example.com',
    variant: 'B' as const,
    apiRoot: '/api/v14',
  };
  const { id: connectionId } = await core.connections.add(settings, { authToken: 'token' });
  const held = core.ports.webhooks.stored(chat);
  core.ports.webhooks.webhooks = [held];
  return { ...core, connectionId, held };
}

/** The webhook after a refresh of the window. */
export const asRead = (held: Webhook): Webhook => ({ ...held, ...definitionOf(held) });

/** Publishes a new draft and returns the outcome. `onStep` runs at each reported step. */
export async function publishIn(
  fixture: PublishFixture,
  base: Webhook | null,
  definition: WebhookDefinition,
  onStep: (step: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Published> {
  const { connectionId, drafts, ports } = fixture;
  const saved = await draftToPublish(drafts, { connectionId, base, definition });
  const { webhooks } = ports.webhooks;
  const seen = webhooks.filter(({ name }) => name === definition.name).map(({ id }) => id);
  const input = { ...saved, namedBefore: seen };
  const events: PublishEvent[] = [];
  try {
    for await (const event of publish(fixture, input, signal)) {
      events.push(event);
      if (event.kind === 'step') onStep(event.step);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { events, outcome: null, problem: error.problem };
  }
  const last = events.at(-1);
  return { events, outcome: last?.kind === 'outcome' ? last.outcome : null, problem: null };
}
