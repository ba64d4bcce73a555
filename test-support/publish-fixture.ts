import type { PublishEvent, PublishOutcome } from '#contract/publishing.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import { Connections } from '#core/connections/connections.ts';
import { Journal } from '#core/journal/journal.ts';
import { FakeJournalStore } from './journal-store.fake.ts';
import { fakePorts } from './ports.fake.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';
import { publish } from '#core/publishing/publish.ts';
import type { Publishing } from '#core/publishing/publishing.ts';

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

export interface OpenedHouse {
  readonly ports: ReturnType<typeof fakePorts>;
  readonly house: Publishing;
  readonly journal: Journal;
  readonly connectionId: string;
  readonly held: Webhook;
}

/** An installation of variant B in memory that holds one webhook, and a connection to it. */
export async function openHouse(
  clock = fakePorts().clock,
  kept = new FakeJournalStore(),
): Promise<OpenedHouse> {
  const ports = { ...fakePorts(), clock, journal: kept };
  const connections = new Connections(ports);
  const settings = {
    ...blankConnection,
    name: 'acme-prod',
    baseUrl: 'https://monitor.example.com',
    variant: 'B' as const,
    apiRoot: '/api/v14',
  };
  const { id: connectionId } = await connections.add(settings, { authToken: 'token' });
  const journal = new Journal(ports);
  const house = { ports, connections, snapshots: new Snapshots(), journal };
  const held = ports.webhooks.stored(chat);
  ports.webhooks.webhooks = [held];
  return { ports, house, journal, connectionId, held };
}

/** A webhook as a window has it that has just read it. */
export const asRead = (held: Webhook): Webhook => ({ ...held, ...definitionOf(held) });

/** Publishes and says what came of it. `onStep` runs when the window is told of a step. */
export async function publishIn(
  { house, connectionId }: OpenedHouse,
  base: Webhook | null,
  definition: WebhookDefinition,
  onStep: (step: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Published> {
  const events: PublishEvent[] = [];
  try {
    for await (const event of publish(house, { connectionId, base, definition }, signal)) {
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
