import type { InstallationCoverage, Recipients } from '#contract/coverage.ts';
import { receives } from '#domain/delivery/receives.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { Ports } from '../ports.ts';
import type { Parts } from '../parts.ts';

const rowsPerTurn = 500;

const mostNames = 5;

const states = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH', cleared: 'CLEARED' } as const;
const severities = ['low', 'medium', 'high', 'cleared'] as const;

/** Leaving the generator ends the work. */
export async function* coverageOfAll({
  ports,
  connections,
  snapshotPersistence,
}: Pick<Parts, 'ports' | 'connections' | 'snapshotPersistence'>): AsyncGenerator<
  InstallationCoverage,
  void,
  void
> {
  for (const { id: connectionId } of connections.saved()) {
    const snapshot = await snapshotPersistence.load(connectionId);
    const found = { connectionId, readAt: snapshot?.readAt ?? null, ...nobody() };
    if (snapshot !== null) await count(ports.clock, snapshot.webhooks, found);
    yield found;
  }
}

type Counted = Pick<InstallationCoverage, 'alerts' | 'jobs'>;

const nobody = (): Counted => {
  const none = (): Recipients => ({ count: 0, names: [] });
  return { alerts: { low: none(), medium: none(), high: none(), cleared: none() }, jobs: none() };
};

async function count(
  clock: Pick<Ports['clock'], 'yieldToEventLoop'>,
  webhooks: WebhookTable,
  { alerts, jobs }: Counted,
): Promise<void> {
  let rows = 0;
  for (const row of webhooks.rows()) {
    const webhook = webhooks.fieldsOf(row);
    for (const severity of severities) {
      const event = { kind: 'alert', state: states[severity] } as const;
      if (receives(webhook, event).delivered) add(alerts[severity], webhook.name);
    }
    if (receives(webhook, { kind: 'job' }).delivered) add(jobs, webhook.name);
    rows += 1;
    if (rows % rowsPerTurn === 0) await clock.yieldToEventLoop();
  }
}

function add(recipients: Recipients, name: string): void {
  recipients.count += 1;
  if (recipients.names.length < mostNames) recipients.names.push(name);
}
