import { header, jsonType, type Target } from './target.ts';

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

export const everything: Target = (random) => ({
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

export const plain: Target = (random) => ({
  product: 'Script',
  url: `http://10.20.${random.integer(255)}.${random.integer(254) + 1}:8080/hook`,
  http_headers: [],
  payload_template: 'alert=%AlertID%&name=%AlertName%&state=%CurrentState%',
});

/** A long template with many steps. */
export const runbook: Target = (random) => ({
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
