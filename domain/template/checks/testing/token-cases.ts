import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header, json, own } from './webhooks.ts';

const job = { payloadType: 'JOB' } as const;
const plainText = { headers: [header('Content-Type', 'text/plain')] };

export const trippingTokens: readonly Tripping[] = [
  trips('unknown-token', '["%AlertNme%"]', {
    at: '%AlertNme%',
    says: 'Unknown placeholder %AlertNme%. It will be sent as is. Did you mean %AlertName%?',
    fixed: ['["%AlertName%"]'],
  }),
  trips('unknown-token', '["%AlretName%"]', { at: '%AlretName%', fixed: ['["%AlertName%"]'] }),
  trips('unknown-token', '["%alert_name%"]', { at: '%alert_name%', fixed: ['["%AlertName%"]'] }),
  trips('unknown-token', '["%ServerIPs%"]', {
    at: '%ServerIPs%',
    fixed: ['["%ServerIP%"]', '["%ServerID%"]'],
  }),
  trips('unknown-token', '["%Weather%"]', { at: '%Weather%', says: 'Remove it, or add it' }),
  trips('unknown-token', '["%toString%"]', { at: '%toString%' }),
  trips(
    'unknown-token',
    '["%Teem%"]',
    { at: '%Teem%', fixed: ['["%Team%"]'] },
    { ownTokens: [own('Team')] },
  ),
  trips('unknown-token', 'about %Weather%', { at: '%Weather%' }, plainText),
  trips(
    'unknown-token',
    '["%JobName%"]',
    { at: '%JobName%', level: 'note', says: 'for jobs' },
    job,
  ),
  trips(
    'unknown-token',
    '["%AlertID%"]',
    { at: '%AlertID%', level: 'note', says: 'documented for alerts' },
    job,
  ),
  trips('unknown-token', `["%${'Long'.repeat(50)}%"]`, {
    at: `%${'Long'.repeat(50)}%`,
    says: 'Lon…%',
  }),

  trips('wrong-case', '["%alertname%"]', {
    at: '%alertname%',
    says: 'Did you mean %AlertName%?',
    fixed: ['["%AlertName%"]'],
  }),
  trips('wrong-case', '["%ALERTID%"]', { at: '%ALERTID%', fixed: ['["%AlertID%"]'] }),
  trips('wrong-case', '["%alertinfo%"]', { at: '%alertinfo%', fixed: ['["%AlertInfo%"]'] }),
  trips(
    'wrong-case',
    '["%TEAM%"]',
    { at: '%TEAM%', says: '%team% or %Team%', fixed: ['["%team%"]', '["%Team%"]'] },
    { ownTokens: [own('team'), own('Team')] },
  ),
  trips(
    'wrong-case',
    '["%jobid%"]',
    { at: '%jobid%', fixed: ['["%JobID%"]'] },
    { ...job, ownTokens: [own('JobID')] },
  ),

  trips('unclosed-percent', '["%AlertName is"]', {
    at: '%AlertName',
    says: 'percent sign after AlertName is missing',
    fixed: ['["%AlertName% is"]'],
  }),
  trips('unclosed-percent', '["AlertName%"]', {
    at: 'AlertName%',
    says: 'percent sign before AlertName is missing',
    fixed: ['["%AlertName%"]'],
  }),
  trips('unclosed-percent', '["100%AlertID"]', { at: '%AlertID', fixed: ['["100%AlertID%"]'] }),
  trips('unclosed-percent', '["%20AlertID%"]', { at: 'AlertID%', fixed: ['["%20%AlertID%"]'] }),
  trips('unclosed-percent', '["%AlertID% AlertName%"]', {
    at: 'AlertName%',
    fixed: ['["%AlertID% %AlertName%"]'],
  }),
  trips('unclosed-percent', '["%alertname"]', { at: '%alertname', fixed: ['["%AlertName%"]'] }),
  trips('unclosed-percent', '["%AlertName', { at: '%AlertName', fixed: ['["%AlertName%'] }),
  trips(
    'unclosed-percent',
    '["%Team up"]',
    { at: '%Team', fixed: ['["%Team% up"]'] },
    { ownTokens: [own('Team')] },
  ),

  trips('space-in-placeholder', '["%Alert Name%"]', {
    at: '%Alert Name%',
    says: 'cannot hold a space, so %Alert Name% is sent as is. Did you mean %AlertName%?',
    fixed: ['["%AlertName%"]'],
  }),
  trips('space-in-placeholder', '["% AlertName %"]', {
    at: '% AlertName %',
    fixed: ['["%AlertName%"]'],
  }),
  trips('space-in-placeholder', '["%AlertName %"]', {
    at: '%AlertName %',
    fixed: ['["%AlertName%"]'],
  }),
  trips('space-in-placeholder', '["%server\u00a0id%", "%ServerName%"]', {
    at: '%server\u00a0id%',
    fixed: ['["%ServerID%", "%ServerName%"]'],
  }),
  trips('space-in-placeholder', '["%Alert\u200bName%"]', {
    at: '%Alert\u200bName%',
    fixed: ['["%AlertName%"]'],
  }),
  trips(
    'space-in-placeholder',
    'on-call: %Own Team%',
    { at: '%Own Team%', fixed: ['on-call: %OwnTeam%'] },
    { ...plainText, ownTokens: [own('OwnTeam')] },
  ),

  trips(
    'token-in-url',
    '{}',
    { at: '%AlertID%', says: 'in the URL' },
    { url: 'https://r.example/%AlertID%' },
  ),
  trips('token-in-url', '{}', { at: '%alertid%' }, { url: 'https://r.example/?q=%20%alertid%' }),
  trips('token-in-url', '{}', { at: '%Host%', level: 'note' }, { url: 'https://r.example/%Host%' }),
  trips(
    'token-in-url',
    '{}',
    { at: '%JobID%', level: 'note' },
    { ...job, url: 'https://r.example/%JobID%' },
  ),
  trips('token-in-url', '{}', { at: '%AlertID%' }, { url: 'no URL %AlertID%' }),

  trips(
    'token-in-header',
    '{}',
    { at: '%AlertID%', says: 'in a header' },
    { headers: [json, header('X-Alert', 'n %AlertID%')] },
  ),
  trips(
    'token-in-header',
    '{}',
    { at: '%Team%', level: 'note' },
    { headers: [json, header('X-Team', '%Team%')] },
  ),
  trips(
    'token-in-header',
    '{}',
    { at: '%AlertID%' },
    { headers: [json, header('Authorization', 'x%AlertID%')] },
  ),
  trips(
    'token-in-header',
    '{"a":1}',
    { at: '%AlertID%' },
    { headers: [header('Content-Type', 'text/%AlertID%')] },
  ),
];

