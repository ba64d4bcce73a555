import { bodyStretches } from '../../secrets/body-secrets.ts';
import { credentialStretches, within } from '../../secrets/credential-stretches.ts';
import { headerStretches } from '../../secrets/header-secrets.ts';
import { joined, open, secret, type Stretch, textOf } from '../../secrets/stretch.ts';
import { urlStretches } from '../../secrets/url-secrets.ts';
import { parseTemplate } from '../../template/parse.ts';
import type { HeaderContent } from '../../webhook/header-change-set.ts';

/** A text of a webhook that can hold secrets: `url`, `headers.N.value` or `payloadTemplate`. */
export interface SecretPlace {
  readonly place: string;
  /** For the name of a secret, such as `authorization`. */
  readonly label: string;
  /** For people, such as `the header Authorization`. */
  readonly words: string;
  readonly stretches: readonly Stretch[];
}

/** What was found in the templates of other webhooks: many have the same one. */
export type KnownTemplates = Map<string, readonly Stretch[]>;

/**
 * The texts of a webhook in their order, each with what in it is a secret as far as that shows. Equal
 * templates have the same stretches, the very ones.
 */
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
  // It is read in another way than it stands there, so that its pieces cannot make it again.
  const holds = found.some((one) => one.secret !== null);
  return holds ? [secret(url, 'the URL')] : credentialStretches(url);
}

/** What follows the name of a scheme is a credential whatever the header is called. RFC 9110 §11.4. */
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

/** Tokens are no secrets: the installation replaces them. */
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
