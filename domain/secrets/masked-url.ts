import { secretPlace } from '../webhook/secret-place.ts';
import { credentialSegments, splitPlain } from './credential-segments.ts';
import { maskedText } from './segment.ts';
import { urlSegments } from './url-secrets.ts';

/** A fixed length, which reveals nothing. */
const urlMask = '••••••••';

export const maskedUrl = (url: string): string =>
  maskedText(splitPlain(urlSegments(url), credentialSegments), maskText);

const maskText = (text: string): string =>
  text
    .split(secretPlace)
    .map((part, index) => {
      if (index % 2 === 1) return `<secret:${part}>`;
      return part === '' ? '' : urlMask;
    })
    .join('');
