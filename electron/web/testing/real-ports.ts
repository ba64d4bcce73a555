import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/clock/clock.ts';
import { createWebhookService } from '#adapters/http/webhook-service.ts';
import { createPracticeServices } from '#adapters/practice/practice-services.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import { SecretsDouble } from '#core/ports.double.ts';
import type { Composition } from '../composition.ts';
import { refuseToOpen } from '../external-links.ts';
import { places } from '../places.ts';
import { practiceProgram } from '../practice-program.ts';

/** The real adapters in a data folder of a test; only the secrets are kept in memory. */
export function realPorts(directory: string): Promise<Composition> {
  const webhooks = createWebhookService({ version: '1.2.3' });
  const practice = createPracticeServices({ directory, spawn: practiceProgram(places.service) });
  const ports = {
    webhooks,
    practice,
    settings: createSettingsStore({ directory, store: openConfFile }),
    secrets: new SecretsDouble(),
    clock: systemClock,
    newId: randomUUID,
    openExternal: refuseToOpen,
  };
  const close = async (): Promise<void> => {
    await Promise.all([practice.stop(), webhooks.close()]);
  };
  return Promise.resolve({ ports, close });
}
