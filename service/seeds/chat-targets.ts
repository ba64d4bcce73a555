import { jsonType, type Target } from './target.ts';

export const slack: Target = (random) => ({
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

export const teams: Target = (random) => ({
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
export const plainChat: Target = (random) => ({
  product: 'Mattermost',
  url: `http://chat.internal.example:8065/hooks/fake${random.hex(20)}`,
  http_headers: [jsonType],
  payload_template:
    "{'text': 'You have new alert', 'alert': '%AlertName%', 'object': '%ObjectName%', " +
    "'state': '%CurrentState%', 'value': '%CurrentValue%', 'raised': '%AlertRaisedTime%'}",
});
