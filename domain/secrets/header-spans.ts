import type { HeaderContent } from '../webhook/header-change-set.ts';
import { isSensitiveName } from './sensitive-names.ts';
import { mergeSpans, plainSpan, secretSpan, type Span } from './span.ts';

/** The secret is the whole value, or the part after the scheme of an Authorization header. */
export function headerSpans({ name, value }: HeaderContent): Span[] {
  if (!isSensitiveName(name)) return mergeSpans([plainSpan(value)]);
  const scheme = isAuthorization.test(name) ? (authorizationScheme.exec(value)?.[0] ?? '') : '';
  const secretName =
    scheme === ''
      ? `the value of the header ${name}`
      : `what follows ${scheme.trim()} in the header ${name}`;
  return mergeSpans([plainSpan(scheme), secretSpan(value.slice(scheme.length), secretName)]);
}

const isAuthorization = /^(?:proxy-)?authorization$/i;

/** The schemes that are known: another first word could be the secret itself. */
export const authorizationScheme =
  /^(?:basic|bearer|digest|token|apikey|geniekey|splunk|hmac)[ \t]+/i;
