import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header, own } from './webhooks.ts';

const at = (url: string) => ({ url });
const slack = at('https://hooks.slack.com/services/T0/B0/x');
const teams = at('https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4');
const workflow = at(
  'https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x',
);
const discord = at('https://discord.com/api/webhooks/1/x');
const pagerDuty = at('https://events.eu.pagerduty.com/v2/enqueue');
const opsgenie = at('https://api.opsgenie.com/v2/alerts');
const googleChat = at('https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t');
const mattermost = at('https://chat.acme.example/team/hooks/abcdefghijklmnopqrstuvwxyz');
const telegram = at('https://api.telegram.org/bot1:x/sendMessage');
const jira = at('https://acme.atlassian.net/rest/api/3/issue');

const event = (severity: string, summary = '%AlertName%'): string =>
  `{"routing_key": "k", "event_action": "trigger", "payload": {"summary": "${summary}", "source": "%ObjectName%", "severity": ${severity}}}`;

export const trippingReceivers: readonly Tripping[] = [
  trips(
    'receiver-shape',
    '{"txt": "%AlertName%"}',
    { at: '{', says: 'Slack wants text, blocks or attachments' },
    slack,
  ),
  trips(
    'receiver-shape',
    '{"text": "%SchemaName%"}',
    { at: '{', says: 'nothing in it, for every event' },
    slack,
  ),
  trips(
    'receiver-shape',
    '{"text": "%OldState%"}',
    { at: '{', says: 'in First raise and Awkward' },
    slack,
  ),
  trips(
    'receiver-shape',
    '{"text": "%ServerName%"}',
    { at: '{', level: 'note', says: 'in Awkward' },
    slack,
  ),
  trips('receiver-shape', '{"blocks": []}', { at: '{' }, slack),
  trips(
    'receiver-shape',
    ' ["%AlertName%"]',
    {
      at: '[',
      says: 'Slack wants a JSON object, but the payload is something else for every event',
    },
    slack,
  ),
  trips(
    'receiver-shape',
    'plain words',
    { at: 'p', says: 'wants a JSON object' },
    { ...slack, headers: [header('Content-Type', 'text/plain')] },
  ),
  trips('receiver-shape', 'plain words', { at: 'p' }, { ...slack, headers: [] }),
  trips(
    'receiver-shape',
    '{"title": "%AlertName%"}',
    { at: '{', says: 'Microsoft Teams wants text, summary or attachments' },
    teams,
  ),
  trips(
    'receiver-shape',
    '{"text": "%AlertName%"}',
    { at: '{', level: 'note', says: 'wants attachments' },
    workflow,
  ),
  trips(
    'receiver-shape',
    '{"type": "card", "attachments": [{}]}',
    { at: '"card"', level: 'note', says: 'takes message for type; it is “card”' },
    workflow,
  ),
  trips(
    'receiver-shape',
    '{"text": "%AlertName%"}',
    { at: '{', says: 'Discord wants content, embeds' },
    discord,
  ),
  trips(
    'receiver-shape',
    `{"content": "${'\u{1f514}'.repeat(2001)}"}`,
    { at: `"${'\u{1f514}'.repeat(2001)}"`, says: '2,000 characters for content; it has 2,001' },
    discord,
  ),
  trips(
    'receiver-shape',
    '{"content": "%AlertName%"}',
    { at: '{', says: 'wants text or attachments' },
    at('https://discord.com/api/v10/webhooks/1/x/slack'),
  ),
  trips(
    'receiver-shape',
    event('"%CurrentState%"'),
    {
      at: '"%CurrentState%"',
      says: 'takes critical, error, warning or info for payload.severity; it is “LOW”, “MEDIUM”, “HIGH” and “CLEARED” for every event',
    },
    pagerDuty,
  ),
  trips('receiver-shape', event('3'), { at: '3', says: 'it is 3 for every' }, pagerDuty),
  trips('receiver-shape', event('{"x": []}'), { at: '{', says: 'it is an object' }, pagerDuty),
  trips(
    'receiver-shape',
    event('"info"', 'x'.repeat(1025)),
    { at: `"${'x'.repeat(1025)}"`, says: '1,024 characters' },
    pagerDuty,
  ),
  trips(
    'receiver-shape',
    '{"event_action": "trigger", "payload": {"summary": "x", "severity": "info"}}',
    { at: '{', says: 'wants routing_key' },
    pagerDuty,
  ),
  trips(
    'receiver-shape',
    '{"routing_key": "k", "event_action": "trigger", "payload": {"summary": "x", "severity": "info"}}',
    { at: '{', says: 'wants payload.source when event_action is trigger' },
    pagerDuty,
  ),
  trips(
    'receiver-shape',
    '{"routing_key": "k", "event_action": "resolve"}',
    { at: '{', says: 'wants dedup_key when event_action is acknowledge or resolve' },
    pagerDuty,
  ),
  trips(
    'receiver-shape',
    '{"routing_key": "k", "event_action": "%Action%", "dedup_key": "1"}',
    { at: '"%Action%"', says: 'it is “open” in HIGH' },
    {
      ...pagerDuty,
      ownTokens: [own('Action', 'resolve')],
      edits: { awkward: { Action: 'resolve' }, HIGH: { Action: 'open' } },
    },
  ),
  trips(
    'receiver-shape',
    '{"message": "%AlertName%", "priority": "%CurrentState%"}',
    { at: '"%CurrentState%"', says: 'P1, P2, P3, P4 or P5' },
    opsgenie,
  ),
  trips(
    'receiver-shape',
    '{"alias": "%AlertID%"}',
    { at: '{', says: 'Opsgenie wants message; it is missing or empty' },
    opsgenie,
  ),
  trips(
    'receiver-shape',
    '{"message": "%Long%"}',
    { at: '"%Long%"', says: 'takes 130 characters for message; it has 131 in CLEARED' },
    {
      ...opsgenie,
      ownTokens: [own('Long')],
      edits: { CLEARED: { Long: 'x'.repeat(131) } },
    },
  ),
  trips(
    'receiver-shape',
    '{"message": "%AlertName%"}',
    { at: '{', says: 'Google Chat wants text' },
    googleChat,
  ),
  trips(
    'receiver-shape',
    '{"message": "%AlertName%"}',
    { at: '{', says: 'Mattermost wants text or attachments' },
    mattermost,
  ),
  trips(
    'receiver-shape',
    '{"text": "%AlertName%"}',
    { at: '{', says: 'Telegram wants chat_id' },
    telegram,
  ),
  trips(
    'receiver-shape',
    '{"fields": {"summary": "%AlertName%", "issuetype": {"name": "Bug"}}}',
    { at: '{', says: 'Jira wants fields.project' },
    jira,
  ),
  trips(
    'receiver-shape',
    '{"summary": "%AlertName%"}',
    { at: '{', says: 'Jira wants fields.summary' },
    jira,
  ),
  trips(
    'receiver-shape',
    '{"message_type": "%CurrentState%"}',
    { at: '"%CurrentState%"', says: 'CRITICAL' },
    at('https://alert.victorops.com/integrations/generic/1/alert/k/r'),
  ),
  trips(
    'receiver-shape',
    '{"description": "%AlertName%"}',
    { at: '{', level: 'note' },
    at('https://acme.service-now.com/api/now/table/incident'),
  ),
];

