import type { CreateBody, Variant } from '../webhooks/body-types.ts';
import { header, jsonType } from './targets.ts';

/** Fake secret in headers and URLs of all three installations. */
const sharedKey = 'fake-shared-key-2041';

const text = JSON.stringify({ text: '%AlertName% on %ObjectName%: %CurrentState%' });

function webhook(name: string, url: string, change: Partial<CreateBody> = {}): CreateBody {
  return {
    name,
    url,
    enabled: true,
    method: 'POST',
    http_headers: [jsonType],
    payload_template: text,
    low_alert: false,
    med_alert: true,
    high_alert: true,
    cleared_alert: false,
    ...change,
  };
}

const opsChat = webhook('Ops chat', 'https://chat.example/hooks/ops', { low_alert: true });
const pager = webhook('Pager night shift', 'https://events.example/pager', {
  http_headers: [jsonType, header('Authorization', `Bearer ${sharedKey}`)],
});
const incidentDesk = webhook('Incident desk', 'https://events.example/incidents', {
  http_headers: [jsonType, header('X-Api-Key', sharedKey)],
});
const ticketQueue = webhook('Ticket queue', 'https://tickets.example/api/alerts', {
  http_headers: [
    jsonType,
    header('Authorization', `Basic ${Buffer.from(`ops:${sharedKey}`).toString('base64')}`),
  ],
});
const statusPage = webhook('Status page', 'https://status.example/api/events', {
  http_headers: [jsonType, header('X-Team', 'operations')],
  cleared_alert: true,
});
const auditLog = webhook('Audit log', `https://audit.example/ingest?key=${sharedKey}`);
const capacityReport = webhook('Capacity report', 'https://reports.example/capacity');
const mailGateway = webhook('Mail gateway', 'https://mail.example/send');
const nightlyJob = webhook('Nightly job', 'https://jobs.example/done', {
  payload_template: '{"job": "finished"}',
  payload_type: 'JOB',
});

const forVariantB = (body: CreateBody): CreateBody => ({ payload_type: 'ALERT', ...body });

interface DifferingInstallation {
  readonly variant: Variant;
  readonly webhooks: readonly CreateBody[];
}

/** Three installations for practice. `docs/user-guide.md` lists their differences. */
export const differingInstallations = {
  production: {
    variant: 'B',
    webhooks: [
      opsChat,
      pager,
      incidentDesk,
      ticketQueue,
      statusPage,
      auditLog,
      capacityReport,
      mailGateway,
      nightlyJob,
    ].map(forVariantB),
  },
  standby: {
    variant: 'B',
    webhooks: [
      opsChat,
      { ...pager, url: 'https://legacy.example/pager' },
      { ...incidentDesk, low_alert: true },
      ticketQueue,
      // No other webhook receives cleared alerts.
      { ...statusPage, enabled: false },
      auditLog,
      mailGateway,
      nightlyJob,
      webhook('Migration test', 'https://test.example/migration', { enabled: false }),
    ].map(forVariantB),
  },
  'old-site': {
    variant: 'A',
    webhooks: [
      { ...opsChat, payload_template: 'alert=%AlertName%&state=%CurrentState%' },
      { ...pager, url: 'https://legacy.example/pager' },
      { ...incidentDesk, url: 'https://legacy.example/incidents' },
      ticketQueue,
      { ...statusPage, http_headers: [jsonType, header('X-Team', 'on-call')] },
      capacityReport,
      { ...mailGateway, url: 'https://mail.example/send-1' },
      { ...mailGateway, url: 'https://mail.example/send-2' },
    ],
  },
} satisfies Record<string, DifferingInstallation>;

export type DifferingName = keyof typeof differingInstallations;
export const differingNames: readonly DifferingName[] = ['production', 'standby', 'old-site'];
