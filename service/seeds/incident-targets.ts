import { header, jsonType, type Target } from './target.ts';

export const pagerDuty: Target = (random) => ({
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

export const jira: Target = (random) => ({
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

export const opsgenie: Target = (random) => ({
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

export const serviceNow: Target = (random) => ({
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
