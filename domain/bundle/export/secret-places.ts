import { bodyStretches } from '../../secrets/body-secrets.ts';
import { credentialStretches, within } from '../../secrets/credential-stretches.ts';
import { headerStretches } from '../../secrets/header-secrets.ts';
import { joined, open, secret, type Stretch, textOf } from '../../secrets/stretch.ts';
import { urlStretches } from '../../secrets/url-secrets.ts';
import { parseTemplate } from '../../template/parse.ts';
import type { HeaderContent } from '../../webhook/header-change-set.ts';

/** `place`: `url`, `headers.N.value` or `payloadTemplate`. */
export interface SecretPlace {
  readonly place: string;
  readonly label: string;
  readonly words: string;
  readonly stretches: readonly Stretch[];
}

/** A cache, because many webhooks share one template. */
export type KnownTemplates = Map<string, readonly Stretch[]>;

/** Equal templates share one `stretches` array; callers use it as a cache key. */
export function secretPlaces(
  webhook: {
    readonly url: string;
    readonly headers: readonly HeaderContent[];
    readonly payloadTemplate: string;
  },
  known: KnownTemplates,
): SecretPlace[] {
  const { payloadTemplate } = webhook;
  const ofPayload = known.get(payloadTemplate) ?? ofTemplate(payloadTemplate);
  known.set(payloadTemplate, ofPayload);
  return [
    { place: 'url', label: 'url', words: 'the URL', stretches: ofUrl(webhook.url) },
    ...webhook.headers.map((header, index) => ({
      place: `headers.${index}.value`,
      label: header.name,
      words: `the header ${header.name.slice(0, 80)}`,
      stretches: ofHeader(header),
    })),
    {
      place: 'payloadTemplate',
      label: 'payload',
      words: 'the payload',
      stretches: ofPayload,
    },
  ];
}

function ofUrl(url: string): Stretch[] {
  const found = urlStretches(url);
  if (textOf(found) === url) return joined(within(found, credentialStretches));
  // The stretches do not join to the original text, so the whole URL is the secret.
  const holds = found.some((one) => one.secret !== null);
  return holds ? [secret(url, 'the URL')] : credentialStretches(url);
}

/** A credential follows the scheme, whatever the header is called. RFC 9110 §11.4. */
const withScheme = /^(?:basic|bearer|digest|geniekey|splunk|apikey|hmac)[ \t]+(?=\S{6,}$)/i;

function ofHeader(header: HeaderContent): Stretch[] {
  return joined(
    within(headerStretches(header), (text) => {
      const scheme = withScheme.exec(text)?.[0];
      return scheme === undefined
        ? credentialStretches(text)
        : [open(scheme), secret(text.slice(scheme.length), 'the credential')];
    }),
  );
}

/** Tokens are not secrets: the installation replaces them. */
function ofTemplate(template: string): Stretch[] {
  const named = bodyStretches(template).map((one) =>
    isOnlyTokens(one.text) ? open(one.text) : one,
  );
  return joined(
    within(named, (text) =>
      parseTemplate(text).flatMap((part) =>
        part.kind === 'token' ? [open(part.text)] : credentialStretches(part.text),
      ),
    ),
  );
}

const isOnlyTokens = (text: string): boolean =>
  parseTemplate(text).every(({ kind }) => kind === 'token');
