import { shownAsOf, type ShownAs } from '../publishing/shown-as.ts';
import { bodySegments } from '../secrets/body-secrets.ts';
import { headerSegments } from '../secrets/header-secrets.ts';
import { maskedText, type Segment } from '../secrets/segment.ts';
import { urlSegments } from '../secrets/url-secrets.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** How the secrets of a definition appear in a plan: as names instead of values. */
export const shownSecrets = (definition: WebhookDefinition): ShownAs[] =>
  shownAsOf(definition, {
    ...definition,
    url: named(urlSegments(definition.url), 'url'),
    payloadTemplate: named(bodySegments(definition.payloadTemplate), 'payload'),
    headers: definition.headers.map((header) => ({
      ...header,
      value: named(headerSegments(header), header.name.toLowerCase()),
    })),
  });

const named = (segments: readonly Segment[], name: string): string =>
  maskedText(segments, () => `<secret:${name}>`);
