import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blankConnection } from '#domain/installation/connection.ts';
import { composeTestFolder } from './composition-fixture.ts';
import { openWindow, type TestWindow, type Transport } from './window-fixture.ts';
import { type RunningService, startService } from '../service/start.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';
import { seenInRows } from './seen-webhooks.ts';

/** A window with a service of variant B, whose list is read. */
export interface ServedWindow {
  readonly folder: string;
  readonly window: TestWindow;
  readonly connectionId: string;
  readonly webhookIds: readonly number[];
  readonly webhooks: readonly SeenWebhook[];
  readonly end: () => Promise<void>;
}

/** @param fill adds webhooks before the list is read */
export async function openServedWindow(
  transport: Transport,
  seed: number,
  fill: (service: RunningService) => Promise<void> = () => Promise.resolve(),
): Promise<ServedWindow> {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-window-'));
  const service = await startService({ variant: 'B', authToken: null, seed });
  await fill(service);
  const { ports, close } = await composeTestFolder(folder);
  const window = await openWindow(transport, ports, folder);
  const { id: connectionId } = await window.client.connections.add({
    settings: {
      ...blankConnection,
      name: 'acme',
      baseUrl: service.url,
      apiRoot: service.root,
      variant: 'B',
      authentication: { kind: 'none' },
    },
    secrets: {},
  });
  const listed = await collected(window.client.webhooks.list({ connectionId }));
  const webhooks = listed.flatMap((event) => (event.kind === 'rows' ? seenInRows(event.rows) : []));
  const webhookIds = webhooks.map(({ id }) => id);
  const end = async (): Promise<void> => {
    await window.leave();
    await window.end();
    await close();
    await service.close();
    rmSync(folder, { recursive: true });
  };
  return { folder, window, connectionId, webhookIds, webhooks, end };
}

export async function collected<Event>(stream: Promise<AsyncIterable<Event>>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}
