import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';

const switches = {
  enabled: true,
  severities: { low: false, medium: true, high: true, cleared: false },
};

export const pausedWebhook = (webhookId: number, state: PausedWebhookView['state'] = 'paused') => ({
  connectionId: 'c1',
  connectionName: 'acme',
  webhookId,
  name: `Webhook ${webhookId}`,
  before: switches,
  left: { ...switches, enabled: false },
  state,
  heldBy: null,
});

/** A running pause of two webhooks. A third one was resumed. */
export const aPause = (given: Partial<PauseView> = {}): PauseView => ({
  id: 'p1',
  reason: '',
  who: 'Ada',
  madeAt: new Date('2026-11-26T08:00:00Z'),
  from: new Date('2026-11-26T08:00:00Z'),
  until: null,
  zone: 'Europe/Berlin',
  resumesItself: false,
  note: null,
  planIds: ['pausing'],
  status: 'running',
  selection: [],
  webhooks: [pausedWebhook(1), pausedWebhook(2), pausedWebhook(3, 'resumed')],
  ...given,
});
