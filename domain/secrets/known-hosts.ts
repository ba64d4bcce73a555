interface SecretPath {
  /** A host, or `.name` for all hosts with that ending. */
  readonly hosts: readonly string[];
  /** Groups: before the secret, the secret, after the secret. */
  readonly path: RegExp;
}

/** Source: the documentation of each service. */
const secretPaths: readonly SecretPath[] = [
  { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], path: /^(\/[^/]+\/)(.+)()$/ },
  {
    hosts: ['discord.com', '.discord.com', 'discordapp.com', '.discordapp.com'],
    path: /^(\/api\/(?:v\d+\/)?webhooks\/[^/]+\/)([^/]+)(.*)$/,
  },
  {
    hosts: ['.webhook.office.com', 'outlook.office.com', 'outlook.office365.com'],
    path: /^(\/webhook(?:b2)?\/)(.+)()$/,
  },
  {
    hosts: ['events.pagerduty.com', 'events.eu.pagerduty.com'],
    path: /^(\/(?:integration|x-ere)\/)([^/]+)(.*)$/,
  },
  { hosts: ['alert.victorops.com'], path: /^(\/integrations\/[^/]+\/[^/]+\/alert\/)(.+)()$/ },
  { hosts: ['api.telegram.org'], path: /^(\/bot)([^/]+)(.*)$/ },
  { hosts: ['webexapis.com', 'api.ciscospark.com'], path: /^(\/v1\/webhooks\/incoming\/)(.+)()$/ },
  { hosts: ['hooks.zapier.com'], path: /^(\/hooks\/catch\/)(.+)()$/ },
  { hosts: ['maker.ifttt.com'], path: /^(\/trigger\/[^/]+\/(?:json\/)?with\/key\/)(.+)()$/ },
  { hosts: ['webhook.site'], path: /^(\/)(.+)()$/ },
];

export function secretInPath(host: string, path: string): [string, string, string] | null {
  const known = secretPaths.find(({ hosts }) =>
    hosts.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name)),
  );
  const found = known?.path.exec(path);
  if (found === null || found === undefined) return null;
  const [, before = '', held = '', after = ''] = found;
  return [before, held, after];
}
