import { isSensitiveHeader } from './header-secrets.ts';
import { containsRandomId } from './random-text.ts';
import { mergeSegments, plainSegment, secretSegment, type Segment } from './segment.ts';

/** Normalizes a URL that hides its host (backslashes, spaces) first, as a browser does. */
export function urlSegments(url: string, normalizes = true): Segment[] {
  const text = !normalizes || isPlain.test(url) || !URL.canParse(url) ? url : new URL(url).href;
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    parts.exec(text) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const host = authority.slice(at).replace(/:\d*$/, '').toLowerCase();
  return mergeSegments([
    plainSegment(scheme),
    secretSegment(authority.slice(0, Math.max(0, at - 1)), 'the user name and password of the URL'),
    plainSegment(authority.slice(Math.max(0, at - 1))),
    ...pathSegments(host, path),
    ...querySegments(query),
    plainSegment(fragment),
  ]);
}

const isPlain = /^[a-z][a-z\d+.-]*:\/\/[^\s\\\p{Cc}]*$/iu;

/** Source: RFC 3986, appendix B. Matches every text. */
const parts = /^((?:[^:/?#]+:)?(?:\/\/)?)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s;

function pathSegments(host: string, path: string): Segment[] {
  const what = 'the secret in the path of the URL';
  const known = secretInPath(host, path);
  if (known !== null) {
    const [before, held, after] = known;
    return [...splitRandomIds(before), secretSegment(held, what), ...splitRandomIds(after)];
  }
  return splitRandomIds(path);
  function splitRandomIds(text: string): Segment[] {
    return text
      .split(/(\/)/)
      .map((segment) =>
        containsRandomId(segment) ? secretSegment(segment, what) : plainSegment(segment),
      );
  }
}

function querySegments(query: string): Segment[] {
  return query.split(/([?&])/).flatMap((pair) => {
    const equals = pair.indexOf('=') + 1;
    const name = pair.slice(0, Math.max(0, equals - 1));
    const value = pair.slice(equals);
    const isSecret = containsRandomId(value) || (equals > 0 && isSecretParameter(name));
    const what = name === '' ? 'the query of the URL' : `the parameter ${name} of the URL`;
    return [
      plainSegment(pair.slice(0, equals)),
      isSecret ? secretSegment(value, what) : plainSegment(value),
    ];
  });
}

const parameterNames = new Set(['sig', 'code', 'hmac', 'pass', 'pwd', 'apikey', 'sv_key']);
const isSecretParameter = (name: string): boolean =>
  isSensitiveHeader(name) || parameterNames.has(name.toLowerCase());

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
  const known = secretPaths.find(({ hosts }) =>
    hosts.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name)),
  );
  const found = known?.path.exec(path);
  if (found === null || found === undefined) return null;
  const [, before = '', held = '', after = ''] = found;
  return [before, held, after];
}
