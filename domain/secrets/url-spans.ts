import { isSensitiveName } from './sensitive-names.ts';
import { containsRandomId } from './random-text.ts';
import { mergeSpans, plainSpan, secretSpan, type Span } from './span.ts';

/**
 * Finds the secrets of a URL in its user name, password, path and query. Normalizes a URL that hides its host
 * (backslashes, spaces) first, as a browser does.
 */
export function urlSpans(url: string, normalizes = true): Span[] {
  const mayHideHost = !isPlainUrl.test(url) && URL.canParse(url);
  const text = normalizes && mayHideHost ? new URL(url).href : url;
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    urlParts.exec(text) ?? [];
  const hostStart = authority.lastIndexOf('@') + 1;
  const userEnd = Math.max(0, hostStart - 1);
  const host = authority.slice(hostStart).replace(/:\d*$/, '').toLowerCase();
  return mergeSpans([
    plainSpan(scheme),
    secretSpan(authority.slice(0, userEnd), 'the user name and password of the URL'),
    plainSpan(authority.slice(userEnd)),
    ...pathSpans(host, path),
    ...querySpans(query),
    plainSpan(fragment),
  ]);
}

const isPlainUrl = /^[a-z][a-z\d+.-]*:\/\/[^\s\\\p{Cc}]*$/iu;

/** Source: RFC 3986, appendix B. Matches every text. */
const urlParts = /^((?:[^:/?#]+:)?(?:\/\/)?)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s;

function pathSpans(host: string, path: string): Span[] {
  const parts = secretInPath(host, path);
  if (parts === null) return splitRandomIds(path);
  const [before, secret, after] = parts;
  return [...splitRandomIds(before), secretSpan(secret, pathSecret), ...splitRandomIds(after)];
}

const pathSecret = 'the secret in the path of the URL';

const splitRandomIds = (path: string): Span[] =>
  containsRandomId(path)
    ? path
        .split(/(\/)/)
        .map((part) => (containsRandomId(part) ? secretSpan(part, pathSecret) : plainSpan(part)))
    : [plainSpan(path)];

function querySpans(query: string): Span[] {
  if (query === '') return [];
  return query.split(/([?&])/).flatMap((pair) => {
    const equals = pair.indexOf('=') + 1;
    const name = pair.slice(0, Math.max(0, equals - 1));
    const value = pair.slice(equals);
    const isSecret = containsRandomId(value) || (equals > 0 && isSecretParameter(name));
    const secretName = name === '' ? 'the query of the URL' : `the parameter ${name} of the URL`;
    return [
      plainSpan(pair.slice(0, equals)),
      isSecret ? secretSpan(value, secretName) : plainSpan(value),
    ];
  });
}

const parameterNames = new Set(['sig', 'code', 'hmac', 'pass', 'pwd', 'apikey', 'sv_key']);
const isSecretParameter = (name: string): boolean =>
  isSensitiveName(name) || parameterNames.has(name.toLowerCase());

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

function secretInPath(host: string, path: string): [string, string, string] | null {
  const service = secretPaths.find(({ hosts }) =>
    hosts.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name)),
  );
  const match = service?.path.exec(path);
  if (match === null || match === undefined) return null;
  const [, before = '', secret = '', after = ''] = match;
  return [before, secret, after];
}
