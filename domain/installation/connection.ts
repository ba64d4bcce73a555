import { z } from 'zod';
import { errorAt, type Issue } from '../issue.ts';
import { VariantId, variants } from '../webhook/variant.ts';
import { checkApiRoot, checkBaseUrl, normalBaseUrl } from './address.ts';
import { checkLimits, defaultLimits, Limits } from './limits.ts';
import { checkCertificates } from './pem.ts';
import { checkProxy, Proxy, tidyProxy } from './proxy.ts';
import { ClientCertificate, Trust } from './trust.ts';

export const Environment = z.enum(['production', 'staging', 'test', 'development']);
export type Environment = z.infer<typeof Environment>;

/** One practice installation of each variant, and three that differ. */
export const PracticeId = z.enum(['A', 'B', 'production', 'standby', 'old-site']);
export type PracticeId = z.infer<typeof PracticeId>;

/** Interface document §5 calls the token both required and unnecessary. Sign-in: as PEM documents it. */
export const Authentication = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('auth-token') }),
  z.object({ kind: z.literal('sign-in'), username: z.string() }),
  z.object({ kind: z.literal('none') }),
]);
export type Authentication = z.infer<typeof Authentication>;

/** Interface document §2.4 puts `payload_type` in `http_headers`; some installations ignore it there. */
export const PayloadTypePlace = z.enum(['http-headers', 'top-level']);
export type PayloadTypePlace = z.infer<typeof PayloadTypePlace>;

/** Minutes between two readings by a watch. */
export const WatchMinutes = z.literal([5, 15, 30, 60]);
export type WatchMinutes = z.infer<typeof WatchMinutes>;

/** How Hookdesk reaches an installation. Never contains a secret. */
export const ConnectionSettings = z.object({
  name: z.string(),
  baseUrl: z.string(),
  variant: VariantId,
  apiRoot: z.string(),
  authentication: Authentication,
  environment: Environment.nullable(),
  readOnly: z.boolean(),
  payloadTypePlace: PayloadTypePlace,
  trust: Trust,
  clientCertificate: ClientCertificate.nullable(),
  proxy: Proxy,
  limits: Limits,
  group: z.string(),
  notes: z.string(),
  /** `null`: not watched. Older files lack it. */
  watchMinutes: WatchMinutes.nullable().default(null),
});
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

/** Production is the default, so that no installation seems harmless by mistake. */
export const blankConnection: ConnectionSettings = {
  name: '',
  baseUrl: '',
  variant: 'B',
  apiRoot: variants.B.proposedRoot,
  authentication: { kind: 'auth-token' },
  environment: 'production',
  readOnly: false,
  payloadTypePlace: 'http-headers',
  trust: { kind: 'system' },
  clientCertificate: null,
  proxy: { kind: 'system' },
  limits: defaultLimits,
  group: '',
  notes: '',
  watchMinutes: null,
};

/** The stored settings of an installation. Secrets are in the vault. */
export const Connection = ConnectionSettings.extend({
  id: z.string().min(1),
  /** The service runs inside Hookdesk and gets a new address at each start. */
  practice: z.boolean(),
  /** The practice service; without it, the one of the variant. */
  practiceId: PracticeId.exactOptional(),
});
export type Connection = z.infer<typeof Connection>;

export const settingsOf = (connection: ConnectionSettings): ConnectionSettings =>
  ConnectionSettings.parse(connection);

type ApiPlace = Pick<Connection, 'baseUrl' | 'apiRoot' | 'variant'>;

export const reachesSameWebhooks = (before: ApiPlace, after: ApiPlace): boolean =>
  before.baseUrl === after.baseUrl &&
  before.apiRoot === after.apiRoot &&
  before.variant === after.variant;

export function checkConnection(settings: ConnectionSettings): Issue[] {
  const { name, baseUrl, apiRoot, authentication, trust, clientCertificate, proxy } = settings;
  return [
    ...(name.trim() === '' ? [errorAt('name', 'Enter an installation name.')] : []),
    ...checkLine('name', name, 200),
    ...checkBaseUrl(baseUrl),
    ...checkApiRoot(apiRoot),
    ...(authentication.kind === 'sign-in' ? checkUsername(authentication.username) : []),
    ...(trust.kind === 'ca-file' ? checkCertificates(trust.pem, 'trust') : []),
    ...(clientCertificate === null
      ? []
      : checkCertificates(clientCertificate.pem, 'clientCertificate')),
    ...checkProxy(proxy),
    ...checkLimits(settings.limits),
    ...checkLine('group', settings.group, 100),
    ...(settings.notes.trim().length > 10_000
      ? [errorAt('notes', 'Use at most 10,000 characters for notes.')]
      : []),
  ];
}

function checkLine(path: string, text: string, maxLength: number): Issue[] {
  if (text.trim().length > maxLength) {
    return [errorAt(path, `Use at most ${maxLength} characters.`)];
  }
  return hasControl(text.trim())
    ? [errorAt(path, 'Remove line breaks and control characters.')]
    : [];
}

function checkUsername(username: string): Issue[] {
  if (username.trim() === '') return [errorAt('username', 'Enter the user name.')];
  return checkLine('username', username, 256);
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** Removes spaces around texts, and slashes at the end of addresses. */
export function tidyConnection(settings: ConnectionSettings): ConnectionSettings {
  const { authentication } = settings;
  return {
    ...settings,
    name: settings.name.trim(),
    baseUrl: normalBaseUrl(settings.baseUrl),
    // A root of one slash stays.
    apiRoot: settings.apiRoot.trim().replace(/(?<=.)\/+$/, ''),
    authentication:
      authentication.kind === 'sign-in'
        ? { ...authentication, username: authentication.username.trim() }
        : authentication,
    proxy: tidyProxy(settings.proxy),
    group: settings.group.trim(),
    notes: settings.notes.trim(),
  };
}

/** `acme copy`, then `acme copy 2`. A copy of a copy continues the count. Ignores case. */
export function copyName(name: string, existingNames: readonly string[]): string {
  const existing = new Set(existingNames.map((existingName) => existingName.trim().toLowerCase()));
  // The ending must fit into the 200 characters of a name.
  const stem = name
    .trim()
    .replace(/ copy(?: \d{1,6})?$/, '')
    .slice(0, 180);
  for (let count = 1; ; count += 1) {
    const copy = `${stem} copy${count === 1 ? '' : ` ${count}`}`;
    if (!existing.has(copy.toLowerCase())) return copy;
  }
}
