import type { HeaderBody } from '../webhooks/body-types.ts';
import type { Random } from './random.ts';

/** Creates the fields for one called product. Hosts are reserved or private; secrets are fake. */
type Target = (random: Random) => {
  /** Product name, used in the webhook's name. */
  readonly product: string;
  readonly url: string;
  readonly http_headers: readonly HeaderBody[];
  readonly payload_template: string;
};

export const header = (http_header_key: string, http_header_value: string): HeaderBody => ({
  http_header_key,
  http_header_value,
});

export const jsonType = header('Content-Type', 'application/json');

const slack: Target = (random) => ({
  product: 'Slack',
  url: `https://hooks.slack.example/services/T0EXAMPLE/B${random.hex(8).toUpperCase()}/fake-${random.hex(16)}`,
  http_headers: [jsonType],
  payload_template: JSON.stringify({
    text: ':rotating_light: *%AlertName%* on %ObjectName% is %CurrentState%',
    attachments: [
      {
        color: 'danger',
        fields: [
          { title: 'Value', value: '%CurrentValue% (threshold %ThresholdValue%)', short: true },
          { title: 'Raised', value: '%AlertRaisedTime%', short: true },
        ],
        footer: 'Alert %AlertID%',
      },
    ],
  }),
});

const teams: Target = (random) => ({
  product: 'Teams',
  url: `https://contoso.webhook.office.example/webhookb2/${random.hex(8)}-fake/IncomingWebhook/${random.hex(32)}`,
  http_headers: [jsonType],
  payload_template: JSON.stringify(
    {
      '@type': 'MessageCard',
      '@context': 'https://schema.org/extensions',
      themeColor: 'D13438',
      summary: '%AlertName%',
      title: '%AlertName% (%CurrentState%)',
      sections: [
        {
          facts: [
            { name: 'Object', value: '%ObjectName% (%ObjectType%)' },
            { name: 'Server', value: '%ServerName% %ServerIP%:%ServerPort%' },
            { name: 'Was', value: '%OldState%' },
            { name: 'Value', value: '%CurrentValue%' },
          ],
          text: '%AlertInfo%',
        },
      ],
    },
    null,
    2,
  ),
});

/** Like the sample in the public documentation: single quotes, so the template is not JSON. */
const plainChat: Target = (random) => ({
  product: 'Mattermost',
  url: `http://chat.internal.example:8065/hooks/fake${random.hex(20)}`,
  http_headers: [jsonType],
  payload_template:
    "{'text': 'You have new alert', 'alert': '%AlertName%', 'object': '%ObjectName%', " +
    "'state': '%CurrentState%', 'value': '%CurrentValue%', 'raised': '%AlertRaisedTime%'}",
});

const pagerDuty: Target = (random) => ({
  product: 'PagerDuty',
  url: 'https://events.pagerduty.example/v2/enqueue',
  http_headers: [jsonType, header('X-Routing-Key', `fake-${random.hex(32)}`)],
  payload_template: JSON.stringify(
    {
      routing_key: `fake${random.hex(28)}`,
      event_action: 'trigger',
      dedup_key: 'pem-%AlertID%',
      payload: {
        summary: '%AlertName% on %ObjectName%: %CurrentValue%',
        source: '%ServerName%',
        severity: 'critical',
        timestamp: '%AlertRaisedTime%',
        component: '%DatabaseName%',
        custom_details: { info: '%AlertInfo%', parameters: '%Parameters%' },
      },
    },
    null,
    2,
  ),
});

const jira: Target = (random) => ({
  product: 'Jira',
  url: 'https://contoso.atlassian.example/rest/api/3/issue',
  http_headers: [
    jsonType,
    header('Authorization', `Basic ZmFrZS11c2VyOmZha2UtdG9rZW4t${random.hex(12)}`),
  ],
  payload_template: JSON.stringify({
    fields: {
      project: { key: random.pick(['OPS', 'DBA', 'SRE']) },
      issuetype: { name: 'Incident' },
      summary: '[%CurrentState%] %AlertName%: %ObjectName%',
      description: 'Raised %AlertRaisedTime% by agent %AgentName% (%AgentID%). %AlertInfo%',
      labels: ['database', 'alert'],
    },
  }),
});

