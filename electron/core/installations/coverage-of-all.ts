import type { InstallationCoverage, Recipients } from '#contract/coverage.ts';
import { receives } from '#domain/delivery/receives.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { Ports } from '../ports.ts';
import type { Parts } from '../parts.ts';

const rowsPerTurn = 500;

const mostNames = 5;

/** The state of an alert that the installation sends for each severity. */
const states = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH', cleared: 'CLEARED' } as const;
const severities = ['low', 'medium', 'high', 'cleared'] as const;

/** Counts, per installation, which webhooks receive each kind of alert and jobs. */
export async function* coverageOfAll({
  ports,
  connections,
  snapshotPersistence,
}: Parts): AsyncGenerator<InstallationCoverage, void, void> {
  for (const { id: connectionId } of connections.saved()) {
    const snapshot = await snapshotPersistence.load(connectionId);
    const coverage = { connectionId, readAt: snapshot?.readAt ?? null, ...noRecipients() };
    if (snapshot !== null) await addRecipients(ports.clock, snapshot.webhooks, coverage);
    yield coverage;
  }
}

type RecipientCounts = Pick<InstallationCoverage, 'alerts' | 'jobs'>;

const noRecipients = (): RecipientCounts => {
  const none = (): Recipients => ({ count: 0, names: [] });
  return { alerts: { low: none(), medium: none(), high: none(), cleared: none() }, jobs: none() };
};

async function addRecipients(
  clock: Pick<Ports['clock'], 'yieldToEventLoop'>,
  webhooks: WebhookTable,
  { alerts, jobs }: RecipientCounts,
): Promise<void> {
  let rowCount = 0;
  for (const row of webhooks.rows()) {
    const webhook = webhooks.fieldsOf(row);
    for (const severity of severities) {
      const event = { kind: 'alert', state: states[severity] } as const;
      if (receives(webhook, event).delivered) add(alerts[severity], webhook.name);
    }
    if (receives(webhook, { kind: 'job' }).delivered) add(jobs, webhook.name);
    rowCount += 1;
    if (rowCount % rowsPerTurn === 0) await clock.yieldToEventLoop();
  }
}

function add(recipients: Recipients, name: string): void {
  recipients.count += 1;
  if (recipients.names.length < mostNames) recipients.names.push(name);
}