export const passingTokens: readonly NearMiss[] = [
  passes('unknown-token', '["%AlertName% %AlertID%"]'),
  passes('unknown-token', '["50%60%"]'),
  passes('unknown-token', '["10%5%", "100%", "50%–60%"]'),
  passes('unknown-token', '["%20here%20"]'),
  passes('unknown-token', '["%C3%A9t%C3%A9"]'),
  passes('unknown-token', '["%alertname%"]'),
  passes('unknown-token', '["%Team%"]', { ownTokens: [own('Team')] }),
  passes('unknown-token', '["%JobID%"]', { ...job, ownTokens: [own('JobID')] }),

  passes('wrong-case', '["%AlertName%"]'),
  passes('wrong-case', '["%AlertNme%"]'),
  passes('wrong-case', '["%alertid%"]', { ownTokens: [own('alertid')] }),
  passes('wrong-case', '["%alertid%"]', job),

  passes('unclosed-percent', '["%AlertName%"]'),
  passes('unclosed-percent', '["%AlertName%%AlertID%"]'),
  passes('unclosed-percent', '["%CurrentValue%%"]'),
  passes('unclosed-percent', '["AlertName 100%"]'),
  passes('unclosed-percent', '["AlertName %"]'),
  passes('unclosed-percent', '["% AlertName"]'),
  passes('unclosed-percent', '["%AlertNames are", "MyAlertName%"]'),
  passes('unclosed-percent', '["%AlertName%s"]'),
  passes('unclosed-percent', '["50%–60%"]'),
  passes('unclosed-percent', '["%20"]'),
  passes('unclosed-percent', '["%AlertName is"]', job),

  passes('unclosed-percent', '["%AlertName %"]'),

  passes('space-in-placeholder', '["%AlertName% %ServerName%"]'),
  passes('space-in-placeholder', '["50% of %AlertName%, 60% of all"]'),
  passes('space-in-placeholder', '["50% AlertName%"]'),
  passes('space-in-placeholder', '["%Alert Name"]'),
  passes('space-in-placeholder', '["%Alert, Name%"]'),
  passes('space-in-placeholder', '["%Alarm Name%"]'),
  passes('space-in-placeholder', '["%Alert Name%"]', job),

  passes('token-in-url', '["%AlertID%"]'),
  passes('token-in-url', '{}', { url: 'https://r.example/%20a%20?b=100%25' }),
  passes('token-in-url', '{}', { url: 'https://r.example/%E9t%E9' }),
  passes('token-in-url', '{}', { url: 'https://r.example/%C3%A9/10%5%' }),

  passes('token-in-header', '["%AlertID%"]'),
  passes('token-in-header', '{}', { headers: [json, header('X-Share', '100%')] }),
  passes('token-in-header', '{}', { headers: [json, header('Authorization', 'Basic a%secret%b')] }),
  passes('token-in-header', '{}', { headers: [json, header('X-Api-Key', '%secret%')] }),
];