const opsgenie: Target = (random) => ({
  product: 'Opsgenie',
  url: 'https://api.opsgenie.example/v2/alerts',
  http_headers: [
    jsonType,
    header('Authorization', `GenieKey fake-${random.hex(8)}-${random.hex(4)}-${random.hex(12)}`),
  ],
  payload_template: JSON.stringify(
    {
      message: '%AlertName%',
      alias: '%AlertID%',
      description: '%AlertInfo%',
      priority: random.pick(['P1', 'P2', 'P3']),
      entity: '%ObjectName%',
      details: { server: '%ServerName%', schema: '%SchemaName%', object: '%DatabaseObjectName%' },
    },
    null,
    2,
  ),
});

const serviceNow: Target = (random) => ({
  product: 'ServiceNow',
  url: `https://contoso${random.integer(9)}.service-now.example/api/now/table/incident`,
  http_headers: [
    jsonType,
    header('Accept', 'application/json'),
    header('Authorization', `Basic ZmFrZTpub3QtYS1wYXNzd29yZC0${random.hex(10)}`),
  ],
  payload_template: JSON.stringify({
    short_description: '%AlertName% on %ObjectName%',
    urgency: '1',
    category: 'database',
    comments: 'Threshold %ThresholdValue%, now %CurrentValue%. Server %ServerID% %ServerName%.',
    correlation_id: '%AlertID%',
  }),
});

/** All alert placeholders of the public documentation. */
export const tokens = [
  'AlertID',
  'AlertName',
  'ObjectName',
  'ObjectType',
  'ThresholdValue',
  'CurrentValue',
  'CurrentState',
  'OldState',
  'AlertRaisedTime',
  'AgentID',
  'AgentName',
  'ServerID',
  'ServerName',
  'ServerIP',
  'ServerPort',
  'DatabaseName',
  'SchemaName',
  'PackageName',
  'DatabaseObjectName',
  'Parameters',
  'AlertInfo',
];

const everything: Target = (random) => ({
  product: 'Audit log',
  url: `https://audit.example/ingest?source=alerts&key=fake-${random.hex(12)}`,
  http_headers: [
    header('Content-Type', 'application/json; charset=utf-8'),
    header('X-Api-Key', `not-a-real-key-${random.hex(12)}`),
    header('X-Request-Source', 'alerts "primary"; q=0.5, eu–west'),
  ],
  payload_template: JSON.stringify(
    Object.fromEntries(tokens.map((token) => [token, `%${token}%`])),
    null,
    2,
  ),
});

const plain: Target = (random) => ({
  product: 'Script',
  url: `http://10.20.${random.integer(255)}.${random.integer(254) + 1}:8080/hook`,
  http_headers: [],
  payload_template: 'alert=%AlertID%&name=%AlertName%&state=%CurrentState%',
});

/** A long template with many steps. */
const runbook: Target = (random) => ({
  product: 'Runbook',
  url: 'https://runbooks.example/api/start',
  http_headers: [
    jsonType,
    header('Authorization', `Bearer fake.${random.hex(24)}.${random.hex(24)}`),
  ],
  payload_template: JSON.stringify(
    {
      runbook: 'database-alert',
      alert: { id: '%AlertID%', name: '%AlertName%', state: '%CurrentState%' },
      steps: Array.from({ length: 24 }, (_, index) => ({
        order: index + 1,
        title: `Step ${index + 1}: check %ObjectName% on %ServerName%`,
        when: index % 3 === 0 ? 'always' : '%CurrentState%',
      })),
    },
    null,
    2,
  ),
});

/** The first seeded webhooks use these in order, so that a short list has one of each. */
export const targets: readonly Target[] = [
  slack,
  pagerDuty,
  teams,
  plainChat,
  jira,
  opsgenie,
  everything,
  serviceNow,
  plain,
  runbook,
];
