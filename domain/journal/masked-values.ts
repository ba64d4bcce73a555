import { secretMask } from '../delivery/mask-request.ts';
import { bodySegments } from '../secrets/body-secrets.ts';
import { headerSegments } from '../secrets/header-secrets.ts';
import type { Segment } from '../secrets/segment.ts';
import { urlSegments } from '../secrets/url-secrets.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** Shorter secrets would match inside words. */
const shortest = 4;

/** Masks each secret of the definitions in all other values, too, such as notes or renamed headers. */
export class MaskedValues {
  readonly #secrets: readonly string[];

  constructor(definitions: readonly WebhookDefinition[]) {
    const found = definitions.flatMap(({ url, headers, payloadTemplate }) => [
      ...urlSegments(url),
      ...headers.flatMap(headerSegments),
      ...bodySegments(payloadTemplate),
    ]);
    const secrets = found
      .filter(({ secretName, text }) => secretName !== null && text.trim().length >= shortest)
      .map(({ text }) => text);
    // The longest first, because a secret may contain another one.
    this.#secrets = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  }

  readonly url = (url: string): string => this.#masked(urlSegments(url));
  readonly header = (header: HeaderContent): string => this.#masked(headerSegments(header));
  readonly template = (template: string): string => this.#masked(bodySegments(template));

  text(text: string): string {
    return this.#secrets.reduce((left, secret) => left.replaceAll(secret, secretMask), text);
  }

  #masked(segments: readonly Segment[]): string {
    return segments
      .map(({ text, secretName }) => (secretName === null ? this.text(text) : secretMask))
      .join('');
  }
}
