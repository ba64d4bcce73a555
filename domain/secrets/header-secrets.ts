import type { HeaderContent } from '../webhook/header-change-set.ts';
import { isSecretName } from './secret-names.ts';
import { mergeSegments, plainSegment, secretSegment, type Segment } from './segment.ts';

const secretName =
  /auth|token|secret|passw|credential|cookie|signature|session|(^|[-_])(api|access|private|routing|integration|service)?-?_?key($|[-_])|bearer/i;

/** A challenge to authenticate holds no credential. RFC 9110 §11.6.1, §11.7.1. */
const challengeName = /^(?:www|proxy)-authenticate$/i;

/** Whether a header of this name holds a secret, in a request or a response. */
export const isSensitiveHeader = (name: string): boolean =>
  (secretName.test(name) || isSecretName(name)) && !challengeName.test(name);

/** Whether a header's value is a secret that is masked until a person asks for it. */
export const hasSecretValue = ({ name, value }: HeaderContent): boolean =>
  value !== '' && isSensitiveHeader(name);

/** The secret is the whole value, or the part after the scheme of an Authorization header. */
export function headerSegments({ name, value }: HeaderContent): Segment[] {
  if (!isSensitiveHeader(name)) return mergeSegments([plainSegment(value)]);
  const scheme = isAuthorization.test(name) ? (authorizationScheme.exec(value)?.[0] ?? '') : '';
  const what =
    scheme === ''
      ? `the value of the header ${name}`
      : `what follows ${scheme.trim()} in the header ${name}`;
  return mergeSegments([plainSegment(scheme), secretSegment(value.slice(scheme.length), what)]);
}

const isAuthorization = /^(?:proxy-)?authorization$/i;

/** Another first word could be the secret itself. */
export const authorizationScheme =
  /^(?:basic|bearer|digest|token|apikey|geniekey|splunk|hmac)[ \t]+/i;
