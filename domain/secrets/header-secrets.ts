import { isSensitiveHeader } from '../webhook/sensitive.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import { joined, open, secret, type Stretch } from './stretch.ts';

/** What of a header's value is a secret: all of it, or what follows the scheme of an Authorization. */
export function headerStretches({ name, value }: HeaderContent): Stretch[] {
  if (!isSensitiveHeader(name)) return joined([open(value)]);
  const scheme = isAuthorization.test(name) ? (knownScheme.exec(value)?.[0] ?? '') : '';
  const what =
    scheme === ''
      ? `the value of the header ${name}`
      : `what follows ${scheme.trim()} in the header ${name}`;
  return joined([open(scheme), secret(value.slice(scheme.length), what)]);
}

const isAuthorization = /^(?:proxy-)?authorization$/i;

/** A word that is none of these could be the secret itself. */
const knownScheme = /^(?:basic|bearer|digest|token|apikey|geniekey|splunk|hmac)[ \t]+/i;
