import { expect, onTestFinished } from 'vitest';
import type { PauseView } from '#contract/pauses.ts';
import type { PauseTerms, PlanRowView } from '#contract/plans.ts';
import { Webhook } from '#domain/webhook/webhook.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { SteppedClock } from '#test-support/stepped-clock.fake.ts';
import { testFolder } from '#test-support/store-fixture.ts';
import { openStoredCoreAt, type StoredCore } from '#test-support/stored-core-fixture.ts';
import { pauseOf, runSource } from './run-source.ts';

export const hour = 3_600_000;

const names = ['Chat', 'Pager', 'Mail', 'Off'];

/** The last one is disabled. */
const pausable = names.map((name) => ({ ...aDefinition(name), enabled: name !== 'Off' }));

/** A core on a data folder, with a real installation of `pausable`. */
export interface PauseScene {
  readonly clock: SteppedClock;
  readonly folder: string;
  readonly installations: ServedInstallations;
  core: StoredCore;
}

export async function openPauseScene(): Promise<PauseScene> {
  const installations = await startInstallations([{ variant: 'B', webhooks: pausable }]);
  const clock = new SteppedClock();
  const folder = testFolder();
  const core = await openStoredCoreAt(clock, folder, ...installations.places);
  const scene: PauseScene = { clock, folder, installations, core };
  onTestFinished(async () => {
    await scene.core.close();
    await installations.close();
  });
  return scene;
}

/** Names of the enabled webhooks, read without the core. */
export async function enabledAt(installations: ServedInstallations): Promise<string[]> {
  const held = (await installations.held()).flat().map((text) => heldWebhook(text));
  return held.filter(({ enabled }) => enabled).map(({ name }) => name);
}

const Held = Webhook.extend({ id: Webhook.shape.id.nullable() });
const heldWebhook = (text: string) => Held.parse(JSON.parse(text));

/** Pauses webhooks with these names. @returns the new pause */
export async function pause(
  { core: { client, connectionId } }: PauseScene,
  chosen: readonly string[],
  terms: Partial<PauseTerms> = {},
): Promise<PauseView> {
  const known = new Set((await client.pauses.list()).map(({ id }) => id));
  await runSource(client, await pauseOf(client, connectionId, chosen, terms));
  const made = (await client.pauses.list()).find(({ id }) => !known.has(id));
  if (made === undefined) throw new Error('There is no pause.');
  return made;
}

export const resume = ({ core: { client } }: PauseScene, ...pauseIds: string[]) =>
  runSource(client, { kind: 'resume', pauseIds });

/** Status and states of each pause. */
export const statesOf = async ({ core: { client } }: PauseScene): Promise<string[]> =>
  (await client.pauses.list()).map(
    ({ status, webhooks }) =>
      `${status}: ${webhooks.map(({ name, state }) => `${name} ${state}`).join(', ')}`,
  );

export const idOf = (name: string): number => names.indexOf(name) + 1;

/** Waits for the clock of the pauses. */
export const untilEnabled = (scene: PauseScene, ...expected: string[]): Promise<void> =>
  expect
    .poll(() => enabledAt(scene.installations), { timeout: 5_000 })
    .toEqual(expected.toSorted());

/** Changes a switch of a webhook with Hookdesk. */
export const change = async (
  { core: { client, connectionId } }: PauseScene,
  name: string,
  field: 'enabled' | 'severities.low',
  value: boolean,
): Promise<PlanRowView[]> => {
  const { selection } = await pauseOf(client, connectionId, [name]);
  const edits = [{ kind: 'field' as const, field, value }];
  const { rows } = await runSource(client, { kind: 'webhooks', selection, change: edits });
  return rows;
};

/** A time so many hours from now. */
export const until = ({ clock }: PauseScene, hours: number): Date =>
  new Date(clock.now().getTime() + hours * hour);

/** Terms of a pause that resumes by itself after so many hours. */
export const itself = (scene: PauseScene, hours: number): Partial<PauseTerms> => ({
  until: until(scene, hours),
  resumesItself: true,
});
