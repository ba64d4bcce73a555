import { hasSecretValue } from '#domain/secrets/header-secrets.ts';
import type { HeaderContent } from '#domain/webhook/header-change-set.ts';
import { shownValue } from '../differences/change-labels.ts';

export const mask = '••••••••';

export const maskedHeaderValue = (header: HeaderContent, isRevealed = false): string =>
  hasSecretValue(header) && !isRevealed ? mask : shownValue(header.value);
