import { secretPlace } from '../webhook/secret-place.ts';
import { credentialStretches, within } from './credential-stretches.ts';
import { urlStretches } from './url-secrets.ts';

/** A fixed length, which reveals nothing. */
const urlMask = '••••••••';

export const maskedUrl = (url: string): string =>
  within(urlStretches(url), credentialStretches)
    .map(({ text, secret }) => (secret === null ? text : masked(text)))
    .join('');

const masked = (text: string): string =>
  text
    .split(secretPlace)
    .map((part, index) => {
      if (index % 2 === 1) return `<secret:${part}>`;
      return part === '' ? '' : urlMask;
    })
    .join('');