export const passingReceivers: readonly NearMiss[] = [
  passes('receiver-shape', '{"text": "%AlertName%"}', slack),
  passes('receiver-shape', '{"blocks": [{"type": "divider"}]}', slack),
  passes('receiver-shape', "{'text': '%AlertName%'}", slack),
  passes('receiver-shape', '', slack),
  passes('receiver-shape', 'payload=%AlertName%', {
    ...slack,
    headers: [header('Content-Type', 'application/x-www-form-urlencoded')],
  }),
  passes('receiver-shape', '{"x": 1}', at('https://hooks.slack.com/workflows/T0/x')),
  passes('receiver-shape', '{"x": 1}', at('https://evilhooks.slack.com.example/services/T0/B0/x')),
  passes(
    'receiver-shape',
    '{"x": 1}',
    at('https://receiver.example/?u=https://hooks.slack.com/services/'),
  ),
  passes('receiver-shape', '{"x": 1}', at('hooks.slack.com/services/T0/B0/x')),
  passes(
    'receiver-shape',
    '{"@type": "MessageCard", "summary": "%AlertName%", "sections": []}',
    teams,
  ),
  passes('receiver-shape', '{"type": "message", "attachments": [{"contentType": "x"}]}', workflow),
  passes('receiver-shape', '{"embeds": [{"title": "%AlertName%"}]}', discord),
  passes('receiver-shape', `{"content": "${'\u{1f514}'.repeat(2000)}"}`, discord),
  passes('receiver-shape', event('"critical"'), pagerDuty),
  passes(
    'receiver-shape',
    '{"routing_key": "k", "event_action": "resolve", "dedup_key": "%AlertID%"}',
    pagerDuty,
  ),
  passes('receiver-shape', '{"message": "%AlertName%", "priority": "P1"}', opsgenie),
  passes('receiver-shape', '{"note": "closed"}', at('https://api.opsgenie.com/v2/alerts/7/close')),
  passes('receiver-shape', '{"cardsV2": [{}]}', googleChat),
  passes('receiver-shape', '{"text": "%AlertName%"}', mattermost),
  passes('receiver-shape', '{"x": 1}', at('https://chat.acme.example/hooks/short')),
  passes('receiver-shape', '{"text": "%AlertName%"}', at(`${telegram.url}?chat_id=-100`)),
  passes(
    'receiver-shape',
    '{"fields": {"project": {"key": "OPS"}, "summary": "%AlertName%", "issuetype": {"name": "Bug"}}}',
    jira,
  ),
];
