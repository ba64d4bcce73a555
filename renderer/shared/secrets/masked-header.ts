import { hasSecretValue } from '#domain/secrets/header-secrets.ts';
import type { HeaderContent } from '#domain/webhook/header-change-set.ts';
import { shownValue } from '../differences/change-labels.ts';

/** Shown in place of a secret. */
export const mask = '••••••••';

/** Masks a secret value unless `isRevealed`. */
export const maskedHeaderValue = (header: HeaderContent, isRevealed = false): string =>
  hasSecretValue(header) && !isRevealed ? mask : shownValue(header.value);
