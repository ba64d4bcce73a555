import { expect, test } from 'vitest';
import shapes from '../../../resources/receiver-shapes.json' with { type: 'json' };
import { parseTemplate } from '../parse-template.ts';
import { placeOfKey, receiverOf } from './receiver-shape-findings.ts';

const known: readonly (readonly [string, string])[] = [
  ['slack', 'https://hooks.slack.com/services/T0/B0/x'],
  ['slack', 'https://HOOKS.slack-gov.com:443/services/T0/B0/x?a=b#c'],
  ['teams-connector', 'https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4'],
  ['teams-connector', 'https://outlook.office.com/webhook/1@2/IncomingWebhook/3/4'],
  ['teams-workflow', 'https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/x'],
  [
    'teams-workflow',
    'https://a.1.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/1/triggers/x',
  ],
  ['discord', 'https://ptb.discord.com/api/v10/webhooks/1/x?wait=true'],
  ['discord-slack', 'https://discord.com/api/webhooks/1/x/slack'],
  ['pagerduty', 'https://events.pagerduty.com/v2/enqueue'],
  ['pagerduty-v1', 'https://events.pagerduty.com/generic/2010-04-15/create_event.json'],
  ['opsgenie', 'https://api.eu.opsgenie.com/v2/alerts'],
  ['jira-service-management', 'https://api.atlassian.com/jsm/ops/api/1-2/v1/alerts'],
  ['google-chat', 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t'],
  ['mattermost', 'https://chat.acme.example/hooks/abcdefghijklmnopqrstuvwxyz'],
  ['rocket-chat', 'https://chat.acme.example/hooks/abcdefghijklmnopq/abcdefghijklmnopqrstuvwxyz'],
  ['telegram', 'https://api.telegram.org/bot1:x/sendMessage'],
  ['jira', 'https://jira.acme.example/jira/rest/api/2/issue/'],
  ['servicenow', 'https://acme.service-now.com/api/now/v2/table/incident'],
  ['splunk-on-call', 'https://alert.victorops.com/integrations/generic/1/alert/k/r'],
  ['webex', 'https://webexapis.com/v1/webhooks/incoming/x'],
];

test.each(known)('finds the receiver %s for %s', (name, url) => {
  expect(receiverOf(url)?.name).toBe(name);
});

test('this test has an address for every receiver of the file', () => {
  const tried = new Set(known.map(([name]) => name));
  expect(shapes.receivers.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});

test.each([
  'https://receiver.example/services/T0/B0/x',
  'https://hooks.slack.com.example/services/T0/B0/x',
  'https://myhooks.slack.com/services/T0/B0/x',
  'https://webhook.office.com/webhookb2/x',
  'https://discord.com/api/webhooks/1',
  'https://events.pagerduty.com/v2/change/enqueue',
  'https://api.telegram.org/bot1:x/sendPhoto',
  'https://acme.atlassian.net/rest/api/3/issue/OPS-1/comment',
  'https://%AlertID%/services/x',
  'hooks.slack.com/services/T0/B0/x',
  '',
])('finds no receiver for %j', (url) => {
  expect(receiverOf(url)).toBeNull();
});

test.each([
  ['{"a": 1, "b": "%X%"}', 'b', '"%X%"', 14],
  ['{"a": {"b": %X%}}', 'a.b', '%X%', 12],
  ['{"b": 1, "a": {"b": 2}}', 'a.b', '2', 20],
  ['{"a": {"b": [1]}}', 'a.b', '[', 12],
  ['{"a": {"b": {"c": 1}}}', 'a.b', '{', 12],
  ['{"x": {"a": {"b": 1}}, "a": {"b": 2}}', 'a.b', '2', 34],
  ['{"x": [{"a": 1}], "a": 2}', 'a', '2', 23],
  // An absent key gives the start of the object that should have it.
  ['{"a": {"c": 1}}', 'a.b', '{', 6],
  ['{"a": 1}', 'a.b', '{', 0],
  ['  {"x": 1}', 'a', '{', 2],
  ['["a", "b"]', 'a', '[', 0],
  ['words', 'a', 'w', 0],
  ['', 'a', '', 0],
])('in %s the value of %s is %j at %i', (template, key, text, start) => {
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const place = placeOfKey(template, tokens, key);
  expect([template.slice(place.start, place.end), place.start]).toEqual([text, start]);
});
