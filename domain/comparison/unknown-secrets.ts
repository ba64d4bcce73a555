import { couldBe, unprinted } from '../bundle/pieces.ts';
import { bodySegments } from '../secrets/body-secrets.ts';
import { headerSegments, isSensitiveHeader } from '../secrets/header-secrets.ts';
import type { Segment } from '../secrets/segment.ts';
import { urlSegments } from '../secrets/url-secrets.ts';
import { secretMissingIn } from '../webhook/secret-place.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';

/** Services report masks instead of secret values. */
const mask = /^(?:[*•●]{2,}|x{4,}|\[?redacted\]?|<(?:secret|hidden|redacted|masked)>)$/i;

/** A cheap check before the exact one, because lists have 100,000 headers. */
const couldBeUnknown = /[*•●<]|x{4}|redacted|^\s*(?:[a-z]+\s+)?$/i;

const isMask = (text: string): boolean => mask.test(text.trim()) || secretMissingIn(text) !== null;

/** Whether the header has a secret value that the installation does not report. */
export function hasUnknownValue(header: HeaderContent): boolean {
  if (!couldBeUnknown.test(header.value)) return false;
  if (secretMissingIn(header.value) !== null) return true;
  if (!isSensitiveHeader(header.name)) return isMask(header.value);
  const secret = headerSegments(header).find((segment) => segment.secretName !== null);
  return secret === undefined || secret.text.trim() === '' || isMask(secret.text);
}

export type TextWithSecrets = 'url' | 'payloadTemplate';

const segmentsOf = { url: urlSegments, payloadTemplate: bodySegments };

const isUnknown = ({ text, secretName }: Segment): boolean => secretName !== null && isMask(text);

export const hasUnknownSecret = (field: TextWithSecrets, text: string): boolean =>
  secretMissingIn(text) !== null || segmentsOf[field](text).some(isUnknown);

/** Whether two texts differ in masked or omitted secrets only, so that they may be equal. */
export function mayBeEqual(field: TextWithSecrets, a: string, b: string): boolean {
  if (isFilledBy(a, b) || isFilledBy(b, a)) return true;
  const [left, right] = [segmentsOf[field](a), segmentsOf[field](b)];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const other = right[index];
      if (other === undefined || (segment.secretName === null) !== (other.secretName === null))
        return false;
      return segment.text === other.text || isUnknown(segment) || isUnknown(other);
    })
  );
}

const isFilledBy = (text: string, other: string): boolean =>
  secretMissingIn(text) !== null && couldBe(unprinted(text), other);
